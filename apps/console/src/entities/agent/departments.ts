import { queryOptions } from '@tanstack/react-query';
import { api } from '../../data/api.ts';

export const departmentsQuery = queryOptions({
  queryKey: ['departments'],
  queryFn: () => Array.fromAsync(api.departments.list.each({ query: { limit: 100 } })),
});
