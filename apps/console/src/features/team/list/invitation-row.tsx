import { Button } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { IconMail } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { InvitationLink } from '../../../entities/agent/invitation-link.tsx';
import { useLocale } from '../../../locales/locale.tsx';
import { useTeamTexts } from '../../../locales/pages/team.ts';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx';
import { DetailRow } from '../../../ui/layout/detail-row.tsx';
import { ageFormat } from '../../../ui/time/formats.ts';
import { When } from '../../../ui/time/when.tsx';
import { type Invitation, useRefreshTeam } from '../team-queries.ts';
import styles from './invitations.module.css';

/** Shows the new link after resending, where no mail server is set. */
export function InvitationRow({ invitation: { id, email, created_at, expires_at } }: { invitation: Invitation }) {
  const { invitations: texts } = useTeamTexts();
  const [isAsking, setAsking] = useState(false);
  const notify = useNotice();
  const refresh = useRefreshTeam();
  const { resend, isPending, link } = useResend(id, email);
  return (
    <DetailRow
      icon={IconMail}
      name={email}
      facts={
        <>
          {texts.created} <When at={created_at} />, {texts.expires(useDaysLeft(expires_at))}
        </>
      }
    >
      <div className={styles.actions}>
        <Button
          variant="default"
          size="xs"
          aria-label={texts.resendTo(email)}
          aria-busy={isPending}
          onClick={() => isPending || resend()}
        >
          {isPending ? texts.resending : texts.resend}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          aria-label={texts.withdrawOf(email)}
          onClick={() => setAsking(true)}
        >
          {texts.withdraw}
        </Button>
      </div>
      {link && (
        <div className={styles.link}>
          <InvitationLink email={email} link={link} />
        </div>
      )}
      <ConfirmDialog
        title={texts.withdrawHeading(email)}
        label={texts.withdraw}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        send={() => withdraw(id)}
        onDone={() => {
          notify({ kind: 'done', text: texts.withdrawn });
          void refresh();
        }}
      >
        {texts.withdrawLead}
      </ConfirmDialog>
    </DetailRow>
  );
}

const isGone = (error: unknown) => error instanceof ParleyProblem && error.status === 404;

/** One that is gone already needs no withdrawal. */
async function withdraw(id: number) {
  await api.agents.revokeInvitation({ params: { id } }).catch((error) => {
    if (!isGone(error)) throw error;
  });
}

function useResend(id: number, email: string) {
  const { invitations: texts, inviting } = useTeamTexts();
  const explain = useExplain();
  const notify = useNotice();
  const refresh = useRefreshTeam();
  const { mutate, isPending, data } = useMutation({
    mutationFn: () => api.agents.resendInvitation({ params: { id } }),
    onSuccess: ({ link }) => notify({ kind: 'done', text: link ? texts.renewed(email) : texts.resent(email) }),
    onError: (error) => {
      const isMail = error instanceof ParleyProblem && error.code === 'upstream_failed';
      const refused = isMail ? inviting.refused.upstream_failed : explain(error);
      notify({ kind: 'failed', text: isGone(error) ? texts.gone : refused });
    },
    onSettled: () => void refresh(),
  });
  return { resend: mutate, isPending, link: data?.link };
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** "in 5 days" */
function useDaysLeft(expiresAt: string) {
  const { locale } = useLocale();
  const left = new Date(expiresAt).getTime() - Date.now();
  const format = ageFormat(locale, { numeric: 'auto' });
  if (left >= DAY_MS) return format.format(Math.round(left / DAY_MS), 'day');
  return format.format(Math.max(1, Math.ceil(left / HOUR_MS)), 'hour');
}
