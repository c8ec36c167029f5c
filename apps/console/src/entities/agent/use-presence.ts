import { useColleagues } from '../../data/live/live.tsx';

export type Presence = 'online' | 'break' | 'offline';

/** Returns the presence of an agent. */
export function usePresence() {
  const colleagues = useColleagues();
  return (agentId: number): Presence => {
    const colleague = colleagues.find(({ id }) => id === agentId);
    if (!colleague?.online) return 'offline';
    return colleague.status === 'relaxation' ? 'break' : 'online';
  };
}
