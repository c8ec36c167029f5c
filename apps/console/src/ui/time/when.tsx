import { type Locale, useLocale } from '../../locales/locale.tsx';
import { exactTime, inUnits } from './age.tsx';
import { ageFormat, dateFormat } from './formats.ts';
import { useNow } from './use-now.ts';

const WEEK_MS = 7 * 86_400_000;

/** A relative time or a date, with the exact time in the tooltip. */
export function When({ at }: { at: string }) {
  const { locale } = useLocale();
  const now = useNow();
  const date = new Date(at);
  return (
    <time dateTime={at} title={exactTime(date, locale)}>
      {formatRelative(date, now, locale)}
    </time>
  );
}

function formatRelative(at: Date, now: number, locale: Locale) {
  const age = now - at.getTime();
  if (age < WEEK_MS) {
    const relative = ageFormat(locale, { numeric: 'auto', style: 'short' });
    const { count, unit } = inUnits(age) ?? { count: 0, unit: 'second' };
    return relative.format(-count, unit);
  }
  const year = at.getFullYear() === new Date(now).getFullYear() ? {} : ({ year: 'numeric' } as const);
  return dateFormat(locale, { day: 'numeric', month: 'short', ...year }).format(at);
}
