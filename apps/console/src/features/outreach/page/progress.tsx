import { useEffect, useState } from 'react';
import { useSession } from '../../../data/session.ts';
import { useLocale } from '../../../locales/locale.tsx';
import { useBroadcastsTexts } from '../../../locales/pages/broadcasts.ts';
import { exactTime } from '../../../ui/time/age.tsx';
import { dateFormat, numberFormat } from '../../../ui/time/formats.ts';
import { useExactNow } from '../../../ui/time/use-now.ts';
import type { Broadcast } from '../model/broadcast-queries.ts';
import { addReading, doneOf, endOf, isWithin, paceOf, percentOf, type Reading } from '../model/progress.ts';
import { ProgressBar } from '../parts/progress-bar.tsx';
import styles from './progress.module.css';

/** How far a broadcast is, its pace, and when it will end. */
export function Progress({ broadcast }: { broadcast: Broadcast }) {
  const texts = useBroadcastsTexts();
  const { locale } = useLocale();
  const format = numberFormat(locale, {}).format;
  const { status, counts, scheduled_for } = broadcast;
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
        <p className={styles.figure}>{texts.percent(percentOf(broadcast))}</p>
        <p className={styles.words}>{texts.doneOf(format(doneOf(broadcast)), format(counts.total))}</p>
        <p className={styles.pace}>{status === 'running' && <Pace broadcast={broadcast} />}</p>
      </div>
      <ProgressBar label={texts.progress} broadcast={broadcast} isTall />
    </section>
  );
}

function Pace({ broadcast }: { broadcast: Broadcast }) {
  const texts = useBroadcastsTexts();
  const { locale } = useLocale();
  const { timezone } = useSession().account;
  const now = useExactNow();
  const pace = usePace(broadcast);
  const { window } = broadcast.settings;
  const time = dateFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: timezone }).format(
    now,
  );
  if (window && !isWithin(window, time)) return texts.waitsFor(window.from, timezone.replaceAll('_', ' '));
  if (!pace) return texts.starting;
  const end = new Date(endOf(broadcast.counts.pending, pace, now));
  const isToday = end.toDateString() === new Date(now).toDateString();
  const shown = dateFormat(locale, isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' });
  return texts.pace(numberFormat(locale, { maximumFractionDigits: 0 }).format(Math.max(1, pace)), shown.format(end));
}

/** By the numbers of the last half minute, or as it was set if that is slower than they show. */
function usePace(broadcast: Broadcast) {
  const [readings, setReadings] = useState<Reading[]>([]);
  const done = doneOf(broadcast);
  const now = useExactNow();
  useEffect(() => setReadings((before) => addReading(before, { at: now, done })), [done, now]);
  return paceOf(readings) ?? broadcast.settings.rate_per_minute;
}
