import type { AgentClient, AgentState, Chat } from '@parley/live';
import type { QueryClient } from '@tanstack/react-query';
import {
  colleaguesQuery,
  connectionQuery,
  knownChatsQuery,
  pendingQuery,
  typingQuery,
  visitorsQuery,
} from './live-queries.ts';

/** Throttles the refetch of counts. */
const COUNT_INTERVAL_MS = 1_500;
/** Spaces out attempts if the server keeps refusing. */
const RECONNECT_MS = 1_000;

interface OptimisticUpdate {
  chatId: number;
  changes: Partial<Chat>;
}

/** Mirrors the state of the connection into the query cache. */
export function createCacheSync(
  queryClient: QueryClient,
  client: Pick<AgentClient, 'state' | 'subscribe' | 'reconnect'>,
) {
  let known: Partial<AgentState> = {};
  let counting: ReturnType<typeof setTimeout> | undefined;
  let reconnecting: ReturnType<typeof setTimeout> | undefined;
  /** One for each pending request, in order: an answer to one must not revert the next. */
  const updates = new Set<OptimisticUpdate>();

  function putChats() {
    const { chats } = client.state;
    queryClient.setQueryData(knownChatsQuery.queryKey, updates.size ? withUpdates(chats, updates) : chats);
    counting ??= setTimeout(() => {
      counting = undefined;
      void queryClient.invalidateQueries({ queryKey: ['counts'] });
    }, COUNT_INTERVAL_MS);
  }

  function putColleagues(agents: AgentState['agents']) {
    queryClient.setQueryData(colleaguesQuery.queryKey, agents);
    // The names of new colleagues and who is suspended come from the API.
    if (known.agents?.length && teamOf(agents) !== teamOf(known.agents)) {
      void queryClient.invalidateQueries({ queryKey: ['agents'] });
    }
  }

  /** A password change or a second factor replaces the session: the connection is refused, but the agent still signed in. */
  async function checkSession() {
    await queryClient.invalidateQueries({ queryKey: ['session'] });
    if (queryClient.getQueryState(['session'])?.status === 'success') {
      reconnecting = setTimeout(client.reconnect, RECONNECT_MS);
    }
  }

  function sync() {
    const { state } = client;
    const isNew = (name: keyof AgentState) => state[name] !== known[name];
    if (isNew('chats')) putChats();
    if (isNew('pending')) queryClient.setQueryData(pendingQuery.queryKey, state.pending);
    if (isNew('typing')) queryClient.setQueryData(typingQuery.queryKey, state.typing);
    if (isNew('agents')) putColleagues(state.agents);
    if (isNew('visitors')) queryClient.setQueryData(visitorsQuery.queryKey, state.visitors);
    if (isNew('connection')) {
      queryClient.setQueryData(connectionQuery.queryKey, state.connection);
      if (state.connection === 'refused') void checkSession();
      // The connection catches up on chats, but doesn't replay changes to contacts.
      if (state.connection === 'open') void queryClient.invalidateQueries({ queryKey: ['contact'] });
    }
    known = state;
  }

  sync();
  const stop = client.subscribe(sync);
  return {
    stop() {
      stop();
      clearTimeout(counting);
      clearTimeout(reconnecting);
    },
    updateOptimistically(chatId: number, changes: Partial<Chat>) {
      const update = { chatId, changes };
      updates.add(update);
      putChats();
      return () => {
        if (updates.delete(update)) putChats();
      };
    },
  };
}

/** The ids of agents who are not suspended. */
function teamOf(agents: AgentState['agents']) {
  const ids = agents.filter(({ status }) => status !== 'banned').map(({ id }) => id);
  return ids.sort((one, other) => one - other).join();
}

function withUpdates(chats: ReadonlyMap<number, Chat>, updates: ReadonlySet<OptimisticUpdate>) {
  const shown = new Map(chats);
  for (const { chatId, changes } of updates) {
    const chat = shown.get(chatId);
    if (chat) shown.set(chatId, { ...chat, ...changes });
  }
  return shown;
}
