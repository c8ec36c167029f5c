import { useSyncExternalStore } from 'react';
import { api } from '../../../data/api.ts';
import type { LiveConnection } from '../../../data/live/connection.ts';
import { useLiveConnection } from '../../../data/live/live.tsx';
import { useSession } from '../../../data/session.ts';
import { createDraft, type Draft, type DraftState } from './draft.ts';
import { createDraftStorage } from './draft-storage.ts';

/** By connection, because another agent or widget has separate drafts. */
const draftsOfConnection = new WeakMap<LiveConnection, (chatId: number) => Draft>();

/** The draft of a chat. It lives on while another chat is open. */
export function useDraft(chatId: number): Draft {
  const live = useLiveConnection();
  const { widget, agent } = useSession();
  let open = draftsOfConnection.get(live);
  if (!open) {
    open = createDraftsByChat(live, `parley-drafts-${widget.id}-${agent.id}`);
    draftsOfConnection.set(live, open);
  }
  return open(chatId);
}

/** Subscribes to a part of the draft. `select` must return a value that `Object.is` can compare. */
export function useDraftState<Part>(draft: Draft, select: (state: DraftState) => Part): Part {
  return useSyncExternalStore(draft.subscribe, () => select(draft.state));
}

function createDraftsByChat(live: LiveConnection, name: string) {
  const drafts = new Map<number, Draft>();
  const storage = createDraftStorage(name);
  const upload = (file: File, signal: AbortSignal) => api.files.create({ file, signal });
  return (chatId: number) => {
    const sendAiDraft = (message_id: number, body: string) =>
      api.chats.sendDraft({ params: { id: chatId, message_id }, body: { body } });
    const draft = drafts.get(chatId) ?? createDraft({ chatId, live, storage, upload, sendAiDraft });
    drafts.set(chatId, draft);
    return draft;
  };
}
