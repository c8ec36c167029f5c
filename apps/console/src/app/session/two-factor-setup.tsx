import { Anchor } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../data/api.ts';
import { sessionQuery, useSession } from '../../data/session.ts';
import { EntryCard } from '../../features/entry/entry-card.tsx';
import { type Enrolment, EnrolStep } from '../../features/settings/security/enrol-step.tsx';
import { useSecurityTexts } from '../../locales/pages/security.ts';
import { ConfirmPassword } from '../../ui/form/confirm-password.tsx';
import { useSignOut } from './use-sign-out.ts';

/** The only screen of a session whose team requires a second factor that the user does not have. */
export function TwoFactorSetup() {
  const { setup: texts } = useSecurityTexts();
  const { user } = useSession();
  const queryClient = useQueryClient();
  const router = useRouter();
  const signOut = useSignOut();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const enter = async () => {
    await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
    await router.navigate({ to: '/', replace: true });
  };
  const leave = () => signOut('here');
  return (
    <EntryCard
      title={texts.title}
      heading={texts.heading}
      lead={texts.lead}
      footer={
        <Anchor component="button" type="button" onClick={leave}>
          {texts.signOut}
        </Anchor>
      }
    >
      {enrolment ? (
        <EnrolStep enrolment={enrolment} onDone={() => void enter()} onCancel={() => setEnrolment(undefined)} />
      ) : (
        <ConfirmPassword
          email={user.email}
          submit={texts.go}
          send={(password) => api.session.beginTotp({ body: { password } })}
          onDone={setEnrolment}
          onCancel={leave}
        />
      )}
    </EntryCard>
  );
}
