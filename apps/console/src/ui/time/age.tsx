import { type Locale, useLocale } from '../../locales/locale.tsx';
import { dateFormat, numberFormat } from './formats.ts';
import { useNow } from './use-now.ts';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** A short relative time, with the exact time in the tooltip. */
export function Age({ since, className }: { since: string; className?: string | undefined }) {
  const { locale, texts } = useLocale();
  const now = useNow();
  const at = new Date(since);
  return (
    <time dateTime={since} title={exactTime(at, locale)} className={className}>
      {shortAge(now - at.getTime(), locale) ?? texts.now}
    </time>
  );
}

/** Undefined for less than a minute. */
export function shortAge(ms: number, locale: Locale) {
  const found = inUnits(ms);
  if (!found) return undefined;
  const { count, unit } = found;
  return numberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' }).format(count);
}

/** Whole units of the largest that fits; undefined for less than a minute. */
export function inUnits(ms: number) {
  const found = UNITS.find(([, length]) => ms >= length);
  return found && { count: Math.floor(ms / found[1]), unit: found[0] };
}

export function exactTime(at: Date, locale: Locale) {
  return dateFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(at);
}
