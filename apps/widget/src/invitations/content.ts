import type { ActiveInvitation } from '@parley/contract';
import type { Shell } from '../shell.ts';

interface ContentShell extends Pick<Shell, 'language'> {
  config: Pick<Shell['config'], 'people'>;
}
type Shown = Pick<ActiveInvitation, 'text' | 'texts' | 'quick_replies' | 'from'>;

export interface Content {
  text: string;
  replies: string[];
  /** Null for the widget. */
  sender: { id: number; name: string | null; avatar_url: string | null } | null;
}

/** An invitation in the visitor's language, where there is a translation. */
export function contentOf(shell: ContentShell, { text, texts, quick_replies, from }: Shown): Content {
  const translations = texts as Record<string, string | undefined>;
  return { text: translations[shell.language()] ?? text, replies: quick_replies, sender: findSender(shell, from) };
}

/** The AI operator who would answer is among the people. For somebody who has left the widget invites. */
function findSender({ config, language }: ContentShell, { type, agent_id }: ActiveInvitation['from']) {
  // Of the page, whose libraries may have changed its arrays.
  const people = structuredClone(config.people);
  const person = people.find((each) => (agent_id === null ? each.type === type : each.id === agent_id));
  return person ? { ...person, name: person.names[language()] ?? person.name } : null;
}
