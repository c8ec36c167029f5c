import { invalid } from '../../../kernel/problems.ts';

export type Message = string | Record<string, unknown>;

const LONGEST = 10_000;

export function readText(given: unknown, field: string) {
  const text = typeof given === 'number' ? String(given) : given;
  if (typeof text !== 'string' || !text.trim()) throw invalid({ [field]: 'must be a non-empty string' });
  if (text.length > LONGEST) throw invalid({ [field]: `must have at most ${LONGEST} characters` });
  return text;
}
