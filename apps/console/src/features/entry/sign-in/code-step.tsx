import { Anchor, Stack } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { api, type Session } from '../../../data/api.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { CodeField, digitsOf } from '../../../ui/form/code-field.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { EntryCard } from '../entry-card.tsx';
import type { Credentials } from './password-step.tsx';

interface CodeStepProps {
  credentials: Credentials;
  onSignedIn: (session: Session) => void;
  onGiveUp: () => void;
}

const MEANS_WRONG_CODE = new Set(['totp_required', 'sign_in_failed', 'validation_failed']);

export function CodeStep({ credentials, onSignedIn, onGiveUp }: CodeStepProps) {
  const { signIn: texts, code } = useTexts();
  const { getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: { totp: '' },
    autoFocus: 'totp',
    validate: ({ totp }) => ({ totp: digitsOf(totp).length === 6 ? undefined : code.missing }),
    send: ({ totp }) => api.session.create({ body: { ...credentials, totp: digitsOf(totp) } }),
    // The password was accepted before, so the code is wrong.
    toErrors: (error) =>
      error instanceof ParleyProblem && MEANS_WRONG_CODE.has(error.code ?? '')
        ? { fields: { totp: code.wrong } }
        : undefined,
    onSuccess: onSignedIn,
  });

  return (
    <EntryCard
      title={texts.title}
      heading={texts.codeHeading}
      lead={texts.codeLead}
      footer={
        <Anchor component="button" type="button" onClick={onGiveUp}>
          {texts.otherAccount}
        </Anchor>
      }
    >
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <CodeField {...getInputProps('totp')} />
          <SubmitButton fullWidth label={texts.submit} busyLabel={texts.sending} isPending={isPending} />
          <FormFailure>{failure}</FormFailure>
        </Stack>
      </form>
    </EntryCard>
  );
}
