import { Text, TextInput } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { useState } from 'react';
import { api } from '../../data/api.ts';
import { InvitationLink } from '../../entities/agent/invitation-link.tsx';
import { useTexts } from '../../locales/locale.tsx';
import { useInviteTexts } from '../../locales/pages/invite.ts';
import { checkEmail, isEmailRefused } from '../../ui/form/emails.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import styles from './invite-form.module.css';

/** Invites a colleague by e-mail. The form stays for the next one. */
export function InviteForm() {
  const allTexts = useTexts();
  const texts = useInviteTexts();
  const [sent, setSent] = useState<{ email: string; link: string | null }>();
  const { getInputProps, onSubmit, isPending, failure, reset } = useForm({
    initialValues: { email: '' },
    validate: ({ email }) => ({ email: checkEmail(email, allTexts) }),
    send: ({ email }) => api.agents.invite({ body: { email: email.trim() } }),
    toErrors: (error) => {
      setSent(undefined);
      if (isEmailRefused(error)) return { fields: { email: allTexts.emailWrong } };
      const form = error instanceof ParleyProblem && texts.refused[error.code as keyof typeof texts.refused];
      return form ? { form, focus: 'email' } : undefined;
    },
    onSuccess: ({ email, link }) => {
      setSent({ email, link });
      reset();
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate className={styles.form}>
      <div className={styles.line}>
        <TextInput
          {...getInputProps('email')}
          className={styles.email}
          aria-label={texts.email}
          placeholder={texts.example}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <SubmitButton label={texts.submit} busyLabel={texts.sending} isPending={isPending} />
      </div>
      <Text role="status" component="div">
        {sent && (sent.link ? texts.linkReady(sent.email) : texts.sent(sent.email))}
        {sent?.link && <InvitationLink email={sent.email} link={sent.link} />}
      </Text>
      <FormFailure>{failure}</FormFailure>
    </form>
  );
}
