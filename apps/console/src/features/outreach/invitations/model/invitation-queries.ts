import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../data/api.ts';

type Invitations = Awaited<ReturnType<typeof api.smartInvitations.list>>;
export type Invitation = Invitations['rules'][number];
export type Template = Invitations['templates'][number];
export type SavedInvitation = Awaited<ReturnType<typeof api.smartInvitations.save>>;
export type Funnel = Awaited<ReturnType<typeof api.smartInvitations.funnel>>;
type SaveBody = Parameters<typeof api.smartInvitations.save>[0]['body'];
export type RuleInput = SaveBody['rule'];

const KEY = ['smart-invitations'];

/** Rules in the order in which they are considered, and templates. */
export const invitationsQuery = queryOptions({
  queryKey: [...KEY, 'list'],
  queryFn: ({ signal }) => api.smartInvitations.list({ signal }),
  refetchOnMount: 'always',
});

interface FunnelSpan {
  from: number;
  to: number;
}

/** By default of the last 30 days. */
export const funnelQuery = (span?: FunnelSpan) =>
  queryOptions({
    queryKey: [...KEY, 'funnel', span?.from, span?.to],
    queryFn: ({ signal }) =>
      api.smartInvitations.funnel({
        query: span ? { from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() } : {},
        signal,
      }),
    refetchOnMount: 'always',
  });

const compare = (one: Invitation, other: Invitation) => one.priority - other.priority || one.id - other.id;

/** Replaces rules in the list, without a request. */
export function useCacheInvitations() {
  const queryClient = useQueryClient();
  return (change: (rules: Invitation[]) => Invitation[]) =>
    queryClient.setQueryData(invitationsQuery.queryKey, (known) =>
      known ? { ...known, rules: change(known.rules).toSorted(compare) } : known,
    );
}

/** Reads rules, templates and figures again. */
export function useRefreshInvitations() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: KEY });
}

/** A rule as it is stored, from what a save returns. */
export function toInvitation({ warnings: _, ...saved }: SavedInvitation): Invitation | undefined {
  const { id, version } = saved;
  return id === null || version === null ? undefined : { ...saved, id, version };
}
