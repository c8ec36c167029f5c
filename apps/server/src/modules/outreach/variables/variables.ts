import { isVariableName, listVariables, replaceVariables, variableValues } from '@parley/contract';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import * as store from './store.ts';

const ATTRIBUTE = 'contact.attributes.';

/** The first variable of a text that nothing can be said for. */
export const findUnknown = (text: string, further: readonly string[] = []) =>
  listVariables(text).find((name) => !isVariableName(name) && !isAttribute(name) && !further.includes(name));

const isAttribute = (name: string) => name.startsWith(ATTRIBUTE) && name.length > ATTRIBUTE.length;

export interface Described {
  name: string | null;
  email: string | null;
  phone: string | null;
  attributes: Record<string, unknown>;
}

interface Filling {
  /** Applied to every value; fallbacks are the author's own words. */
  escaped?: (value: string) => string;
  /** Values of variables that only this text has. */
  further?: Record<string, string>;
}

/** Writes texts for one contact after the other. A variable without value and fallback leaves nothing. */
export async function createFilling(work: InWidget<Read>, agentId?: number) {
  const { site, agent_name: agentName } = await store.findNames(work, agentId);
  return (contact: Described) => {
    const values: Record<string, string | null> = variableValues({ contact, agentName, site });
    return (text: string, { escaped = (value) => value, further = {} }: Filling = {}) =>
      replaceVariables(text, ({ name, fallback }) => {
        const value = further[name] ?? values[name] ?? attribute(contact, name);
        return value ? escaped(value) : fallback;
      });
  };
}

/** Nested values are no text. */
function attribute({ attributes }: Described, name: string) {
  const value = isAttribute(name) ? attributes[name.slice(ATTRIBUTE.length)] : undefined;
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}
