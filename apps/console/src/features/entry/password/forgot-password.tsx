import { Anchor, Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { EmailField } from '../../../ui/form/email-field.tsx';
import { checkEmail, isEmailRefused } from '../../../ui/form/emails.ts';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { EntryCard } from '../entry-card.tsx';

/** Same answer for every address, so that it does not reveal accounts. */
export function ForgotPassword() {
  const allTexts = useTexts();
  const { forgotPassword: texts, emailWrong } = allTexts;
  const [sentTo, setSentTo] = useState<string>();
  const { getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: { email: '' },
    autoFocus: 'email',
    validate: ({ email }) => ({ email: checkEmail(email, allTexts) }),
    send: ({ email }) => api.session.requestReset({ body: { email: email.trim() } }),
    toErrors: (error) => (isEmailRefused(error) ? { fields: { email: emailWrong } } : undefined),
    onSuccess: (_, { email }) => setSentTo(email.trim()),
  });
  const toSignIn = (props: object) => <Link to="/sign-in" {...props} />;

  if (sentTo) {
    const back = (
      <Button variant="default" mt="xs" renderRoot={toSignIn}>
        {texts.back}
      </Button>
    );
    return <EntryCard title={texts.title} heading={texts.sentHeading} lead={texts.sent(sentTo)} footer={back} />;
  }
  return (
    <EntryCard
      title={texts.title}
      heading={texts.heading}
      lead={texts.lead}
      footer={<Anchor renderRoot={toSignIn}>{texts.back}</Anchor>}
    >
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <EmailField {...getInputProps('email')} label={texts.email} />
          <SubmitButton fullWidth label={texts.submit} busyLabel={texts.sending} isPending={isPending} />
          <FormFailure>{failure}</FormFailure>
        </Stack>
      </form>
    </EntryCard>
  );
}
