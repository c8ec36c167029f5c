import { type AgentContent, createStore, type Readable } from '@parley/live';
import type { Desk } from '../../../data/live/connection.ts';
import { type Attachment, createAttachments, isPicture, type StoredFile } from './attachments.ts';
import { type Drafts, type Mode, modes } from './draft-storage.ts';

/** What is being written in one chat. */
export interface SheetState {
  mode: Mode;
  reply: string;
  note: string;
  attachments: readonly Attachment[];
  /** To be sent as soon as the files are there. */
  isWaiting: boolean;
}

export interface Sheet extends Readable<SheetState> {
  turn(mode: Mode): void;
  write(text: string): void;
  attach(files: Iterable<File>): void;
  detach(id: string): void;
  retry(id: string): void;
  send(mentions: readonly number[]): void;
  /** Back to writing, instead of waiting for files. */
  resume(): void;
  /** Another tab may have written here. */
  refresh(): void;
  /** Nobody looks at it any more. */
  leave(): void;
}

interface SheetPlan {
  chatId: number;
  desk: Pick<Desk, 'send' | 'note' | 'type'>;
  drafts: Drafts;
  upload(file: File, signal: AbortSignal): Promise<StoredFile>;
}

const MOST_CHARACTERS = 65_536;
const NEARLY_FULL = 1_000;

/** It outlives the screen that shows it: files go on being uploaded, and what waits for them is sent, in another chat too. */
export function createSheet({ chatId, desk, drafts, upload }: SheetPlan): Sheet {
  const kept = (mode: Mode) => drafts.find(chatId, mode);
  const store = createStore<SheetState>({
    mode: 'reply',
    reply: kept('reply'),
    note: kept('note'),
    attachments: [],
    isWaiting: false,
  });
  const attachments = createAttachments({ upload, list: () => store.state.attachments, onChange });

  function onChange(list: readonly Attachment[]) {
    store.set({ attachments: list, ...(list.some(({ failure }) => failure) && { isWaiting: false }) });
    if (store.state.isWaiting && list.every(({ stored }) => stored)) sendReply();
  }

  function put(mode: Mode, text: string) {
    store.set({ [mode]: text });
    drafts.keep(chatId, mode, text);
  }

  function sendReply() {
    const sent = store.state.attachments;
    const files = sent.flatMap(({ stored }) => stored ?? []);
    for (const message of messagesOf(store.state.reply.trim(), files)) desk.send(chatId, message);
    put('reply', '');
    store.set({ isWaiting: false });
    attachments.drop(sent.map(({ id }) => id));
  }

  return {
    get state() {
      return store.state;
    },
    subscribe: store.subscribe,
    turn(mode) {
      if (mode === 'note') desk.type(chatId, 'stop');
      store.set({ mode });
    },
    write(text) {
      const { mode } = store.state;
      put(mode, text);
      if (mode === 'reply') desk.type(chatId, text.trim() ? 'start' : 'stop');
    },
    attach: attachments.add,
    detach: (id) => attachments.drop([id]),
    retry: attachments.retry,
    send(mentions) {
      if (!isSendable(store.state)) return;
      if (store.state.mode === 'reply') {
        if (store.state.attachments.every(({ stored }) => stored)) sendReply();
        else store.set({ isWaiting: true });
        return;
      }
      desk.note(chatId, store.state.note.trim(), mentions);
      put('note', '');
    },
    resume: () => store.set({ isWaiting: false }),
    refresh() {
      for (const mode of modes) if (!store.state.isWaiting) store.set({ [mode]: kept(mode) });
    },
    leave() {
      desk.type(chatId, 'stop');
      drafts.save();
    },
  };
}

/** How many characters fit in, as soon as there is little room; below zero there are too many. */
export function roomLeft(text: string) {
  // No text has more characters than units, and counting them takes a while.
  if (text.length <= MOST_CHARACTERS - NEARLY_FULL) return undefined;
  const left = MOST_CHARACTERS - Array.from(text).length;
  return left < NEARLY_FULL ? left : undefined;
}

/** Whether there is something to send, and nothing that has to be put right before. */
export function isSendable(state: SheetState) {
  const { mode, attachments } = state;
  const text = state[mode];
  if ((roomLeft(text) ?? 0) < 0) return false;
  if (mode === 'note') return Boolean(text.trim());
  return !attachments.some(({ failure }) => failure) && Boolean(text.trim() || attachments.length);
}

/** One file has the text as its caption; several are messages of their own, after the text. */
export function messagesOf(text: string, files: readonly Pick<StoredFile, 'id' | 'type'>[]): AgentContent[] {
  const attached = files.map(({ id, type }) => ({
    type: isPicture(type) ? ('image' as const) : ('file' as const),
    file: { id },
  }));
  if (!text) return attached;
  if (attached.length === 1) return attached.map((file) => ({ ...file, body: text }));
  return [{ type: 'text', body: text }, ...attached];
}
