import { IconClock } from '@tabler/icons-react';
import { useLocale } from '../../../locales/locale.tsx';
import { exactTime, shortAge } from '../../../ui/time/age.tsx';
import { useNow } from '../../../ui/time/use-now.ts';
import styles from './waiting-time.module.css';

/** Longer waits are highlighted. */
const LONG_MS = 120_000;

/** How long the visitor has been waiting. */
export function WaitingTime({ since }: { since: string }) {
  const { locale, texts } = useLocale();
  const now = useNow();
  const at = new Date(since);
  const ms = now - at.getTime();
  const age = shortAge(ms, locale) ?? texts.now;
  return (
    <time
      className={styles.waiting}
      data-long={ms >= LONG_MS || undefined}
      dateTime={since}
      title={`${texts.inbox.waiting(age)} · ${exactTime(at, locale)}`}
    >
      <IconClock size={12} stroke={2} aria-hidden />
      {age}
    </time>
  );
}
