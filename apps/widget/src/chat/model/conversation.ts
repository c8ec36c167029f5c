import type { VisitorMessage } from '@parley/contract';
import { createStore, type Store, type VisitorContent, type VisitorState } from '@parley/live';
import type { Memory, Shell } from '../../shell.ts';
import { createLiveConnection } from './live-connection.ts';
import { openOutboxStorage } from './outbox/outbox-storage.ts';
import { createOutgoing, type OutgoingState } from './outbox/outgoing.ts';
import type { Contact, OpenedSession, ServerApi } from './server-api.ts';
import { createSession } from './session.ts';

export interface ConversationState extends OutgoingState {
  /** Asleep until somebody opens the chat: until then the server does not know the visitor. */
  phase: 'asleep' | 'opening' | 'open';
  /** Why the server refuses the visitor. */
  refusal: string | null;
  contact: Contact | null;
  /** Messages before those in `live`, oldest first. */
  older: readonly VisitorMessage[];
  /** Where the next page of older messages starts. */
  cursor: string | null;
  live: VisitorState | null;
}

const ASLEEP = { phase: 'asleep', refusal: null, contact: null, older: [], cursor: null, live: null } as const;

/** What is stored for the visitor: by this tab, and by all tabs together. */
const KEPT_IN_TAB = ['visit', 'open', 'draft', 'shown'] as const;
const KEPT = [...KEPT_IN_TAB, 'token', 'rated', 'unsent', 'known', 'wrote', 'impression', 'history'] as const;

interface ConversationPorts {
  shell: Shell;
  api: ServerApi;
  /** A message of somebody else has arrived. */
  onMessage(message: VisitorMessage): void;
  /** Another tab has reset the visitor. */
  onResetElsewhere(): void;
  onChange(): void;
}

/** The visitor's conversation: its session, its live connection and the messages in both directions. */
export function createConversation({ shell, api, onMessage, onResetElsewhere, onChange }: ConversationPorts) {
  const { memory } = shell;
  const store = createStore<ConversationState>({ ...ASLEEP, waiting: [], uploads: [] });
  const storage = openOutboxStorage(shell);
  const session = createSession({
    shell,
    api,
    onOpening: () => store.set({ phase: 'opening', refusal: null }),
    onOpened,
    onRefused: close,
    onTokenChange: (isReset) => void (isReset ? onResetElsewhere() : restart()),
  });
  const outgoing = createOutgoing({
    api,
    storage,
    isSessionOpen: () => store.state.phase === 'open',
    onChange: store.set,
    onSent: ({ type }, client_message_id) => {
      memory.set('wrote', `${Date.now()}`);
      // What follows no longer answers the invitation.
      memory.set('impression', undefined);
      shell.emit('sent', { client_message_id, type, first: isFirst(store.state, memory, client_message_id) });
    },
  });
  const connection = createLiveConnection({
    shell,
    outgoing,
    onState: (live) => store.set({ live }),
    onOpen: () => void outgoing.adoptAbandoned(session.guard()),
    onMessage,
    // Start over, with what is not sent yet, when the server has forgotten this visitor or knows them as another.
    onRefused: (reason) => void (reason && reason !== 'token_invalid' ? close(reason) : restart()),
  });
  store.subscribe(onChange);

  function onOpened(opened: OpenedSession) {
    const { contact, history } = opened;
    connection.connect(opened);
    if (contact) publishContact(contact, null);
    store.set({ phase: 'open', contact, cursor: history.next_cursor, older: [] });
    connection.onChange();
    outgoing.resumeUploads();
  }

  function publishContact(contact: Contact, via: 'form' | 'api' | null) {
    const { name, email, phone, description } = contact;
    memory.set('known', '1');
    shell.emit('contact', { name, email, phone, description, via });
  }

  /** Keeps what is not sent yet for the next session. */
  function close(refusal: string | null) {
    session.end();
    connection.disconnect();
    store.set({ ...ASLEEP, refusal });
  }

  function restart() {
    close(null);
    return session.open();
  }

  return {
    get state() {
      return store.state;
    },
    subscribe: store.subscribe,
    open: session.open,
    sendMessage(message: VisitorContent) {
      outgoing.sendMessage(message);
      void session.open();
    },
    sendFile(file: File) {
      outgoing.sendFile(file);
      void session.open();
    },
    retry: outgoing.retry,
    discard: outgoing.discard,
    setTyping: connection.setTyping,
    setVisible: connection.setVisible,
    loadEarlier: () => loadEarlier(store, api),
    setContact(contact: Contact, via: 'form' | 'api') {
      store.set({ contact });
      publishContact(contact, via);
    },
    restart,
    /** Forgets the visitor. What tabs share is cleared by the tab that started the reset. */
    async reset(isDoneElsewhere: boolean) {
      close(null);
      for (const name of isDoneElsewhere ? KEPT_IN_TAB : KEPT) memory.set(name, undefined);
      outgoing.clear();
      await (isDoneElsewhere ? storage.releaseOwn() : storage.clear());
      shell.setUnread(0);
    },
  };
}

export type Conversation = ReturnType<typeof createConversation>;

async function loadEarlier(store: Store<ConversationState>, api: ServerApi) {
  const { cursor, older } = store.state;
  if (!cursor) return;
  const page = await api.listMessages(cursor);
  if (store.state.cursor !== cursor) return;
  store.set({ older: [...[...page.data].reverse(), ...older], cursor: page.next_cursor });
}

/** Whether nothing was sent before. A returning visitor may have, until the session says otherwise. */
function isFirst({ phase, older, live, waiting, uploads }: ConversationState, memory: Memory, id: string) {
  if (phase !== 'open' && memory.get('token')) return false;
  const all = [...older, ...(live?.messages ?? []), ...(live?.pending ?? []), ...waiting, ...uploads];
  return all.every(({ client_message_id }) => client_message_id === id);
}
