import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useColleagues } from '../../data/live/live.tsx';
import { sessionQuery, useSession } from '../../data/session.ts';

/** The agent's own status, including changes made on another device. */
export function useOwnPresence() {
  const queryClient = useQueryClient();
  const { agent } = useSession();
  const status = useColleagues().find(({ id }) => id === agent.id)?.status;
  useEffect(() => {
    if (!status) return;
    queryClient.setQueryData(
      sessionQuery.queryKey,
      (session) => session && { ...session, agent: { ...session.agent, status } },
    );
  }, [queryClient, status]);
  return agent.status === 'active' ? 'online' : 'break';
}
