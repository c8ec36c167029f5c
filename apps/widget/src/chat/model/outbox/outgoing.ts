import { newId, type Pending, type VisitorClient, type VisitorContent } from '@parley/live';
import type { ServerApi } from '../server-api.ts';
import type { OutboxStorage } from './outbox-storage.ts';
import { createUploads, type Upload } from './uploads.ts';

export interface OutgoingState {
  /** Messages sent before there was a connection. */
  waiting: readonly Pending<VisitorContent>[];
  uploads: readonly Upload[];
}

interface OutgoingPorts {
  api: ServerApi;
  storage: OutboxStorage;
  isSessionOpen(): boolean;
  onChange(changes: Partial<OutgoingState>): void;
  /** The visitor sent this; it is not necessarily stored yet. */
  onSent(message: VisitorContent, id: string): void;
}

/** Messages and files on their way to the server, with or without a connection. */
export function createOutgoing({ api, storage, isSessionOpen, onChange, onSent }: OutgoingPorts) {
  let waiting: OutgoingState['waiting'] = [];
  /** Passed to the client and not known to be stored. */
  const sending = new Set<string>();
  let client: VisitorClient | undefined;
  const uploads = createUploads({
    api,
    storage,
    isReady: isSessionOpen,
    onChange: (uploads) => onChange({ uploads }),
    onUploaded(message, id) {
      send(message, id);
      onSent(message, id);
    },
  });

  function setWaiting(next: OutgoingState['waiting']) {
    waiting = next;
    onChange({ waiting });
  }

  function send(message: VisitorContent, id: string) {
    if (client) {
      sending.add(id);
      client.send(message, id);
    } else setWaiting([...waiting, { client_message_id: id, message, problem: null }]);
  }

  function finish(id: string) {
    sending.delete(id);
    uploads.drop(id);
    void storage.release(id);
  }

  return {
    /** Hands the waiting messages over to a new client. */
    connect(open: (pending: OutgoingState['waiting']) => VisitorClient) {
      for (const { client_message_id } of waiting) sending.add(client_message_id);
      client = open(waiting);
      setWaiting([]);
      return client;
    },
    /** Takes back what the client has not sent, for the next one. */
    disconnect() {
      sending.clear();
      if (client) setWaiting(client.state.pending);
      client = undefined;
    },
    sendMessage(message: VisitorContent) {
      const id = newId();
      storage.save({ client_message_id: id, message, at: Date.now() });
      send(message, id);
      onSent(message, id);
    },
    sendFile: (file: File) => uploads.add(file, newId()),
    resumeUploads: () => uploads.resume([]),
    /** Sends what closed tabs left behind, unless the session has ended meanwhile. */
    async adoptAbandoned(isCurrent: () => boolean) {
      const entries = await storage.claimAbandoned();
      if (!isCurrent()) return;
      const stored = new Set(client?.state.messages.map(({ client_message_id }) => client_message_id));
      for (const { client_message_id: id, message } of entries) {
        if (stored.has(id)) void storage.release(id);
        else if (message) send(message, id);
      }
      uploads.resume(entries.filter(({ client_message_id: id }) => !stored.has(id)));
    },
    /** Forgets what is stored, and uploads a file again whose message was rejected. */
    settle(pending: OutgoingState['waiting']) {
      for (const id of sending) {
        const entry = pending.find(({ client_message_id }) => client_message_id === id);
        const isRejectedFile = entry?.problem && uploads.has(id);
        if (entry && !isRejectedFile) continue;
        sending.delete(id);
        if (isRejectedFile) {
          client?.discard(id);
          uploads.reupload(id);
        } else finish(id);
      }
    },
    retry: (id: string) => (uploads.has(id) ? uploads.retry(id) : client?.retry(id)),
    discard(id: string) {
      finish(id);
      client?.discard(id);
    },
    clear() {
      uploads.clear();
      setWaiting([]);
    },
  };
}

export type Outgoing = ReturnType<typeof createOutgoing>;
