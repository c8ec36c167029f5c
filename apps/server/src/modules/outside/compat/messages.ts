import { invalid } from '../../../kernel/problems.ts';

export type Message = string | Record<string, unknown>;

const MAX_CHARACTERS = 10_000;

export function readText(value: unknown, field: string) {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !text.trim()) throw invalid({ [field]: 'must be a non-empty string' });
  if (text.length > MAX_CHARACTERS) throw invalid({ [field]: `must have at most ${MAX_CHARACTERS} characters` });
  return text;
}
