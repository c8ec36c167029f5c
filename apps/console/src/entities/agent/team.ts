import type { api } from '../../data/api.ts';
import { useSession } from '../../data/session.ts';
import { useAgents } from './use-agents.ts';
import { type Presence, usePresence } from './use-presence.ts';

type Agent = Awaited<ReturnType<typeof api.agents.read>>;

export interface Teammate {
  id: number;
  name: string;
  url: string | null;
  presence: Presence;
  isMe: boolean;
}

const ORDER: Presence[] = ['online', 'break', 'offline'];

/** Agents a chat can be assigned to: the agent first, then by presence and name. */
export function useTeam(): Teammate[] {
  const me = useSession().agent.id;
  const agents = useAgents();
  const presenceOf = usePresence();
  const people = [...agents.values()].filter(({ type, status }) => type === 'human' && status !== 'banned');
  return people
    .map((agent) => toTeammate(agent, { presence: presenceOf(agent.id), isMe: agent.id === me }))
    .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

const toTeammate = ({ id, name, email, avatar_url }: Agent, rest: Pick<Teammate, 'presence' | 'isMe'>): Teammate => ({
  id,
  name: name ?? email ?? String(id),
  url: avatar_url,
  ...rest,
});

const rank = ({ isMe, presence }: Teammate) => (isMe ? -1 : ORDER.indexOf(presence));
