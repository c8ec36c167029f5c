import { useLocale } from '../../../../locales/locale.tsx';
import { useSendsTexts } from '../../../../locales/pages/sends.ts';
import { exactTime } from '../../../../ui/time/age.tsx';
import { numberFormat } from '../../../../ui/time/formats.ts';
import { When } from '../../../../ui/time/when.tsx';
import { doneOf } from '../model/progress.ts';
import type { CountedSend, Send } from '../model/send.ts';
import { ProgressBar } from '../parts/progress-bar.tsx';
import styles from './list.module.css';

/** When a send starts, started or ended. */
export function SendTime({ send }: { send: Send }) {
  const texts = useSendsTexts();
  const { locale } = useLocale();
  const { status, scheduled_for, started_at, finished_at, updated_at } = send;
  if (status === 'scheduled' && scheduled_for) return texts.startsAt(exactTime(new Date(scheduled_for), locale));
  const [text, at] = finished_at
    ? [texts.ended, finished_at]
    : started_at
      ? [texts.started, started_at]
      : [texts.edited, updated_at];
  return (
    <>
      {text} <When at={at} />
    </>
  );
}

/** How far a send has got, in a line; nothing before it started. */
export function SendProgress({ send }: { send: Pick<CountedSend, 'counts' | 'status'> }) {
  const texts = useSendsTexts();
  const { locale } = useLocale();
  const format = numberFormat(locale, {}).format;
  const { counts, status } = send;
  if (!counts.total) return null;
  const isOver = status === 'finished' || status === 'cancelled';
  const words = isOver
    ? texts.sentOf(format(counts.sent), format(counts.total))
    : texts.doneOf(format(doneOf(send)), format(counts.total));
  return (
    <div className={styles.progress}>
      <span>{words}</span>
      <ProgressBar label={texts.progress} send={send} />
    </div>
  );
}
