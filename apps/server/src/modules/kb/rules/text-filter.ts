import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { listContaining } from './store/forms.ts';
import type { Candidates } from './store/rules.ts';
import { partsOf, termOf, toTrigramTerms } from './words.ts';

/** A text that more rules have is found soon by reading the newest. */
const MAX_WORDS = 1_000;
const MAX_RULES = 5_000;

/** What rules that contain the text have in words, if an index finds them quicker than reading them. */
export async function narrow(work: InWidget<Read>, text: string): Promise<Candidates | undefined> {
  const { widgetId } = work;
  const { part, ideographs } = partsOf(text);
  if (part === undefined) {
    return ideographs.length ? { all: ideographs.map((letter) => termOf(widgetId, letter)) } : undefined;
  }
  const trigrams = toTrigramTerms(widgetId, part, { isPart: true });
  const found = await listContaining(work, { part, trigrams }, MAX_WORDS + 1);
  const rules = found.reduce((sum, each) => sum + each.rules, 0);
  if (found.length > MAX_WORDS || rules > MAX_RULES) return undefined;
  return { any: found.map(({ word }) => word) };
}
