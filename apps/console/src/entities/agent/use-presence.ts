import { useColleagues } from '../../data/live/live.tsx';

export type Presence = 'online' | 'break' | 'offline';

/** Gives whether an agent is there, as it is known now. */
export function usePresence() {
  const colleagues = useColleagues();
  return (agentId: number): Presence => {
    const colleague = colleagues.find(({ id }) => id === agentId);
    if (!colleague?.online) return 'offline';
    return colleague.status === 'relaxation' ? 'break' : 'online';
  };
}
