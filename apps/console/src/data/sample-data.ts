import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import { hasRole, useSession } from './session.ts';

const sampleDataQuery = queryOptions({
  queryKey: ['sample-data'],
  queryFn: () => api.sampleData.read(),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Whether sample data is offered or present, for the owner; undefined while loading. */
export function useSampleData() {
  const isOwner = hasRole(useSession(), 'owner');
  const { data } = useQuery({ ...sampleDataQuery, enabled: isOwner });
  return isOwner ? data : NONE;
}

const NONE = { is_offered: false, contacts: 0, agents: 0 };
