import { useQueryClient } from '@tanstack/react-query';
import { agentsQuery } from '../../../entities/agent/use-agents.ts';

/** Reloads what the pages of the AI show. Whether the AI answers depends on all of it. */
export function useRefreshAi() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['ai'] }),
      // AI operators are agents.
      queryClient.invalidateQueries({ queryKey: agentsQuery.queryKey }),
    ]);
}
