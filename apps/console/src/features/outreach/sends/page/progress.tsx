import { useEffect, useState } from 'react';
import { useSession } from '../../../../data/session.ts';
import { useLocale } from '../../../../locales/locale.tsx';
import { useSendsTexts } from '../../../../locales/pages/sends.ts';
import { exactTime } from '../../../../ui/time/age.tsx';
import { dateFormat, numberFormat } from '../../../../ui/time/formats.ts';
import { useExactNow } from '../../../../ui/time/use-now.ts';
import { addReading, doneOf, endOf, isWithin, paceOf, percentOf, type Reading } from '../model/progress.ts';
import type { CountedSend } from '../model/send.ts';
import { ProgressBar } from '../parts/progress-bar.tsx';
import styles from './progress.module.css';

/** How far a send is, its pace, and when it will end. */
export function Progress({ send }: { send: CountedSend }) {
  const texts = useSendsTexts();
  const { locale } = useLocale();
  const format = numberFormat(locale, {}).format;
  const { status, counts, scheduled_for } = send;
  if (status === 'scheduled' && scheduled_for) {
    return (
      <section className={styles.progress} aria-label={texts.progress}>
        <p className={styles.figure}>{texts.startsAt(exactTime(new Date(scheduled_for), locale))}</p>
        <p className={styles.words}>{texts.scheduledLead}</p>
      </section>
    );
  }
  return (
    <section className={styles.progress} aria-label={texts.progress}>
      <div className={styles.head}>
        <p className={styles.figure}>{texts.percent(percentOf(send))}</p>
        <p className={styles.words}>{texts.doneOf(format(doneOf(send)), format(counts.total))}</p>
        <p className={styles.pace}>{status === 'running' && <Pace send={send} />}</p>
      </div>
      <ProgressBar label={texts.progress} send={send} isTall />
    </section>
  );
}

function Pace({ send }: { send: CountedSend }) {
  const texts = useSendsTexts();
  const { locale } = useLocale();
  const { timezone } = useSession().account;
  const now = useExactNow();
  const pace = usePace(send);
  const { window } = send.settings;
  const time = dateFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: timezone }).format(
    now,
  );
  if (window && !isWithin(window, time)) return texts.waitsFor(window.from, timezone.replaceAll('_', ' '));
  if (!pace) return texts.starting;
  const end = new Date(endOf(send.counts.pending, pace, now));
  const isToday = end.toDateString() === new Date(now).toDateString();
  const shown = dateFormat(locale, isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' });
  return texts.pace(numberFormat(locale, { maximumFractionDigits: 0 }).format(Math.max(1, pace)), shown.format(end));
}

/** By the numbers of the last half minute, or as it was set if that is slower than they show. */
function usePace(send: CountedSend) {
  const [readings, setReadings] = useState<Reading[]>([]);
  const done = doneOf(send);
  const now = useExactNow();
  useEffect(() => setReadings((before) => addReading(before, { at: now, done })), [done, now]);
  return paceOf(readings) ?? send.settings.rate_per_minute;
}
