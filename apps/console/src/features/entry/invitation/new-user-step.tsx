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

/** For new people: name and password. */
export function NewUserStep({ token, onJoined, onGone }: AcceptProps) {
  const texts = useTexts();
  const { invitation, password: passwords } = texts;
  const { getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: { name: '', surname: '', password: '' },
    autoFocus: 'name',
    validate: ({ name, password }) => ({
      name: name.trim() ? undefined : invitation.nameMissing,
      password: checkNewPassword(password, texts),
    }),
    send: ({ name, surname, password }) =>
      api.agentInvitations.accept({
        body: { token, name: name.trim(), password, ...(surname.trim() && { surname: surname.trim() }) },
      }),
    toErrors: (error) => {
      if (isGone(error)) onGone();
      return error instanceof ParleyProblem && error.code === 'seat_limit_reached'
        ? { form: invitation.noSeat }
        : undefined;
    },
    onSuccess: onJoined,
  });

  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <TextInput {...getInputProps('name')} label={invitation.name} autoComplete="given-name" maxLength={255} />
        <TextInput
          {...getInputProps('surname')}
          label={invitation.surname}
          autoComplete="family-name"
          maxLength={255}
        />
        <PasswordField
          {...getInputProps('password')}
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
