import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../data/api.ts';

export type Agent = Awaited<ReturnType<typeof api.agents.read>>;

export const agentsQuery = queryOptions({
  queryKey: ['agents'],
  // Suspended agents are authors of messages too.
  queryFn: async () => {
    const groups = await Promise.all([
      Array.fromAsync(api.agents.list.each()),
      Array.fromAsync(api.agents.list.each({ query: { status: 'banned' } })),
    ]);
    return new Map(groups.flat().map((agent): [number, Agent] => [agent.id, agent]));
  },
  staleTime: 300_000,
});

const none: ReadonlyMap<number, Agent> = new Map();

/** All agents of the widget by id, suspended ones included. */
export function useAgents(): ReadonlyMap<number, Agent> {
  return useQuery(agentsQuery).data ?? none;
}

/** An operator of the widget that is no person: one of ours or an external one. */
export const isAi = (agent: Pick<Agent, 'type'> | undefined) => agent !== undefined && agent.type !== 'human';

/** Whether the widget has an AI operator. Without one the console does not mention AI. */
export function useHasAi() {
  const agents = useAgents().values();
  return agents.some((agent) => isAi(agent) && agent.status !== 'banned');
}
