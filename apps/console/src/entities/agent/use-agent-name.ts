import { useTexts } from '../../locales/locale.tsx';
import { useAgents } from './use-agents.ts';

/** Returns the display name of an agent. */
export function useAgentName() {
  const agents = useAgents();
  const { people } = useTexts();
  return (id: number | null | undefined) => {
    const agent = id == null ? undefined : agents.get(id);
    return agent?.name ?? agent?.email ?? people.colleague;
  };
}
