import type { CallReply, VisitorChat, VisitorMessage, visitorLive } from '@parley/contract';
import type { Store } from '../store.ts';
import { TYPING_EXPIRES_MS, type TypingState } from '../typing.ts';
import type { VisitorState } from './state.ts';

type Resumed = CallReply<(typeof visitorLive.calls)['resume']>;

interface ConversationPorts {
  store: Store<VisitorState>;
  /** Messages with these ids are in the list now; returns those still to be sent. */
  settle(ids: (string | null)[]): VisitorState['pending'];
  /** Messages are missing. */
  onGap(): void;
  /** The visitor turned out to be another contact, with another chat or none. */
  onOtherChat(): void;
}

/** The messages of the visitor's chat: each once, in order and without gaps. */
export function createConversation({ store, settle, onGap, onOtherChat }: ConversationPorts) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const lastSeq = () => store.state.messages.at(-1)?.seq ?? 0;

  /** Messages of an event, or together with other news of the server. */
  function apply(arrived: readonly VisitorMessage[], news?: Partial<Pick<Resumed, 'chat' | 'online'>>) {
    if (isOtherChat(store.state.chat, news?.chat)) return startOver(news);
    const messages = appendInOrder(store.state.messages, arrived);
    const last = messages.at(-1)?.seq ?? 0;
    const isAnswered = messages.slice(store.state.messages.length).some(({ sender }) => sender !== 'client');
    if (isAnswered) clearTimeout(timer);
    const shown = arrived.flatMap(({ seq, client_message_id }) => (seq <= last ? client_message_id : []));
    const chat = countUnread(newer(store.state.chat, news?.chat), messages);
    const isTyping = store.state.isTyping && !isAnswered;
    store.set({ ...news, messages, chat, isTyping, pending: settle(shown) });
    if (news) return;
    // A first message creates the chat, which the event does not carry.
    if (!chat || arrived.some(({ seq }) => seq > last)) onGap();
  }

  /** With nothing of the previous chat. */
  function startOver(news?: Partial<VisitorState>) {
    clearTimeout(timer);
    store.set({ ...news, messages: [], isTyping: false });
    onOtherChat();
    onGap();
  }

  function setTyping(state: TypingState) {
    clearTimeout(timer);
    store.set({ isTyping: state === 'start' });
    if (state === 'start') timer = setTimeout(setTyping, TYPING_EXPIRES_MS, 'stop');
  }

  return { lastSeq, apply, setTyping, stop: () => clearTimeout(timer) };
}

/** Appends the arrived messages that continue the sequence. */
export function appendInOrder(messages: readonly VisitorMessage[], arrived: readonly VisitorMessage[]) {
  let last = messages.at(-1)?.seq ?? 0;
  const next = arrived.filter(({ seq }) => {
    const follows = seq === last + 1;
    if (follows) last = seq;
    return follows;
  });
  return next.length ? [...messages, ...next] : messages;
}

function isOtherChat(known: VisitorChat | null, news: VisitorChat | null | undefined) {
  return known !== null && news !== undefined && news?.id !== known.id;
}

/** Events of several servers may arrive out of order. */
function newer(known: VisitorChat | null, news: VisitorChat | null | undefined) {
  if (news === undefined) return known;
  return known && news && news.version < known.version ? known : news;
}

/** Counts messages that are newer than the chat. */
function countUnread(chat: VisitorChat | null, messages: readonly VisitorMessage[]) {
  const last = messages.at(-1)?.seq ?? 0;
  if (!chat || last <= chat.last_seq) return chat;
  const unseen = messages.filter(({ seq, sender }) => seq > chat.last_seq && sender !== 'client');
  return { ...chat, last_seq: last, unread: chat.unread + unseen.length };
}
