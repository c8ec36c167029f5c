import type { VisitorMessage } from '@parley/contract';
import {
  connectVisitor,
  createStore,
  newId,
  type Pending,
  type VisitorClient,
  type VisitorContent,
  type VisitorState,
} from '@parley/live';
import { keyOf, type Shell } from '../../shell.ts';
import { openUnsent, type Unsent } from './outbox-storage.ts';
import type { CallError, Calls, Contact, Opened } from './server-api.ts';
import { alone } from './tab-locks.ts';
import { untilOnline } from './until-online.ts';
import { createUploads, type Uploading } from './uploads.ts';

export interface TalkState {
  /** Asleep until somebody opens the chat: until then the server knows of nobody. */
  phase: 'asleep' | 'opening' | 'open';
  /** Why nothing can be said here. */
  refusal: string | null;
  contact: Contact | null;
  /** From before what `live` has, oldest first. */
  older: readonly VisitorMessage[];
  /** Where still older ones begin. */
  cursor: string | null;
  live: VisitorState | null;
  /** Said before there was a connection to say it over. */
  waiting: readonly Pending<VisitorContent>[];
  uploads: readonly Uploading[];
}

const ASLEEP: TalkState = {
  phase: 'asleep',
  refusal: null,
  contact: null,
  older: [],
  cursor: null,
  live: null,
  waiting: [],
  uploads: [],
};
/** What is remembered of a visitor. */
const OF_TAB = ['visit', 'open', 'draft'] as const;
const OF_BROWSER = ['token', 'rated', 'unsent'] as const;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

interface Plan {
  shell: Shell;
  calls: Calls;
  /** Somebody else said something. */
  onHeard(message: VisitorMessage): void;
  /** In another tab the visitor was forgotten. */
  onForgotten(): void;
  onChange(): void;
}

/** The conversation of this browser: what was said, what is on its way, and what waits for a connection. */
export function createTalk({ shell, calls, onHeard, onForgotten, onChange }: Plan) {
  const { config, memory } = shell;
  const store = createStore(ASLEEP);
  const unsent = openUnsent(shell);
  /** What the client has been given and not yet stored. */
  const sending = new Set<string>();
  let client: VisitorClient | undefined;
  /** Of the visitor that is spoken for here. */
  let token: string | undefined;
  let opening: Promise<void> | undefined;
  let chatId: number | undefined;
  /** Who answers. */
  let agentId: number | undefined;
  /** Of the newest message that was here before. */
  let heard = 0;
  let isLooking = false;
  /** Of the newest message that was seen here. */
  let seen = 0;
  /** Raised when everything begins anew; what was asked for before then no longer counts. */
  let generation = 0;

  const uploads = createUploads({
    calls,
    unsent,
    isReady: () => store.state.phase === 'open',
    onChange: (list) => store.set({ uploads: list }),
    onUploaded(message, id) {
      send(message, id);
      tell(message, id);
    },
  });
  store.subscribe(onChange);
  shell.window.addEventListener('storage', ({ key, newValue }) => {
    if (key === keyOf(config.button_guid, 'token')) follow(newValue);
  });

  function open() {
    opening ??= start();
    return opening;
  }

  async function start() {
    const mine = generation;
    store.set({ phase: 'opening', refusal: null });
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        const opened = await alone(`parley.${config.button_guid}`, async () => {
          // Tabs that open at one moment open for one visitor.
          const answer = await calls.open(shell.language);
          // Whoever was meant may have been forgotten meanwhile.
          if (mine === generation) memory.set('token', answer.token);
          return answer;
        });
        if (mine !== generation) return;
        return await begin(opened);
      } catch (error) {
        const { status = 0, reason } = error as CallError;
        if (mine !== generation) return;
        if (status >= 400 && status < 500 && status !== 429) return refuse(reason);
        await untilOnline(pause);
      }
    }
  }

  function begin({ chat, contact, history, ...opened }: Opened) {
    token = opened.token;
    calls.speakFor(token);
    const messages = [...history.data].reverse();
    heard = messages.at(-1)?.seq ?? 0;
    agentId = chat?.agent?.id;
    const pending = store.state.waiting;
    for (const { client_message_id } of pending) sending.add(client_message_id);
    client = connectVisitor({ url: config.origin, buttonGuid: config.button_guid, token, chat, messages, pending });
    client.subscribe(onLive);
    if (contact) tellContact(contact, null);
    store.set({ phase: 'open', contact, cursor: history.next_cursor, older: [], waiting: [] });
    onLive();
    uploads.resume([]);
  }

  /** Sends what other pages left behind. */
  async function takeOver() {
    const mine = generation;
    const entries = await unsent.take();
    if (mine !== generation) return;
    const arrived = new Set(client?.state.messages.map(({ client_message_id }) => client_message_id));
    const hasArrived = ({ client_message_id }: Unsent) => arrived.has(client_message_id);
    for (const { client_message_id } of entries.filter(hasArrived)) void unsent.release(client_message_id);
    const left = entries.filter((entry) => !hasArrived(entry));
    for (const { client_message_id, message } of left) if (message) send(message, client_message_id);
    uploads.resume(left);
  }

  function onLive() {
    if (!client) return;
    const live = client.state;
    const wasOpen = store.state.live?.connection === 'open';
    if (live.connection === 'refused') return onRefused(live.refusal?.reason ?? '');
    // The visitor turned out to be somebody else: what was shown of the one is nothing of the other.
    if (chatId && live.chat && live.chat.id !== chatId) return void restart();
    chatId = live.chat?.id ?? chatId;
    const news = live.messages.filter(({ seq, sender }) => seq > heard && sender !== 'client');
    heard = Math.max(heard, live.messages.at(-1)?.seq ?? 0);
    store.set({ live });
    settle(live.pending);
    if (live.connection === 'open' && !wasOpen) void takeOver();
    if (news.length) client.receive();
    if (isLooking && live.chat?.unread) client.see();
    shell.setUnread(unreadOf(live));
    if (live.chat?.agent && live.chat.agent.id !== agentId) shell.tell('accept', { agent: live.chat.agent });
    agentId = live.chat?.agent?.id;
    for (const message of news) onHeard(message);
  }

  /** What was seen here is not unread, also before the server has heard of it. */
  function unreadOf({ messages, chat }: VisitorState) {
    const unread = chat?.unread ?? 0;
    if (isLooking) {
      seen = messages.at(-1)?.seq ?? seen;
      return 0;
    }
    if (!seen) return unread;
    return Math.min(unread, messages.filter(({ seq, sender }) => seq > seen && sender !== 'client').length);
  }

  /** What is stored need not be kept here any longer; of a file that was not taken the file is sent again. */
  function settle(pending: VisitorState['pending']) {
    for (const id of sending) {
      const entry = pending.find(({ client_message_id }) => client_message_id === id);
      const isRefused = entry?.problem && uploads.has(id);
      if (entry && !isRefused) continue;
      sending.delete(id);
      if (isRefused) {
        client?.discard(id);
        uploads.refuse(id);
      } else finish(id);
    }
  }

  function finish(id: string) {
    sending.delete(id);
    uploads.drop(id);
    void unsent.release(id);
  }

  /** In another tab the visitor was forgotten, or became known as somebody else. */
  function follow(now: string | null) {
    if (store.state.phase === 'asleep' || now === token) return;
    if (now === null) onForgotten();
    else if (store.state.phase === 'open') void restart();
  }

  function onRefused(reason: string) {
    // Somebody made the server forget this visitor: they begin anew, with what they had not yet sent.
    if (reason === 'token_invalid') void restart();
    else refuse(reason);
  }

  function refuse(refusal: string) {
    fallAsleep();
    store.set({ refusal });
  }

  function restart() {
    fallAsleep();
    return open();
  }

  /** With what is still to be sent. */
  function fallAsleep() {
    const { live, waiting, uploads } = store.state;
    forget();
    store.set({ ...ASLEEP, waiting: live?.pending ?? waiting, uploads });
  }

  function forget() {
    generation += 1;
    client?.close();
    client = undefined;
    opening = undefined;
    token = undefined;
    calls.speakFor(undefined);
    sending.clear();
    chatId = undefined;
    heard = 0;
    seen = 0;
  }

  function say(message: VisitorContent) {
    const id = newId();
    unsent.save({ client_message_id: id, message, at: Date.now() });
    send(message, id);
    tell(message, id);
    void open();
  }

  function tell({ type }: VisitorContent, client_message_id: string) {
    shell.tell('sent', { client_message_id, type, first: isFirst(client_message_id) });
  }

  /** Nothing was said before; somebody who was here before may have talked, until it is known that they have not. */
  function isFirst(id: string) {
    const { phase, older, live, waiting, uploads: files } = store.state;
    if (phase !== 'open' && memory.get('token')) return false;
    const all = [...older, ...(live?.messages ?? []), ...(live?.pending ?? []), ...waiting, ...files];
    return all.every(({ client_message_id }) => client_message_id === id);
  }

  function tellContact({ name, email, phone, description }: Contact, via: 'form' | 'api' | null) {
    shell.tell('contact', { name, email, phone, description, via });
  }

  function send(message: VisitorContent, id: string) {
    if (client) {
      sending.add(id);
      client.send(message, id);
    } else store.set({ waiting: [...store.state.waiting, { client_message_id: id, message, problem: null }] });
  }

  return {
    get state() {
      return store.state;
    },
    subscribe: store.subscribe,
    open,
    say,
    sendFile(file: File) {
      uploads.add(file, newId());
      void open();
    },
    retry: (id: string) => (uploads.has(id) ? uploads.retry(id) : client?.retry(id)),
    discard(id: string) {
      finish(id);
      client?.discard(id);
    },
    /** What is being written, for who answers to see coming. */
    type: (text: string) => client?.type(text ? 'start' : 'stop', text),
    /** The visitor sees the conversation now, or no longer. */
    look(isSeen: boolean) {
      isLooking = isSeen;
      if (client) onLive();
    },
    async showEarlier() {
      const { cursor, older } = store.state;
      if (!cursor) return;
      const page = await calls.earlier(cursor);
      if (store.state.cursor !== cursor) return;
      store.set({ older: [...[...page.data].reverse(), ...older], cursor: page.next_cursor });
    },
    setContact(contact: Contact, via: 'form' | 'api') {
      store.set({ contact });
      tellContact(contact, via);
    },
    /** The server may know them as somebody else now. */
    restart,
    /** Nothing of the visitor is left here; what all tabs share is left to the one that forgot them first. */
    async reset(isDoneElsewhere: boolean) {
      forget();
      const names = isDoneElsewhere ? OF_TAB : [...OF_TAB, ...OF_BROWSER];
      for (const name of names) memory.set(name, undefined);
      uploads.clear();
      await (isDoneElsewhere ? unsent.releaseOwn() : unsent.clear());
      store.set(ASLEEP);
      shell.setUnread(0);
    },
  };
}
