import { Anchor, Stack, Text } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { CodeField, digitsOf } from '../../../ui/form/code-field.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { type AcceptProps, isGone } from './accepting.ts';

/** For people with an account: joins with their password. */
export function ExistingUserStep({ token, onJoined, onGone }: AcceptProps) {
  const { invitation: texts, password: passwords, code, signIn } = useTexts();
  const [asksCode, setAsksCode] = useState(false);
  const { getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: { password: '', totp: '' },
    autoFocus: 'password',
    validate: ({ password, totp }) => ({
      password: password ? undefined : passwords.missing,
      totp: asksCode && digitsOf(totp).length !== 6 ? code.missing : undefined,
    }),
    send: ({ password, totp }) =>
      api.agentInvitations.accept({ body: { token, password, ...(asksCode && { totp: digitsOf(totp) }) } }),
    toErrors: (error) => {
      if (isGone(error)) onGone();
      if (!(error instanceof ParleyProblem)) return undefined;
      switch (error.code) {
        case 'seat_limit_reached':
          return { form: texts.noSeat };
        case 'totp_required':
          setAsksCode(true);
          return { focus: 'totp' };
        case 'sign_in_failed':
          return { fields: asksCode ? { totp: code.wrong } : { password: passwords.wrong } };
        default:
          return undefined;
      }
    },
    onSuccess: onJoined,
  });

  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <Text size="sm">{texts.known}</Text>
        <PasswordField {...getInputProps('password')} label={signIn.password} autoComplete="current-password" />
        {asksCode && <CodeField {...getInputProps('totp')} />}
        <SubmitButton fullWidth mt="xs" label={texts.submit} busyLabel={texts.sending} isPending={isPending} />
        <FormFailure>{failure}</FormFailure>
        <Anchor size="sm" ta="center" renderRoot={(props) => <Link to="/forgot-password" {...props} />}>
          {signIn.forgot}
        </Anchor>
      </Stack>
    </form>
  );
}
