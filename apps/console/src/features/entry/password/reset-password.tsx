import { Anchor, Button, Stack } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { checkNewPassword } from '../../../ui/form/passwords.ts';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { EntryCard } from '../entry-card.tsx';

/** The token is in the fragment, which browsers do not send. */
export function ResetPassword() {
  const token = useLocation({ select: ({ hash }) => new URLSearchParams(hash).get('token') });
  const [isExpired, setExpired] = useState(false);
  return token && !isExpired ? <ResetForm token={token} onExpired={() => setExpired(true)} /> : <ExpiredLink />;
}

function ResetForm({ token, onExpired }: { token: string; onExpired: () => void }) {
  const texts = useTexts();
  const navigate = useNavigate();
  const { getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: { password: '' },
    autoFocus: 'password',
    validate: ({ password }) => ({ password: checkNewPassword(password, texts) }),
    send: ({ password }) => api.session.confirmReset({ body: { token, password } }),
    toErrors: (error) => {
      if (!(error instanceof ParleyProblem && error.code === 'validation_failed')) return undefined;
      if (error.errors?.password) return { fields: { password: texts.failures.refused } };
      onExpired();
      return {};
    },
    onSuccess: () => void navigate({ to: '/sign-in', search: { note: 'password-reset' }, replace: true }),
  });

  return (
    <EntryCard title={texts.resetPassword.title} heading={texts.resetPassword.heading}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <PasswordField
            {...getInputProps('password')}
            label={texts.resetPassword.label}
            description={texts.password.rule}
            autoComplete="new-password"
          />
          <SubmitButton
            fullWidth
            label={texts.resetPassword.submit}
            busyLabel={texts.resetPassword.sending}
            isPending={isPending}
          />
          <FormFailure>{failure}</FormFailure>
        </Stack>
      </form>
    </EntryCard>
  );
}

function ExpiredLink() {
  const { resetPassword: texts, forgotPassword } = useTexts();
  return (
    <EntryCard
      title={texts.title}
      heading={texts.deadHeading}
      lead={texts.dead}
      footer={
        <Stack align="center" gap="md" mt="xs">
          <Button renderRoot={(props) => <Link to="/forgot-password" {...props} />}>{texts.again}</Button>
          <Anchor renderRoot={(props) => <Link to="/sign-in" {...props} />}>{forgotPassword.back}</Anchor>
        </Stack>
      }
    />
  );
}
