import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { sessionQuery } from '../../../data/session.ts';
import { useProfileTexts } from '../../../locales/pages/profile.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { ConfirmPassword } from '../../../ui/form/confirm-password.tsx';
import { type Enrolment, EnrolStep } from './enrol-step.tsx';
import { TwoFactorState } from './two-factor-state.tsx';

/** Enables two-factor sign-in in three steps (password, app, first code) and disables it in one. */
export function TwoFactor({ isOn, email }: { isOn: boolean; email: string }) {
  const { twoFactor: texts } = useProfileTexts();
  const notify = useNotice();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [hasReturned, setReturned] = useState(false);

  const goBack = () => {
    setAsking(false);
    setEnrolment(undefined);
    setReturned(true);
  };
  const finish = (text: string) => {
    goBack();
    notify({ kind: 'done', text });
    queryClient.setQueryData(
      sessionQuery.queryKey,
      (session) => session && { ...session, user: { ...session.user, totp_enabled: !isOn } },
    );
  };

  if (enrolment) {
    return <EnrolStep enrolment={enrolment} onDone={() => finish(texts.switchedOn)} onCancel={goBack} />;
  }
  if (isAsking && isOn) {
    const remove = (password: string) => api.session.removeTotp({ body: { password } });
    return (
      <ConfirmPassword
        email={email}
        submit={texts.switchOff}
        send={remove}
        onDone={() => finish(texts.switchedOff)}
        onCancel={goBack}
      />
    );
  }
  if (isAsking) {
    const begin = (password: string) => api.session.beginTotp({ body: { password } });
    return <ConfirmPassword email={email} submit={texts.go} send={begin} onDone={setEnrolment} onCancel={goBack} />;
  }
  return <TwoFactorState isOn={isOn} takesFocus={hasReturned} onSwitch={() => setAsking(true)} />;
}
