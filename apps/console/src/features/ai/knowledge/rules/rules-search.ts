import type { RuleFilter } from '../model/kb-queries.ts';

const textOf = (value: unknown) => (typeof value === 'string' && value.length <= 255 ? value : '');

/** Filters are in the address, so that a list can be linked to. */
export function readRulesSearch({ q, source, doc, unused }: Record<string, unknown>): RuleFilter {
  return {
    ...(textOf(q) && { q: textOf(q) }),
    ...(textOf(source) && { source: textOf(source) }),
    // An id of digits is a number in the address.
    ...((textOf(doc) || typeof doc === 'number') && { doc: String(doc) }),
    ...(unused === true && { unused }),
  };
}
