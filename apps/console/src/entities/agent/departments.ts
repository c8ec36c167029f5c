import type { Chat } from '@parley/live';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../data/api.ts';

export type Department = Awaited<ReturnType<typeof api.departments.read>>;

export const departmentsQuery = queryOptions({
  queryKey: ['departments'],
  queryFn: () => Array.fromAsync(api.departments.list.each({ query: { limit: 100 } })),
});

/** The department whose internal chat this is; undefined if it was removed. */
export function useInternalDepartment({ id, is_internal }: Pick<Chat, 'id' | 'is_internal'>) {
  const { data, isPending } = useQuery({ ...departmentsQuery, enabled: is_internal });
  const department = is_internal ? data?.find(({ internal_chat_id }) => internal_chat_id === id) : undefined;
  return { department, isPending };
}

/** Returns the name of a department; undefined if it was removed. */
export function useDepartmentName() {
  const { data } = useQuery(departmentsQuery);
  return (id: number) => data?.find((department) => department.id === id)?.name;
}
