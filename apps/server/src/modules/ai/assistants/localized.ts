import { type Locale, localeOf } from '@parley/contract';
import { invalid } from '../../../kernel/problems.ts';

/** Without white space around it, and with the line endings of Unix. */
export const tidy = (text: string) => text.replace(/\r\n?/g, '\n').trim();

/** In order, each once. */
export const tidyList = (texts: string[]) => [...new Set(texts.map(tidy))];

type ByLocale<Value> = Partial<Record<Locale, Value>>;

const MAX_BYTES = 60_000;

/** A map by language with its keys reduced to the languages of widgets: `en-US` is `en`. */
export function readByLocale<Given, Kept>(
  field: string,
  given: Record<string, Given>,
  read: (value: Given) => Kept,
): ByLocale<Kept> {
  const kept: ByLocale<Kept> = {};
  for (const [key, value] of Object.entries(given)) {
    const locale = localeOf(key);
    if (!locale) throw invalid({ [`${field}.${key}`]: 'is not a supported language' });
    if (kept[locale] !== undefined) throw invalid({ [`${field}.${key}`]: `is another name of ${locale}` });
    kept[locale] = read(value);
  }
  if (!Object.keys(kept).length) throw invalid({ [field]: 'must not be empty. Send null to clear it' });
  if (Buffer.byteLength(JSON.stringify(kept)) > MAX_BYTES)
    throw invalid({ [field]: `must have at most ${MAX_BYTES} bytes as JSON` });
  return kept;
}
