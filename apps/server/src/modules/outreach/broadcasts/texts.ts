import { type BroadcastSettings, replaceVariables, variableValues } from '@parley/contract';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { attributeOf } from './settings.ts';
import * as store from './store.ts';

type Contact = Pick<store.Reached, 'name' | 'email' | 'phone' | 'attributes'>;

/** Writes the texts of a broadcast for one contact after the other. A variable without value and fallback leaves nothing. */
export async function createTexts(work: InWidget<Read>, { message, agent_id }: BroadcastSettings) {
  const { site, agent_name: agentName } = await store.findNames(work, agent_id);
  return (contact: Contact) => {
    const values: Record<string, string | null> = variableValues({ contact, agentName, site });
    const fill = (text: string | undefined) =>
      text === undefined
        ? null
        : replaceVariables(text, ({ name, fallback }) => values[name] || attribute(contact, name) || fallback);
    return { body: fill(message?.body), markdown: fill(message?.markdown) };
  };
}

function attribute({ attributes }: Contact, name: string) {
  const key = attributeOf(name);
  const value = key === undefined ? undefined : attributes[key];
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}
