import { useTexts } from '../../locales/locale.tsx';
import { useAgents } from './use-agents.ts';

/** Gives what an agent is called. */
export function useAgentName() {
  const agents = useAgents();
  const { people } = useTexts();
  return (id: number | null | undefined) => {
    const agent = id == null ? undefined : agents.get(id);
    return agent?.name ?? agent?.email ?? people.colleague;
  };
}
