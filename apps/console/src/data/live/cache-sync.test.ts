import { type AgentState, type Chat, createStore } from '@parley/live';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createCacheSync } from './cache-sync.ts';
import { knownChatsQuery } from './live-queries.ts';

const AT = '2026-01-01T00:00:00.000Z';

function createClient(state: Partial<AgentState>) {
  const store = createStore(state as AgentState);
  return Object.assign(store, { reconnect: () => store.set({ connection: 'connecting' }) });
}

/** A cache with one unassigned chat. */
function startCacheSync() {
  const queryClient = new QueryClient();
  const first = { id: 1, version: 1, agent_id: null, done_at: null } as Chat;
  const client = createClient({ chats: new Map([[1, first]]) });
  const { updateOptimistically, stop } = createCacheSync(queryClient, client);
  onTestFinished(stop);
  return {
    show: (changes: Partial<Chat>) => updateOptimistically(1, changes),
    /** The connection receives a newer version. */
    onMessage: (version: number, changes: Partial<Chat>) =>
      client.set({ chats: new Map([[1, { ...first, version, ...changes }]]) }),
    shown: () => {
      const { agent_id, done_at } = queryClient.getQueryData(knownChatsQuery.queryKey)?.get(1) ?? {};
      return { agent_id, done_at };
    },
  };
}

test('two optimistic updates of a chat each stay until settled, whatever events arrive meanwhile', () => {
  const { show, onMessage, shown } = startCacheSync();
  const settleClaim = show({ agent_id: 7 });
  const settleClose = show({ done_at: AT });
  expect(shown()).toEqual({ agent_id: 7, done_at: AT });
  onMessage(2, { agent_id: 7 });
  expect(shown()).toEqual({ agent_id: 7, done_at: AT });
  settleClaim();
  expect(shown()).toEqual({ agent_id: 7, done_at: AT });
  onMessage(3, { agent_id: 7, done_at: AT });
  settleClose();
  expect(shown()).toEqual({ agent_id: 7, done_at: AT });
});

test('a failed optimistic update is reverted alone, and the later of two for one field is shown', () => {
  const { show, shown } = startCacheSync();
  const settleClaim = show({ agent_id: 7 });
  const settleAssignment = show({ agent_id: 8 });
  expect(shown().agent_id).toBe(8);
  settleClaim();
  settleClaim();
  expect(shown().agent_id).toBe(8);
  settleAssignment();
  expect(shown().agent_id).toBeNull();
});

test('agents are refetched when one joins or is suspended, and not when one goes online or offline', () => {
  const queryClient = new QueryClient();
  const client = createClient({ chats: new Map(), agents: [] });
  onTestFinished(createCacheSync(queryClient, client).stop);
  const isStaleAfter = (...agents: AgentState['agents']) => {
    queryClient.setQueryData(['agents'], 'as they were');
    client.set({ agents });
    return queryClient.getQueryState(['agents'])?.isInvalidated;
  };
  const ann = { id: 1, online: true, status: 'active' as const };
  const bob = { id: 2, online: false, status: 'active' as const };
  expect(isStaleAfter(ann, bob)).toBe(false);
  expect(isStaleAfter({ ...bob, online: true }, { ...ann, status: 'relaxation' })).toBe(false);
  expect(isStaleAfter(ann, { ...bob, status: 'banned' })).toBe(true);
  expect(isStaleAfter(ann)).toBe(false);
  expect(isStaleAfter(ann, { ...bob, id: 3 })).toBe(true);
});

test('contacts are refetched each time the connection opens', () => {
  const queryClient = new QueryClient();
  const client = createClient({ chats: new Map(), connection: 'connecting' });
  onTestFinished(createCacheSync(queryClient, client).stop);
  const isStaleAfter = (connection: AgentState['connection']) => {
    queryClient.setQueryData(['contact', 'ira'], 'as it was');
    client.set({ connection });
    return queryClient.getQueryState(['contact', 'ira'])?.isInvalidated;
  };
  expect(isStaleAfter('open')).toBe(true);
  expect(isStaleAfter('connecting')).toBe(false);
  expect(isStaleAfter('open')).toBe(true);
});

test('a refused connection is reopened while the session is valid', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const queryClient = new QueryClient();
  const client = createClient({ chats: new Map(), connection: 'open' });
  onTestFinished(createCacheSync(queryClient, client).stop);
  const stateAfterRefusal = async (readSession: () => Promise<string>) => {
    const observer = new QueryObserver(queryClient, { queryKey: ['session'], queryFn: readSession, retry: false });
    const stop = observer.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    client.set({ connection: 'refused' });
    await vi.advanceTimersByTimeAsync(10_000);
    stop();
    return client.state.connection;
  };
  expect(await stateAfterRefusal(async () => 'renewed')).toBe('connecting');
  expect(await stateAfterRefusal(() => Promise.reject(new Error('signed out')))).toBe('refused');
});
