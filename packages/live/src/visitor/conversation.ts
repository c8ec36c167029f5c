import type { CallReply, VisitorChat, VisitorMessage, visitorLive } from '@parley/contract';
import type { Store } from '../store.ts';
import { TYPING_HOLDS_MS, type TypingState } from '../typing.ts';
import type { VisitorState } from './state.ts';

type Resumed = CallReply<(typeof visitorLive.calls)['resume']>;

interface DialogPlan {
  store: Store<VisitorState>;
  /** Messages with these ids are shown now; gives those that are still to be sent. */
  settle(ids: (string | null)[]): VisitorState['pending'];
  /** Something was missed. */
  onGap(): void;
  /** The visitor turned out to be somebody else, whose chat is another one or none. */
  onAnother(): void;
}

/** What is said in the chat of a visitor: each message once, in its place, and none before the one it follows. */
export function createDialog({ store, settle, onGap, onAnother }: DialogPlan) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const have = () => store.state.messages.at(-1)?.seq ?? 0;

  /** Messages by themselves, or with what else the server has just told. */
  function take(arrived: readonly VisitorMessage[], told?: Partial<Pick<Resumed, 'chat' | 'online'>>) {
    if (isAnother(store.state.chat, told?.chat)) return beginAnew(told);
    const messages = following(store.state.messages, arrived);
    const last = messages.at(-1)?.seq ?? 0;
    const isAnswered = messages.slice(store.state.messages.length).some(({ sender }) => sender !== 'client');
    if (isAnswered) clearTimeout(timer);
    const shown = arrived.flatMap(({ seq, client_message_id }) => (seq <= last ? client_message_id : []));
    const chat = counted(later(store.state.chat, told?.chat), messages);
    const isTyping = store.state.isTyping && !isAnswered;
    store.set({ ...told, messages, chat, isTyping, pending: settle(shown) });
    if (told) return;
    // The chat itself comes to be with its first message.
    if (!chat || arrived.some(({ seq }) => seq > last)) onGap();
  }

  /** Nothing of the one chat is shown in the other. */
  function beginAnew(told?: Partial<VisitorState>) {
    clearTimeout(timer);
    store.set({ ...told, messages: [], isTyping: false });
    onAnother();
    onGap();
  }

  function showTyping(state: TypingState) {
    clearTimeout(timer);
    store.set({ isTyping: state === 'start' });
    if (state === 'start') timer = setTimeout(showTyping, TYPING_HOLDS_MS, 'stop');
  }

  return { have, take, showTyping, stop: () => clearTimeout(timer) };
}

/** The messages with those of the others that follow them. */
export function following(messages: readonly VisitorMessage[], arrived: readonly VisitorMessage[]) {
  let last = messages.at(-1)?.seq ?? 0;
  const next = arrived.filter(({ seq }) => {
    const follows = seq === last + 1;
    if (follows) last = seq;
    return follows;
  });
  return next.length ? [...messages, ...next] : messages;
}

function isAnother(known: VisitorChat | null, told: VisitorChat | null | undefined) {
  return known !== null && told !== undefined && told?.id !== known.id;
}

/** What was told last may be older than what was told before: it came over another server. */
function later(known: VisitorChat | null, told: VisitorChat | null | undefined) {
  if (told === undefined) return known;
  return known && told && told.version < known.version ? known : told;
}

/** The chat as it is with messages that came after it was told. */
function counted(chat: VisitorChat | null, messages: readonly VisitorMessage[]) {
  const last = messages.at(-1)?.seq ?? 0;
  if (!chat || last <= chat.last_seq) return chat;
  const unseen = messages.filter(({ seq, sender }) => seq > chat.last_seq && sender !== 'client');
  return { ...chat, last_seq: last, unread: chat.unread + unseen.length };
}
