import { Stack } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { useTexts } from '../../../locales/locale.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { useForm } from '../../../ui/form/use-form.ts';

interface ConfirmPasswordProps<R> {
  email: string;
  submit: string;
  send: (password: string) => Promise<R>;
  onDone: (result: R) => void;
  onCancel: () => void;
}

/** Asks for the password again before a sensitive change. */
export function ConfirmPassword<R>({ email, submit: label, send, onDone, onCancel }: ConfirmPasswordProps<R>) {
  const { twoFactor: texts, password: passwords } = useTexts();
  const { getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: { password: '' },
    autoFocus: 'password',
    validate: ({ password }) => ({ password: password ? undefined : passwords.missing }),
    send: ({ password }) => send(password),
    toErrors: (error) =>
      error instanceof ParleyProblem && error.code === 'sign_in_failed'
        ? { fields: { password: passwords.wrong } }
        : undefined,
    onSuccess: onDone,
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Stack gap="md">
        <PasswordField {...getInputProps('password')} label={texts.askPassword} autoComplete="current-password" />
        <FormActions
          label={label}
          busyLabel={texts.working}
          isPending={isPending}
          failure={failure}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
