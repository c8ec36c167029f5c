import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { useSession } from '../../../data/session.ts';
import { useAgents } from '../../../entities/agent/use-agents.ts';
import type { Contact } from '../../../entities/contact/contact-queries.ts';
import { filterPhrases } from '../phrases/phrase-filter.ts';
import { phrasesQuery } from '../phrases/phrases.ts';
import { fillVariables, variableValues } from '../phrases/variables.ts';
import { insertText } from './insert-text.ts';
import { findPeople, labelOf } from './mentions.ts';
import { findTrigger, type Trigger } from './trigger.ts';

export interface Suggestion {
  id: number;
  kind: Trigger['kind'];
  title: string;
  detail: string;
  /** The owner, unless it is the agent. */
  owner: string | null;
  /** Replaces the typed query. */
  text: string;
}

interface SuggestionOptions {
  field: RefObject<HTMLTextAreaElement | null>;
  contact: Contact | undefined;
  canMention: boolean;
  /** Runs for the last item of the list of phrases. */
  onManage: () => void;
}

export type Suggestions = ReturnType<typeof useSuggestions>;

/** Suggestions for the text before the caret, and the active one. */
export function useSuggestions({ field, contact, canMention, onManage }: SuggestionOptions) {
  const [trigger, setTrigger] = useState<Trigger>();
  const [active, setActive] = useState(0);
  const dismissed = useRef<number>(undefined);
  const { items, isLoading } = useItems(trigger, contact);
  const isPhrases = trigger?.kind === 'phrase';
  const isOpen = items.length > 0 || (isPhrases && trigger.query === '');
  /** The last item opens the manager of phrases. */
  const count = items.length + (isPhrases ? 1 : 0);

  function read() {
    const { value = '', selectionStart = 0, selectionEnd = 0 } = field.current ?? {};
    const next = selectionStart === selectionEnd ? findTrigger(value, selectionStart, canMention) : undefined;
    if (!next) dismissed.current = undefined;
    const shown = next?.from === dismissed.current ? undefined : next;
    if (shown?.kind === trigger?.kind && shown?.from === trigger?.from && shown?.query === trigger?.query) return;
    setTrigger(shown);
    setActive(0);
  }

  function pick(index: number) {
    if (!trigger || !field.current) return;
    const item = items[index];
    insertText(field.current, item?.text ?? '', trigger);
    setTrigger(undefined);
    if (!item) onManage();
  }

  function close() {
    dismissed.current = trigger?.from;
    setTrigger(undefined);
  }

  /** Returns whether the list handled the key. */
  function press({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent) {
    if (!isOpen || shiftKey || ctrlKey || metaKey || altKey) return false;
    if (key === 'ArrowDown') setActive((active + 1) % count);
    else if (key === 'ArrowUp') setActive((active + count - 1) % count);
    else if (key === 'Enter' || key === 'Tab') pick(active);
    else if (key === 'Escape') close();
    else return false;
    return true;
  }

  return { kind: trigger?.kind, items, isOpen, isLoading, active, setActive, read, pick, press, close };
}

function useItems(trigger: Trigger | undefined, contact: Contact | undefined) {
  const { data: phrases = [], isPending } = useQuery(phrasesQuery);
  const agents = useAgents();
  const { agent, user, widget } = useSession();
  if (!trigger) return { items: [], isLoading: false };
  if (trigger.kind === 'mention') {
    const colleagues = agents.values().filter(({ type, status }) => type === 'human' && status !== 'banned');
    const others = colleagues.filter(({ id, name, email }) => id !== agent.id && labelOf({ id, name, email }));
    const items = findPeople(others, trigger.query).map((person): Suggestion => {
      const title = labelOf(person);
      const detail = person.name === null ? '' : (person.email ?? '');
      return { id: person.id, kind: 'mention', title, detail, owner: null, text: `@${title} ` };
    });
    return { items, isLoading: false };
  }
  const agentName = [user.name, user.surname].filter(Boolean).join(' ');
  const known = variableValues({ contact, agentName, site: widget.domain });
  const items = filterPhrases(phrases, trigger.query, agent.id).map(({ id, name, phrase, agent_id }): Suggestion => {
    const owner = agents.get(agent_id);
    const others = agent_id === agent.id || !owner ? null : labelOf(owner);
    return { id, kind: 'phrase', title: name, detail: phrase, owner: others, text: fillVariables(phrase, known) };
  });
  return { items, isLoading: isPending };
}
