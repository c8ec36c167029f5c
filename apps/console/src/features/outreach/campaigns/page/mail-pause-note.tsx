import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { hasRole, useSession } from '../../../../data/session.ts';
import { useCampaignsTexts } from '../../../../locales/pages/campaigns.ts';
import { Warning } from '../../../../ui/feedback/warning.tsx';
import type { Campaign } from '../model/campaign-queries.ts';
import styles from './campaign.module.css';

/** Why a campaign paused itself, and what to do. Only owners may look at the mail server. */
export function MailPauseNote({ campaign: { status, pause_reason } }: { campaign: Campaign }) {
  const texts = useCampaignsTexts();
  const isOwner = hasRole(useSession(), 'owner');
  if (status !== 'paused' || !pause_reason) return null;
  const { what, todo } = texts.pauseReasons[pause_reason];
  return (
    <Warning>
      <Text fw={500}>{what}</Text>
      <Text>{todo}</Text>
      {pause_reason === 'mail_not_ready' &&
        (isOwner ? (
          <Link to="/settings/mail" className={styles.link}>
            {texts.openMail}
          </Link>
        ) : (
          <Text>{texts.askOwner}</Text>
        ))}
    </Warning>
  );
}
