import { scrub } from '@parley/content/personal-data';
import type { TSchema } from 'typebox';

/** A copy of a value with every text scrubbed that its schema marks as written by people. */
export function scrubMarked(schema: TSchema, value: unknown): unknown {
  const { isHumanText, items, properties } = schema as Schema;
  if (typeof value === 'string') return isHumanText ? scrub(value) : value;
  if (Array.isArray(value)) return items ? value.map((each) => scrubMarked(items, each)) : value;
  if (typeof value !== 'object' || value === null || !properties) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const known = properties[name];
    return [name, known ? scrubMarked(known, member) : member];
  });
  return Object.fromEntries(members);
}

interface Schema {
  isHumanText?: boolean;
  items?: TSchema;
  properties?: Record<string, TSchema>;
}
