import { type AgentContent, type AgentState, createStore, type Readable, type Store } from '@parley/live';
import type { LiveConnection } from '../../../data/live/connection.ts';
import { isDraftUsed } from '../../../entities/chat/ai/is-draft-used.ts';
import { type Attachment, createUploadQueue, isPicture, type StoredFile } from './attachments.ts';
import { type DraftStorage, type Mode, modes } from './draft-storage.ts';

/** The unsent reply and note of a chat. */
export interface DraftState {
  mode: Mode;
  reply: string;
  note: string;
  /** Files of a note never get into the reply, so each mode has its own. */
  attachments: Readonly<Record<Mode, readonly Attachment[]>>;
  /** Send once the uploads are finished. */
  isWaiting: Readonly<Record<Mode, boolean>>;
  /** The draft of the AI that the reply is made of. */
  aiDraftId: number | null;
  /** The server is storing the edited draft. */
  isStoring: boolean;
}

export interface Draft extends Readable<DraftState> {
  setMode(mode: Mode): void;
  write(text: string): void;
  /** Puts a draft of the AI after what is written. The reply is sent in its place. */
  adopt(aiDraft: { id: number; text: string }): void;
  /** The reply is an agent's own message again. */
  disown(): void;
  attach(files: Iterable<File>): void;
  detach(id: string): void;
  retry(id: string): void;
  send(mentions: readonly number[], on?: SendListeners): void;
  /** Cancels a send that waits for uploads. */
  resume(): void;
  /** Reads what another tab has stored. */
  refresh(): void;
  /** Runs when the chat or the page is left. */
  leave(): void;
}

interface SendListeners {
  /** Runs once the server has stored all of it. */
  onSent?: (() => void) | undefined;
  /** The edited draft of the AI was not sent; its text is still here. */
  onFailed?: (error: Error) => void;
}

interface DraftOptions {
  chatId: number;
  live: Pick<LiveConnection, 'send' | 'note' | 'type'> & Readable<Pick<AgentState, 'pending'>>;
  storage: DraftStorage;
  upload(file: File, signal: AbortSignal): Promise<StoredFile>;
  /** Sends an edited draft of the AI. */
  sendAiDraft(id: number, body: string): Promise<unknown>;
}

const MAX_CHARACTERS = 65_536;
const NEARLY_FULL = 1_000;

const unsent = {
  mode: 'reply',
  attachments: { reply: [], note: [] },
  isWaiting: { reply: false, note: false },
  aiDraftId: null,
  isStoring: false,
} as const;

/** Outlives its screen: uploads continue and pending messages are sent while another chat is open. */
export function createDraft({ chatId, live, storage, upload, sendAiDraft }: DraftOptions): Draft {
  const kept = (mode: Mode) => storage.read(chatId, mode);
  const store = createStore<DraftState>({ ...unsent, reply: kept('reply'), note: kept('note') });
  /** What is sent when the uploads of a mode are finished. */
  const whenUploaded: Partial<Record<Mode, () => void>> = {};
  const queueOf = (mode: Mode) =>
    createUploadQueue({
      upload,
      list: () => store.state.attachments[mode],
      onChange: (list) => onChange(mode, list),
    });
  const queues = { reply: queueOf('reply'), note: queueOf('note') };
  const queue = () => queues[store.state.mode];

  function onChange(mode: Mode, list: readonly Attachment[]) {
    store.set({ attachments: { ...store.state.attachments, [mode]: list } });
    if (list.some(({ failure }) => failure)) wait(mode, false);
    if (store.state.isWaiting[mode] && list.every(({ stored }) => stored)) whenUploaded[mode]?.();
  }

  function wait(mode: Mode, isWaiting: boolean) {
    store.set({ isWaiting: { ...store.state.isWaiting, [mode]: isWaiting } });
  }

  function put(mode: Mode, text: string) {
    store.set({ [mode]: text });
    storage.write(chatId, mode, text);
  }

  /** The text stays until it is stored. If the draft was used meanwhile, it is the agent's own from then on. */
  async function sendEdited(id: number, on: SendListeners) {
    const isStored = await storeEdited(store, () => sendAiDraft(id, store.state.reply.trim()), on);
    if (!isStored) return wait('reply', false);
    put('reply', '');
    live.type(chatId, 'stop');
    if (store.state.attachments.reply.length) return sendNow('reply', [], on);
    on.onSent?.();
  }

  function sendNow(mode: Mode, mentions: readonly number[], on: SendListeners) {
    const { aiDraftId } = store.state;
    if (aiDraftId !== null && mode === 'reply' && store.state.reply.trim()) return void sendEdited(aiDraftId, on);
    const sent = store.state.attachments[mode];
    const messages = toMessages(
      store.state[mode].trim(),
      sent.flatMap(({ stored }) => stored ?? []),
    );
    const ids = messages.map((message) =>
      mode === 'reply' ? live.send(chatId, message) : live.note(chatId, toNote(message), message.body ? mentions : []),
    );
    put(mode, '');
    wait(mode, false);
    queues[mode].drop(sent.map(({ id }) => id));
    if (on.onSent) whenStored(live, ids, on.onSent);
  }

  return {
    get state() {
      return store.state;
    },
    subscribe: store.subscribe,
    setMode(mode) {
      if (mode === 'note') live.type(chatId, 'stop');
      store.set({ mode });
    },
    write(text) {
      const { mode } = store.state;
      put(mode, text);
      if (mode === 'reply' && !text) store.set({ aiDraftId: null });
      if (mode === 'reply') live.type(chatId, text.trim() ? 'start' : 'stop');
    },
    adopt({ id, text }) {
      const { reply, aiDraftId } = store.state;
      store.set({ mode: 'reply', aiDraftId: id });
      if (aiDraftId !== id) put('reply', reply.trim() ? `${reply.trimEnd()}\n\n${text}` : text);
    },
    disown: () => store.set({ aiDraftId: null }),
    attach: (files) => queue().add(files),
    detach: (id) => queue().drop([id]),
    retry: (id) => queue().retry(id),
    send(mentions, on = {}) {
      const { mode, isStoring } = store.state;
      if (!isSendable(store.state) || (isStoring && mode === 'reply')) return;
      whenUploaded[mode] = () => sendNow(mode, mentions, on);
      if (store.state.attachments[mode].every(({ stored }) => stored)) whenUploaded[mode]();
      else wait(mode, true);
    },
    resume: () => wait(store.state.mode, false),
    refresh() {
      for (const mode of modes) if (!store.state.isWaiting[mode]) store.set({ [mode]: kept(mode) });
    },
    leave() {
      live.type(chatId, 'stop');
      storage.flush();
    },
  };
}

/** Resolves to whether the reply was sent in place of the draft of the AI. A used draft is given up. */
async function storeEdited(store: Store<DraftState>, send: () => Promise<unknown>, { onFailed }: SendListeners) {
  store.set({ isStoring: true });
  try {
    await send();
    store.set({ aiDraftId: null });
    return true;
  } catch (error) {
    if (isDraftUsed(error)) store.set({ aiDraftId: null });
    onFailed?.(error as Error);
    return false;
  } finally {
    store.set({ isStoring: false });
  }
}

/** Runs when none of the messages is pending any more; never if one of them can't be sent. */
function whenStored(live: DraftOptions['live'], ids: readonly string[], run: () => void) {
  const isDone = () => {
    const left = live.state.pending.filter(({ client_message_id }) => ids.includes(client_message_id));
    const isStored = !left.length;
    if (isStored) run();
    return isStored || left.some(({ problem }) => problem);
  };
  if (isDone()) return;
  const stop = live.subscribe(() => {
    if (isDone()) stop();
  });
}

/** Characters left, once there are few; negative if there are too many. */
export function charactersLeft(text: string) {
  // Counting code points is slow, and there are never more of them than UTF-16 units.
  if (text.length <= MAX_CHARACTERS - NEARLY_FULL) return undefined;
  const left = MAX_CHARACTERS - Array.from(text).length;
  return left < NEARLY_FULL ? left : undefined;
}

/** Whether there is something to send and nothing to correct. */
export function isSendable(state: DraftState) {
  const { mode, attachments } = state;
  const text = state[mode];
  if ((charactersLeft(text) ?? 0) < 0) return false;
  const own = attachments[mode];
  return !own.some(({ failure }) => failure) && Boolean(text.trim() || own.length);
}

const toNote = ({ body, file }: AgentContent) => ({ ...(body !== undefined && { body }), ...(file && { file }) });

/** A single file gets the text as its caption; several files follow the text as separate messages. */
export function toMessages(text: string, files: readonly Pick<StoredFile, 'id' | 'type'>[]): AgentContent[] {
  const attached = files.map(({ id, type }) => ({
    type: isPicture(type) ? ('image' as const) : ('file' as const),
    file: { id },
  }));
  if (!text) return attached;
  if (attached.length === 1) return attached.map((file) => ({ ...file, body: text }));
  return [{ type: 'text', body: text }, ...attached];
}
