import { Anchor, Stack } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { Link } from '@tanstack/react-router';
import { api, type Session } from '../../../data/api.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { EmailField } from '../../../ui/form/email-field.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { EntryCard } from '../entry-card.tsx';
import { EntryNote, type NoteName } from '../entry-note.tsx';

export interface Credentials {
  email: string;
  password: string;
}

interface PasswordStepProps {
  note: NoteName | undefined;
  onSignedIn: (session: Session) => void;
  onCodeRequired: (credentials: Credentials) => void;
}

/** The password is right, and a code is required. */
const codeRequired = Symbol('code required');

async function signIn(body: Credentials) {
  try {
    return await api.session.create({ body });
  } catch (error) {
    if (error instanceof ParleyProblem && error.code === 'totp_required') return codeRequired;
    throw error;
  }
}

export function PasswordStep({ note, onSignedIn, onCodeRequired }: PasswordStepProps) {
  const { signIn: texts, password } = useTexts();
  const { getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: { email: '', password: '' },
    autoFocus: 'email',
    validate: (values) => ({
      email: values.email.trim() ? undefined : texts.emailMissing,
      password: values.password ? undefined : password.missing,
    }),
    send: ({ email, password }) => signIn({ email: email.trim(), password }),
    toErrors: (error) =>
      error instanceof ParleyProblem && error.code === 'sign_in_failed'
        ? { form: texts.wrong, focus: 'password' }
        : undefined,
    onSuccess: (answer, { email, password }) =>
      answer === codeRequired ? onCodeRequired({ email: email.trim(), password }) : onSignedIn(answer),
  });

  return (
    <EntryCard
      title={texts.title}
      heading={texts.heading}
      lead={location.host}
      footer={<Anchor renderRoot={(props) => <Link to="/forgot-password" {...props} />}>{texts.forgot}</Anchor>}
    >
      {note && <EntryNote name={note} />}
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <EmailField {...getInputProps('email')} label={texts.email} />
          <PasswordField {...getInputProps('password')} label={texts.password} autoComplete="current-password" />
          <SubmitButton fullWidth mt="xs" label={texts.submit} busyLabel={texts.sending} isPending={isPending} />
          <FormFailure>{failure}</FormFailure>
        </Stack>
      </form>
    </EntryCard>
  );
}
