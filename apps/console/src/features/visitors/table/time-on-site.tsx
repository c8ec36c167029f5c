import { useLocale } from '../../../locales/locale.tsx';
import { dateFormat } from '../../../ui/time/formats.ts';
import { useExactNow } from '../../../ui/time/use-now.ts';

const MINUTE = 60;
const HOUR = 3_600;

/** Time on site. Updates itself without rendering the row. */
export function TimeOnSite({ since }: { since: string }) {
  const { locale, texts } = useLocale();
  const now = useExactNow();
  const begun = new Date(since);
  const seconds = Math.max(0, Math.floor((now - begun.getTime()) / 1_000));
  const exact = dateFormat(locale, { timeStyle: 'medium' }).format(begun);
  return (
    <time dateTime={`PT${seconds}S`} title={texts.visitors.since(exact)}>
      {formatDuration(seconds)}
    </time>
  );
}

/** `4:05`, `1:02:11` */
function formatDuration(seconds: number) {
  const parts = [Math.floor((seconds % HOUR) / MINUTE), seconds % MINUTE];
  if (seconds >= HOUR) parts.unshift(Math.floor(seconds / HOUR));
  return parts.map((part, at) => (at ? String(part).padStart(2, '0') : part)).join(':');
}
