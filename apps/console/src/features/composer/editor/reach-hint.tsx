import type { Chat } from '@parley/live';
import { IconClock } from '@tabler/icons-react';
import { hoursAndMinutes, reachAt } from '../../../entities/chat/reach.ts';
import { useLocale } from '../../../locales/locale.tsx';
import { useMessengerChatTexts } from '../../../locales/pages/messenger-chat.ts';
import { exactTime } from '../../../ui/time/age.tsx';
import { useNow } from '../../../ui/time/use-now.ts';
import styles from './reach-hint.module.css';

/** How long the customer can still be replied to, where the messenger sets a time. */
export function ReachHint({ reach }: { reach: Chat['reach'] }) {
  const { locale } = useLocale();
  const texts = useMessengerChatTexts();
  const { left, isUrgent } = reachAt(reach, useNow()) ?? {};
  if (left === undefined) return null;
  const { hours, minutes } = hoursAndMinutes(left);
  const until = reach?.reply_until ?? '';
  return (
    <time
      className={styles.hint}
      data-urgent={isUrgent || undefined}
      dateTime={until}
      title={texts.replyUntil(exactTime(new Date(until), locale))}
    >
      <IconClock size={14} stroke={1.75} aria-hidden />
      {texts.replyFor(texts.hoursAndMinutes(hours, minutes))}
    </time>
  );
}
