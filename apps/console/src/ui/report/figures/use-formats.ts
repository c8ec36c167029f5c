import { type Locale, useLocale } from '../../../locales/locale.tsx';
import { useReportsTexts } from '../../../locales/pages/reports.ts';
import { dateFormat, numberFormat } from '../../time/formats.ts';
import type { Interval, ReportPeriod, Span } from '../period/periods.ts';

/** Shown where there is nothing to count or to average. */
const NOTHING = '–';

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** "1 h 5 min": the two largest units. */
function formatDuration(seconds: number, locale: Locale, unitDisplay: 'short' | 'narrow' = 'short') {
  const whole = seconds < 60 ? Math.round(seconds) : seconds;
  const largest = UNITS.findIndex(([, length]) => whole >= length);
  const at = largest === -1 ? UNITS.length - 1 : largest;
  const [unit, length] = UNITS[at] ?? UNITS[3];
  const [lesser, lesserLength] = UNITS[at + 1] ?? [];
  const inLesser = lesserLength ? Math.round(whole / lesserLength) : 0;
  const perUnit = lesserLength ? length / lesserLength : 1;
  const count = lesserLength ? Math.floor(inLesser / perUnit) : whole;
  const rest = lesserLength ? inLesser % perUnit : 0;
  const print = (value: number, name: string) =>
    numberFormat(locale, { style: 'unit', unit: name, unitDisplay }).format(value);
  return [print(count, unit), ...(lesser && rest ? [print(rest, lesser)] : [])].join(' ');
}

/** How figures are printed in the current language. Averages of nothing are a dash. */
export function useFormats() {
  const { locale } = useLocale();
  const texts = useReportsTexts();
  const count = (value: number) => numberFormat(locale, {}).format(value);
  return {
    count,
    share: (part: number, whole: number) =>
      whole ? numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(part / whole) : NOTHING,
    duration: (seconds: number | null | undefined) => (seconds == null ? NOTHING : formatDuration(seconds, locale)),
    shortDuration: (seconds: number) => formatDuration(seconds, locale, 'narrow'),
    rating: (value: number | null | undefined) =>
      value == null
        ? NOTHING
        : numberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 2 }).format(value),
    /** Change in per cent, without a sign. */
    change: (ratio: number) =>
      numberFormat(locale, { style: 'percent', maximumFractionDigits: Math.abs(ratio) < 0.1 ? 1 : 0 }).format(
        Math.abs(ratio),
      ),
    hours: (hour: number) => `${String(hour).padStart(2, '0')}:00–${String((hour + 1) % 24).padStart(2, '0')}:00`,
    weekday: (weekday: number, length: 'long' | 'short') =>
      // The 5th of January 1970 was a Monday.
      dateFormat(locale, { weekday: length, timeZone: 'UTC' }).format((weekday + 3) * 86_400_000),
    days: (span: Span, timeZone: string) => formatDays(span, timeZone, locale),
    bucket: (at: Span, { interval, timeZone }: Pick<ReportPeriod, 'interval' | 'timeZone'>) =>
      formatBucket(at, { interval, timeZone, locale }),
    texts,
  };
}

export type Formats = ReturnType<typeof useFormats>;

/** "20 Oct – 18 Nov 2026", both days included. */
function formatDays({ from, to }: Span, timeZone: string, locale: Locale) {
  return dateFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone }).formatRange(from, to - 1);
}

interface BucketFormat {
  interval: Interval;
  timeZone: string;
  locale: Locale;
}

function formatBucket({ from, to }: Span, { interval, timeZone, locale }: BucketFormat) {
  if (interval === 'hour')
    return dateFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(from);
  if (interval === 'month') return dateFormat(locale, { month: 'short', year: 'numeric', timeZone }).format(from);
  return dateFormat(locale, { day: 'numeric', month: 'short', timeZone }).formatRange(from, to - 1);
}
