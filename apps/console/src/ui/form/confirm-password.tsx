import { Stack } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { useTexts } from '../../locales/locale.tsx';
import { FormActions } from './form-actions.tsx';
import { PasswordField } from './password-field.tsx';
import { useForm } from './use-form.ts';

interface ConfirmPasswordProps<R> {
  email: string;
  submit: string;
  send: (password: string) => Promise<R>;
  onDone: (result: R) => void;
  onCancel: () => void;
}

/** Asks for the password again before a sensitive change. */
export function ConfirmPassword<R>({ email, submit: label, send, onDone, onCancel }: ConfirmPasswordProps<R>) {
  const { password: texts } = useTexts();
  const { getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: { password: '' },
    autoFocus: 'password',
    validate: ({ password }) => ({ password: password ? undefined : texts.missing }),
    send: ({ password }) => send(password),
    toErrors: (error) =>
      error instanceof ParleyProblem && error.code === 'sign_in_failed'
        ? { fields: { password: texts.wrong } }
        : undefined,
    onSuccess: onDone,
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Stack gap="md">
        <PasswordField
          {...getInputProps('password')}
          label={texts.ask}
          autoComplete="current-password"
          data-autofocus
        />
        <FormActions
          label={label}
          busyLabel={texts.checking}
          isPending={isPending}
          failure={failure}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
