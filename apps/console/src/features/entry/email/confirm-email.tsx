import { Button, Stack } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { sessionQuery } from '../../../data/session.ts';
import { useConfirmEmailTexts } from '../../../locales/pages/confirm-email.ts';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { EntryCard } from '../entry-card.tsx';

/** The token is in the fragment, which browsers do not send. */
export function ConfirmEmail() {
  const token = useLocation({ select: ({ hash }) => new URLSearchParams(hash).get('token') });
  return token ? <Confirmation key={token} token={token} /> : <Outcome name="dead" />;
}

function Confirmation({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<'done' | 'dead'>();
  return outcome ? <Outcome name={outcome} /> : <ConfirmForm token={token} onOutcome={setOutcome} />;
}

interface ConfirmFormProps {
  token: string;
  onOutcome: (outcome: 'done' | 'dead') => void;
}

/** Asks for a click, since mail filters open links too. */
function ConfirmForm({ token, onOutcome }: ConfirmFormProps) {
  const texts = useConfirmEmailTexts();
  const queryClient = useQueryClient();
  const { onSubmit, isPending, failure } = useForm({
    initialValues: {},
    validate: () => ({}),
    send: () => api.emailChange.confirm({ body: { token } }),
    toErrors: (error) => {
      if (!(error instanceof ParleyProblem && error.code === 'validation_failed')) return undefined;
      onOutcome('dead');
      return {};
    },
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: sessionQuery.queryKey });
      onOutcome('done');
    },
  });
  return (
    <EntryCard title={texts.title} heading={texts.heading} lead={texts.lead}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <SubmitButton fullWidth label={texts.submit} busyLabel={texts.sending} isPending={isPending} />
          <FormFailure>{failure}</FormFailure>
        </Stack>
      </form>
    </EntryCard>
  );
}

function Outcome({ name }: { name: 'done' | 'dead' }) {
  const texts = useConfirmEmailTexts();
  return (
    <EntryCard
      title={texts.title}
      heading={texts.outcomes[name].heading}
      lead={texts.outcomes[name].lead}
      footer={
        <Button mt="xs" renderRoot={(props) => <Link to="/settings/profile" {...props} />}>
          {texts.open}
        </Button>
      }
    />
  );
}
