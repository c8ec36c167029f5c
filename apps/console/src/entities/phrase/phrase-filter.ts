import type { Phrase } from './phrases.ts';

/** Phrases that contain the query: the agent's own first, then by prefix of the name. */
export function filterPhrases(phrases: readonly Phrase[], query: string, ownerId: number): Phrase[] {
  const sought = query.toLowerCase();
  const rank = ({ agent_id, name }: Phrase) =>
    (agent_id === ownerId ? 0 : 2) + (name.toLowerCase().startsWith(sought) ? 0 : 1);
  const matches = phrases.filter(({ name, phrase }) => `${name}\n${phrase}`.toLowerCase().includes(sought));
  return matches.sort((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name));
}
