import { Stack, TextInput } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { api } from '../../../data/api.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { checkNewPassword } from '../../../ui/form/passwords.ts';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { type AcceptProps, isGone } from './accepting.ts';

/** Somebody new says who they are, and chooses the password that they sign in with from now on. */
export function NewcomerStep({ token, onJoined, onGone }: AcceptProps) {
  const texts = useTexts();
  const { invitation, password: passwords } = texts;
  const { field, submit, isPending, failure } = useForm({
    initial: { name: '', surname: '', password: '' },
    startAt: 'name',
    check: ({ name, password }) => ({
      name: name.trim() ? undefined : invitation.nameMissing,
      password: checkNewPassword(password, texts),
    }),
    send: ({ name, surname, password }) =>
      api.agentInvitations.accept({
        body: { token, name: name.trim(), password, ...(surname.trim() && { surname: surname.trim() }) },
      }),
    refused: (error) => {
      if (isGone(error)) onGone();
      return error instanceof ParleyProblem && error.code === 'seat_limit_reached'
        ? { form: invitation.noSeat }
        : undefined;
    },
    done: onJoined,
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput {...field('name')} label={invitation.name} autoComplete="given-name" maxLength={255} />
        <TextInput {...field('surname')} label={invitation.surname} autoComplete="family-name" maxLength={255} />
        <PasswordField
          {...field('password')}
          label={invitation.password}
          description={passwords.rule}
          autoComplete="new-password"
        />
        <SubmitButton
          fullWidth
          mt="xs"
          label={invitation.submit}
          busyLabel={invitation.sending}
          isPending={isPending}
        />
        <FormFailure>{failure}</FormFailure>
      </Stack>
    </form>
  );
}
