import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../data/api.ts';
import { type Agent, agentsQuery } from '../../entities/agent/use-agents.ts';

/** What others do in their chats changes it. */
const REFRESH_MS = 30_000;

export type Workload = Awaited<ReturnType<typeof api.agents.listWorkloads>>['data'][number];
export type Invitation = Awaited<ReturnType<typeof api.agents.listInvitations>>['data'][number];

export const workloadsQuery = queryOptions({
  queryKey: ['team', 'workloads'],
  queryFn: async () => {
    const rows = await Array.fromAsync(api.agents.listWorkloads.each({ query: { limit: 100 } }));
    return new Map(rows.map((row): [number, Workload] => [row.agent_id, row]));
  },
  refetchInterval: REFRESH_MS,
});

export const seatsQuery = queryOptions({ queryKey: ['team', 'seats'], queryFn: () => api.agents.readSeats() });

export const invitationsQuery = queryOptions({
  queryKey: ['team', 'invitations'],
  queryFn: () => Array.fromAsync(api.agents.listInvitations.each()),
});

/** People of the team: human agents, suspended and removed ones included. */
export function usePeopleQuery() {
  return useQuery({
    ...agentsQuery,
    select: (agents) => [...agents.values()].filter(({ type }) => type === 'human'),
  });
}

export const displayName = ({ id, name, email }: Agent) => name ?? email ?? String(id);

/** Reloads what a change of people or invitations affects. */
export function useRefreshTeam() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: agentsQuery.queryKey });
    return queryClient.invalidateQueries({ queryKey: ['team'] });
  };
}

/** Shows an agent as the server returned it. */
export function useStoreAgent() {
  const queryClient = useQueryClient();
  return (agent: Agent) =>
    queryClient.setQueryData(agentsQuery.queryKey, (before) => before && new Map(before).set(agent.id, agent));
}
