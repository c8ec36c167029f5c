import type { Chat } from '@parley/live';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../data/api.ts';

export type Department = Awaited<ReturnType<typeof api.departments.read>>;

export const departmentsQuery = queryOptions({
  queryKey: ['departments'],
  queryFn: () => Array.fromAsync(api.departments.list.each({ query: { limit: 100 } })),
});

/** The name of the department whose internal chat this is. */
export function useInternalDepartment({ id, is_internal }: Pick<Chat, 'id' | 'is_internal'>) {
  const { data } = useQuery({ ...departmentsQuery, enabled: is_internal });
  return is_internal ? data?.find(({ internal_chat_id }) => internal_chat_id === id)?.name : undefined;
}
