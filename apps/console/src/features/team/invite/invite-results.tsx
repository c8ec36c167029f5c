import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { InvitationLink } from '../../../entities/agent/invitation-link.tsx';
import { useAgents } from '../../../entities/agent/use-agents.ts';
import { useTeamTexts } from '../../../locales/pages/team.ts';
import styles from './invite-results.module.css';
import type { InviteResult } from './use-invite.ts';

interface InviteResultsProps {
  emails: string[];
  /** As far as they have arrived. */
  results: InviteResult[];
  isDone: boolean;
  onAgain: () => void;
  onClose: () => void;
}

/** What became of each address. */
export function InviteResults({ emails, results, isDone, onAgain, onClose }: InviteResultsProps) {
  const { inviting: texts } = useTeamTexts();
  const hasLinks = results.some(({ link }) => link);
  return (
    <Stack gap="md">
      {hasLinks && <Text>{texts.noMail}</Text>}
      <ul className={styles.results} aria-label={texts.results} aria-live="polite" aria-busy={!isDone}>
        {emails.map((email) => (
          <Result key={email} email={email} result={results.find((each) => each.email === email)} onLeave={onClose} />
        ))}
      </ul>
      {isDone && (
        <Group gap="xs">
          <Button onClick={onClose} data-autofocus>
            {texts.done}
          </Button>
          <Button variant="default" onClick={onAgain}>
            {texts.more}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

const ICONS = { sent: IconCircleCheck, refused: IconAlertCircle, failed: IconAlertCircle, pending: IconClock };

interface ResultProps {
  email: string;
  result: InviteResult | undefined;
  onLeave: () => void;
}

function Result({ email, result, onLeave }: ResultProps) {
  const { inviting: texts } = useTeamTexts();
  const kind = result?.kind ?? 'pending';
  const Icon = ICONS[kind];
  return (
    <li className={styles.result} data-kind={kind}>
      <Icon size={18} stroke={1.75} aria-hidden className={styles.icon} />
      <div className={styles.words}>
        <span className={styles.email}>{email}</span>
        <span className={styles.text}>
          {result?.isAgent ? <KnownAgent email={email} onLeave={onLeave} /> : (result?.text ?? texts.sending)}
        </span>
        {result?.link && <InvitationLink email={email} link={result.link} />}
      </div>
    </li>
  );
}

/** Who was suspended or removed is restored, not invited. */
function KnownAgent({ email, onLeave }: { email: string; onLeave: () => void }) {
  const { inviting: texts } = useTeamTexts();
  const agents = [...useAgents().values()];
  const known = agents.find((agent) => agent.email?.toLowerCase() === email.toLowerCase());
  if (known?.status !== 'banned') return texts.refused.already_agent;
  return (
    <>
      {texts.wasHere}{' '}
      <Anchor
        renderRoot={(props) => (
          <Link to="/settings/team/$agentId" params={{ agentId: String(known.id) }} {...props} onClick={onLeave} />
        )}
      >
        {texts.openProfile}
      </Anchor>
    </>
  );
}
