import { IconCalendarTime, IconClockStop } from '@tabler/icons-react';
import { useLocale } from '../../../../locales/locale.tsx';
import { useSmartInvitationsTexts } from '../../../../locales/pages/smart-invitations.ts';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { dateFormat } from '../../../../ui/time/formats.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import type { Invitation } from '../model/invitation-queries.ts';

/** Whether it hasn't started yet or is over; nothing while it can show. */
export function InvitationTerm({ rule: { starts_at, ends_at } }: { rule: Pick<Invitation, 'starts_at' | 'ends_at'> }) {
  const texts = useSmartInvitationsTexts();
  const { locale } = useLocale();
  const now = useNow();
  if (ends_at && Date.parse(ends_at) <= now) {
    return (
      <StatusBadge tone="off" icon={IconClockStop}>
        {texts.over}
      </StatusBadge>
    );
  }
  if (!starts_at || Date.parse(starts_at) <= now) return null;
  const format = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <StatusBadge tone="waiting" icon={IconCalendarTime}>
      {texts.starts(format.format(new Date(starts_at)))}
    </StatusBadge>
  );
}
