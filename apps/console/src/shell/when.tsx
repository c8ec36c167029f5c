import { type Locale, useLocale } from '../locales/locale.tsx';

const UNITS = [
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
] as const;
const WEEK_MS = 7 * 86_400_000;

/** A time as people say it, and exactly for who points at it. */
export function When({ at }: { at: string }) {
  const { locale } = useLocale();
  const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(at));
  return (
    <time dateTime={at} title={exact}>
      {inWords(new Date(at), locale)}
    </time>
  );
}

function inWords(at: Date, locale: Locale) {
  const now = new Date();
  const age = now.getTime() - at.getTime();
  if (age < WEEK_MS) {
    const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
    const [unit, ms] = UNITS.findLast(([, length]) => age >= length) ?? ['second', Number.POSITIVE_INFINITY];
    return relative.format(-Math.floor(age / ms), unit);
  }
  const year = at.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...year }).format(at);
}
