import { useLocale } from '../../locales/locale.tsx';
import { dateFormat } from '../../ui/time/formats.ts';
import styles from './day-line.module.css';

const DAY_MS = 86_400_000;

export function DayLine({ at }: { at: string }) {
  const { locale, texts } = useLocale();
  const day = new Date(at);
  const isOn = (moment: number) => new Date(moment).toDateString() === day.toDateString();
  const year = day.getFullYear() === new Date().getFullYear() ? {} : ({ year: 'numeric' } as const);
  const written = dateFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', ...year }).format(day);
  const near = isOn(Date.now()) ? texts.inbox.today : isOn(Date.now() - DAY_MS) ? texts.inbox.yesterday : written;
  return (
    <p className={styles.day}>
      <time dateTime={at} title={written}>
        {near}
      </time>
    </p>
  );
}
