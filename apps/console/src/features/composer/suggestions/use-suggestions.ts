import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { useSession } from '../../../data/session.ts';
import { useAgents } from '../../../entities/agent/use-agents.ts';
import type { Contact } from '../../../entities/contact/contact-queries.ts';
import { filterPhrases } from '../../../entities/phrase/phrase-filter.ts';
import { phrasesQuery } from '../../../entities/phrase/phrases.ts';
import { fillVariables, findUnfilled, variableValues } from '../../../entities/phrase/variables.ts';
import { insertText } from '../../../ui/form/insert-text.ts';
import { findPeople, labelOf } from './mentions.ts';
import { findTrigger, readQuery, type Trigger } from './trigger.ts';

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
  /** Where a button opened the list: what is typed from there on is the query. */
  const anchor = useRef<Pick<Trigger, 'kind' | 'from'>>(undefined);
  const { items, isLoading } = useItems(trigger, contact);
  const isPhrases = trigger?.kind === 'phrase';
  const isOpen = items.length > 0 || (isPhrases && trigger.query === '');
  /** The last item opens the manager of phrases. */
  const count = items.length + (isPhrases ? 1 : 0);

  function read() {
    const { value = '', selectionStart = 0, selectionEnd = 0 } = field.current ?? {};
    const typed = anchor.current && readQuery(anchor.current, value, selectionEnd);
    if (!typed) anchor.current = undefined;
    const next =
      typed ?? (selectionStart === selectionEnd ? findTrigger(value, selectionStart, canMention) : undefined);
    if (!next) dismissed.current = undefined;
    const shown = next?.from === dismissed.current ? undefined : next;
    if (shown?.kind === trigger?.kind && shown?.from === trigger?.from && shown?.query === trigger?.query) return;
    setTrigger(shown);
    setActive(0);
  }

  function pick(index: number) {
    if (!trigger || !field.current) return;
    const item = items[index];
    const text = item?.text ?? '';
    const before = field.current.value.slice(0, trigger.from);
    // A list that a button opened may stand right after a word.
    const gap = anchor.current && text && /\S$/.test(before) ? ' ' : '';
    anchor.current = undefined;
    insertText(field.current, gap + text, trigger);
    setTrigger(undefined);
    selectUnfilled(field.current, trigger.from + gap.length, text);
    if (!item) onManage();
  }

  /** Opens the list at the caret, without typing its sign. */
  function open(kind: Trigger['kind']) {
    if (!field.current || field.current.readOnly) return;
    field.current.focus();
    const from = field.current.selectionEnd;
    anchor.current = { kind, from };
    field.current.setSelectionRange(from, from);
    dismissed.current = undefined;
    setTrigger({ kind, query: '', from, to: from });
    setActive(0);
  }

  function close() {
    dismissed.current = anchor.current ? undefined : trigger?.from;
    anchor.current = undefined;
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

  return { kind: trigger?.kind, items, isOpen, isLoading, active, setActive, read, pick, open, press, close };
}

/** Selects the first variable without a value, so that typing replaces it. */
function selectUnfilled(field: HTMLTextAreaElement, at: number, text: string) {
  const unfilled = findUnfilled(text);
  if (unfilled) field.setSelectionRange(at + unfilled.from, at + unfilled.to);
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
