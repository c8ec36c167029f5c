import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionQuery, useSession } from '../../../data/session.ts';
import { useProfileTexts } from '../../../locales/pages/profile.ts';
import { ChangeEmail, type RequestedEmail } from './change-email.tsx';
import { PendingEmail } from './pending-email.tsx';

/** The user's e-mail, the form to change it, and the address that awaits confirmation. */
export function OwnEmail() {
  const { ownEmail: texts } = useProfileTexts();
  const { email, pending_email } = useSession().user;
  const queryClient = useQueryClient();
  const [isChanging, setChanging] = useState(false);
  const [hasReturned, setReturned] = useState(false);
  const [link, setLink] = useState<string | null>(null);

  const leaveForm = () => {
    setChanging(false);
    setReturned(true);
  };
  const showRequested = (requested: RequestedEmail | undefined) => {
    leaveForm();
    setLink(requested?.link ?? null);
    queryClient.setQueryData(
      sessionQuery.queryKey,
      (session) => session && { ...session, user: { ...session.user, pending_email: requested?.email ?? null } },
    );
  };

  if (isChanging) return <ChangeEmail email={email} onRequested={showRequested} onCancel={leaveForm} />;
  return (
    <>
      <Group justify="space-between">
        <Text dir="auto">{email}</Text>
        <Button variant="default" autoFocus={hasReturned} onClick={() => setChanging(true)}>
          {texts.change}
        </Button>
      </Group>
      {pending_email && <PendingEmail email={pending_email} link={link} onChange={showRequested} />}
    </>
  );
}
