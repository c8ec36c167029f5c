import type { VisitorContent } from '@parley/live';
import type { Unsent, UnsentStore } from './outbox-storage.ts';
import type { CallError, Calls } from './server-api.ts';

/** A file on its way, until the message with it is stored. */
export interface Uploading {
  client_message_id: string;
  name: string;
  file: Blob;
  /** Of a picture, to be seen at once. */
  preview: string | null;
  share: number;
  isFailed: boolean;
  /** The server has it, and is being told what it is for. */
  isSaid: boolean;
  /** It was uploaded before, and the server did not know it any more. */
  isAgain: boolean;
}

interface Plan {
  calls: Calls;
  unsent: UnsentStore;
  isReady(): boolean;
  onChange(list: readonly Uploading[]): void;
  onUploaded(message: VisitorContent, id: string): void;
}

const PAUSE_MS = 3_000;
const PICTURES = /^image\/(png|jpeg|gif|webp)$/;

/** Sends files one after the other, each until the server has it or says that it never will. */
export function createUploads({ calls, unsent, isReady, onChange, onUploaded }: Plan) {
  let list: readonly Uploading[] = [];
  let isRunning = false;

  const find = (id: string) => list.find((each) => each.client_message_id === id);
  const has = (id: string) => Boolean(find(id));

  function set(next: readonly Uploading[]) {
    list = next;
    onChange(list);
  }

  function change(id: string, changes: Partial<Uploading>) {
    set(list.map((each) => (each.client_message_id === id ? { ...each, ...changes } : each)));
  }

  function drop(id: string) {
    if (!has(id)) return;
    const { preview } = find(id) ?? {};
    if (preview) URL.revokeObjectURL(preview);
    set(list.filter((each) => each.client_message_id !== id));
  }

  async function run() {
    if (isRunning) return;
    isRunning = true;
    for (let next = first(); next && isReady(); next = first()) await send(next);
    isRunning = false;
  }

  const first = () => list.find(({ isFailed, isSaid }) => !isFailed && !isSaid);

  async function send({ client_message_id: id, file, name }: Uploading) {
    try {
      const stored = await calls.upload(file, name, (share) => change(id, { share }));
      if (!has(id)) return;
      change(id, { isSaid: true });
      onUploaded({ type: PICTURES.test(stored.type) ? 'image' : 'file', file: { id: stored.id } }, id);
    } catch (error) {
      const { status = 0 } = error as CallError;
      // Whoever has sent too much for now may try again later; a network or a server that is away comes back.
      if (status === 0 || status >= 500) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      else change(id, { isFailed: true });
    }
  }

  function put(id: string, file: Blob, name: string) {
    const preview = PICTURES.test(file.type) ? URL.createObjectURL(file) : null;
    const begun = { share: 0, isFailed: false, isSaid: false, isAgain: false };
    set([...list, { client_message_id: id, file, name, preview, ...begun }]);
  }

  function restart(id: string, changes: Partial<Uploading>) {
    change(id, { share: 0, isFailed: false, isSaid: false, ...changes });
    void run();
  }

  return {
    has,
    add(file: File, id: string) {
      unsent.save({ client_message_id: id, file, name: file.name, at: Date.now() });
      put(id, file, file.name);
      void run();
    },
    /** What was on its way when a page was left, and what waited for the chat to be open. */
    resume(entries: readonly Unsent[]) {
      for (const { client_message_id: id, file, name = '' } of entries) if (file && !has(id)) put(id, file, name);
      void run();
    },
    /** The message with it was not taken: the server may have dropped a file that nothing was said of for long. */
    refuse(id: string) {
      restart(id, { isFailed: Boolean(find(id)?.isAgain), isAgain: true });
    },
    retry: (id: string) => restart(id, { isAgain: false }),
    drop,
    clear() {
      for (const { client_message_id } of list) drop(client_message_id);
    },
  };
}
