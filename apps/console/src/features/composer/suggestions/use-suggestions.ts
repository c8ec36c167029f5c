import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { useSession } from '../../../data/session.ts';
import { useAgents } from '../../../entities/agent/use-agents.ts';
import type { Contact } from '../../../entities/contact/contact-queries.ts';
import { filterPhrases } from '../phrases/phrase-filter.ts';
import { phrasesQuery } from '../phrases/phrases.ts';
import { fillIn, knownOf } from '../phrases/variables.ts';
import { insertText } from './insert-text.ts';
import { findPeople, labelOf } from './mentions.ts';
import { type Asked, readAsked } from './trigger.ts';

export interface Suggestion {
  id: number;
  kind: Asked['kind'];
  title: string;
  detail: string;
  /** Whose it is, unless one's own. */
  owner: string | null;
  /** What is written in place of what was typed. */
  text: string;
}

interface SuggestionsPlan {
  field: RefObject<HTMLTextAreaElement | null>;
  contact: Contact | undefined;
  canMention: boolean;
  /** Chosen below the phrases. */
  onManage: () => void;
}

export type Suggestions = ReturnType<typeof useSuggestions>;

/** What could be meant by what stands before the caret, and which of it the keys have reached. */
export function useSuggestions({ field, contact, canMention, onManage }: SuggestionsPlan) {
  const [asked, setAsked] = useState<Asked>();
  const [active, setActive] = useState(0);
  const dismissed = useRef<number>(undefined);
  const { items, isLoading } = useItems(asked, contact);
  const isPhrases = asked?.kind === 'phrase';
  const isOpen = items.length > 0 || (isPhrases && asked.query === '');
  /** The way to manage phrases is the last thing to choose. */
  const count = items.length + (isPhrases ? 1 : 0);

  function read() {
    const { value = '', selectionStart = 0, selectionEnd = 0 } = field.current ?? {};
    const next = selectionStart === selectionEnd ? readAsked(value, selectionStart, canMention) : undefined;
    if (!next) dismissed.current = undefined;
    const shown = next?.from === dismissed.current ? undefined : next;
    if (shown?.kind === asked?.kind && shown?.from === asked?.from && shown?.query === asked?.query) return;
    setAsked(shown);
    setActive(0);
  }

  function pick(index: number) {
    if (!asked || !field.current) return;
    const item = items[index];
    insertText(field.current, item?.text ?? '', asked);
    setAsked(undefined);
    if (!item) onManage();
  }

  function close() {
    dismissed.current = asked?.from;
    setAsked(undefined);
  }

  /** Whether the key was meant for the list. */
  function press({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent) {
    if (!isOpen || shiftKey || ctrlKey || metaKey || altKey) return false;
    if (key === 'ArrowDown') setActive((active + 1) % count);
    else if (key === 'ArrowUp') setActive((active + count - 1) % count);
    else if (key === 'Enter' || key === 'Tab') pick(active);
    else if (key === 'Escape') close();
    else return false;
    return true;
  }

  return { kind: asked?.kind, items, isOpen, isLoading, active, setActive, read, pick, press, close };
}

function useItems(asked: Asked | undefined, contact: Contact | undefined) {
  const { data: phrases = [], isPending } = useQuery(phrasesQuery);
  const agents = useAgents();
  const { agent, user, widget } = useSession();
  if (!asked) return { items: [], isLoading: false };
  if (asked.kind === 'mention') {
    const colleagues = agents.values().filter(({ type, status }) => type === 'human' && status !== 'banned');
    const others = colleagues.filter(({ id, name, email }) => id !== agent.id && labelOf({ id, name, email }));
    const items = findPeople(others, asked.query).map((person): Suggestion => {
      const title = labelOf(person);
      const detail = person.name === null ? '' : (person.email ?? '');
      return { id: person.id, kind: 'mention', title, detail, owner: null, text: `@${title} ` };
    });
    return { items, isLoading: false };
  }
  const agentName = [user.name, user.surname].filter(Boolean).join(' ');
  const known = knownOf({ contact, agentName, site: widget.domain });
  const items = filterPhrases(phrases, asked.query, agent.id).map(({ id, name, phrase, agent_id }): Suggestion => {
    const owner = agents.get(agent_id);
    const others = agent_id === agent.id || !owner ? null : labelOf(owner);
    return { id, kind: 'phrase', title: name, detail: phrase, owner: others, text: fillIn(phrase, known) };
  });
  return { items, isLoading: isPending };
}
