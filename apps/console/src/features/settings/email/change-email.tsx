import { Stack } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { api } from '../../../data/api.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useProfileTexts } from '../../../locales/pages/profile.ts';
import { EmailField } from '../../../ui/form/email-field.tsx';
import { checkEmail, isEmailRefused } from '../../../ui/form/emails.ts';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { useForm } from '../../../ui/form/use-form.ts';

export type RequestedEmail = Awaited<ReturnType<typeof api.emailChange.request>>;

interface ChangeEmailProps {
  /** The current one. */
  email: string;
  onRequested: (requested: RequestedEmail) => void;
  onCancel: () => void;
}

/** Asks for the new address and the password. */
export function ChangeEmail({ email: current, onRequested, onCancel }: ChangeEmailProps) {
  const allTexts = useTexts();
  const { ownEmail: texts } = useProfileTexts();
  const { getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: { email: '', password: '' },
    autoFocus: 'email',
    validate: ({ email, password }) => ({
      email: isSame(email, current) ? texts.same : checkEmail(email, allTexts),
      password: password ? undefined : allTexts.password.missing,
    }),
    send: ({ email, password }) => api.emailChange.request({ body: { email: email.trim(), password } }),
    toErrors: (error) => {
      if (isEmailRefused(error)) return { fields: { email: allTexts.emailWrong } };
      if (!(error instanceof ParleyProblem)) return undefined;
      switch (error.code) {
        case 'sign_in_failed':
          return { fields: { password: allTexts.password.wrong } };
        case 'already_agent':
          return { fields: { email: texts.taken } };
        case 'upstream_failed':
          return { form: texts.notSent };
        default:
          return undefined;
      }
    },
    onSuccess: onRequested,
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <EmailField {...getInputProps('email')} label={texts.next} />
        <PasswordField {...getInputProps('password')} label={allTexts.password.ask} autoComplete="current-password" />
        <FormActions
          label={texts.submit}
          busyLabel={texts.sending}
          isPending={isPending}
          failure={failure}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.toLowerCase();
