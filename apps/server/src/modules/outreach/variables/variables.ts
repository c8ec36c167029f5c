import { isVariableName, variableValues } from '@parley/contract';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import * as store from './store.ts';

const ATTRIBUTE = 'contact.attributes.';

/** Whatever is in double braces: attributes have any names, and a mistyped name is not sent to people as it is. */
const VARIABLE = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g;

/** The first variable of a text that nothing can be said for. */
export const findUnknown = (text: string, further: readonly string[] = []) =>
  [...text.matchAll(VARIABLE)]
    .map(([, name = '']) => name.trim())
    .find((name) => !isVariableName(name) && !isAttribute(name) && !further.includes(name));

export const hasVariables = (text: string) => text.search(VARIABLE) >= 0;

/** What a contact of whom nothing is known would get. */
export const withoutValues = (text: string) => text.replaceAll(VARIABLE, (_, __, fallback = '') => fallback.trim());

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
      text.replaceAll(VARIABLE, (_, spaced: string, fallback = '') => {
        const name = spaced.trim();
        const value = further[name] ?? values[name] ?? attribute(contact, name);
        return value ? escaped(value) : fallback.trim();
      });
  };
}

/** Nested values are no text. */
function attribute({ attributes }: Described, name: string) {
  const key = isAttribute(name) ? name.slice(ATTRIBUTE.length) : '';
  const value = Object.hasOwn(attributes, key) ? attributes[key] : undefined;
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}
