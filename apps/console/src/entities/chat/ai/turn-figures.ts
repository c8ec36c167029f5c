import type { Locale } from '../../../locales/locale.tsx';
import { numberFormat } from '../../../ui/time/formats.ts';

const TENTH_MS = 100;

/** Seconds to a tenth, which is the least. */
export const formatSeconds = (ms: number, locale: Locale) =>
  numberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(Math.max(ms, TENTH_MS) / 1_000);

/** Dollars with as many digits as a fraction of a cent needs. */
export const formatCost = (micro: number, locale: Locale) =>
  numberFormat(locale, { style: 'currency', currency: 'USD', maximumSignificantDigits: 3 }).format(micro / 1_000_000);
