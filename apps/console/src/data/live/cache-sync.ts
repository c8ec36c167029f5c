import type { AgentState, Chat, Readable } from '@parley/live';
import type { QueryClient } from '@tanstack/react-query';
import {
  colleaguesQuery,
  connectionQuery,
  knownChatsQuery,
  pendingQuery,
  typingQuery,
  visitorsQuery,
} from './live-queries.ts';

/** Counts are asked for at most this often, however much happens. */
const COUNT_EVERY_MS = 1_500;

interface Expectation {
  chatId: number;
  changes: Partial<Chat>;
}

/** Writes what the connection knows into the query cache. */
export function createMirror(queryClient: QueryClient, client: Readable<AgentState>) {
  let known: Partial<AgentState> = {};
  let counting: ReturnType<typeof setTimeout> | undefined;
  /** One for each request that is under way, in their order: the word of one says nothing of the next. */
  const expected = new Set<Expectation>();

  function putChats() {
    const { chats } = client.state;
    queryClient.setQueryData(knownChatsQuery.queryKey, expected.size ? overlaid(chats, expected) : chats);
    counting ??= setTimeout(() => {
      counting = undefined;
      void queryClient.invalidateQueries({ queryKey: ['counts'] });
    }, COUNT_EVERY_MS);
  }

  function putColleagues(agents: AgentState['agents']) {
    queryClient.setQueryData(colleaguesQuery.queryKey, agents);
    // What newcomers are called, and who may have a chat no more, is told by the API.
    if (known.agents?.length && teamOf(agents) !== teamOf(known.agents)) {
      void queryClient.invalidateQueries({ queryKey: ['agents'] });
    }
  }

  function mirror() {
    const { state } = client;
    const isNew = (name: keyof AgentState) => state[name] !== known[name];
    if (isNew('chats')) putChats();
    if (isNew('pending')) queryClient.setQueryData(pendingQuery.queryKey, state.pending);
    if (isNew('typing')) queryClient.setQueryData(typingQuery.queryKey, state.typing);
    if (isNew('agents')) putColleagues(state.agents);
    if (isNew('visitors')) queryClient.setQueryData(visitorsQuery.queryKey, state.visitors);
    if (isNew('connection')) {
      queryClient.setQueryData(connectionQuery.queryKey, state.connection);
      // Why it was refused, the API says better.
      if (state.connection === 'refused') void queryClient.invalidateQueries({ queryKey: ['session'] });
      // The connection catches up on chats, but doesn't replay changes to contacts.
      if (state.connection === 'open') void queryClient.invalidateQueries({ queryKey: ['contact'] });
    }
    known = state;
  }

  mirror();
  const stop = client.subscribe(mirror);
  return {
    stop() {
      stop();
      clearTimeout(counting);
    },
    expect(chatId: number, changes: Partial<Chat>) {
      const expectation = { chatId, changes };
      expected.add(expectation);
      putChats();
      return () => {
        if (expected.delete(expectation)) putChats();
      };
    },
  };
}

/** Who may work, whether they are there or not. */
function teamOf(agents: AgentState['agents']) {
  const ids = agents.filter(({ status }) => status !== 'banned').map(({ id }) => id);
  return ids.sort((one, other) => one - other).join();
}

function overlaid(chats: ReadonlyMap<number, Chat>, expected: ReadonlySet<Expectation>) {
  const shown = new Map(chats);
  for (const { chatId, changes } of expected) {
    const chat = shown.get(chatId);
    if (chat) shown.set(chatId, { ...chat, ...changes });
  }
  return shown;
}
