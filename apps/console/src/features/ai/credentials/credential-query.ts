import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';

export const credentialQuery = (id: number) =>
  queryOptions({
    queryKey: ['ai', 'credential', id],
    queryFn: () => api.aiCredentials.read({ params: { id } }),
  });
