import { Stack, Text, Textarea } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useSession } from '../../../data/session.ts';
import { useTeamTexts } from '../../../locales/pages/team.ts';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import { readAddresses } from './addresses.ts';
import { InviteResults } from './invite-results.tsx';
import { useInvite } from './use-invite.ts';

/** Invites several people at once. What could not be sent stays in the field, to be sent again. */
export function InviteDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { inviting: texts } = useTeamTexts();
  const { agent } = useSession();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const { invite, isPending, results, clear } = useInvite();
  const emails = readAddresses(text);
  const isDone = results.length > 0 && !isPending;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    setError(emails.length ? undefined : texts.missing);
    if (emails.length) invite(emails);
  };
  const again = () => {
    setText(
      results
        .filter(({ kind }) => kind === 'failed')
        .map(({ email }) => email)
        .join('\n'),
    );
    clear();
  };
  const close = () => {
    again();
    setError(undefined);
    onClose();
  };
  return (
    <Dialog title={texts.heading} isOpen={isOpen} onClose={close}>
      {isDone || isPending ? (
        <InviteResults emails={emails} results={results} isDone={isDone} onAgain={again} onClose={close} />
      ) : (
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <Text c="dimmed">{agent.role === 'owner' ? texts.lead : texts.leadAdmin}</Text>
            <Textarea
              label={texts.addresses}
              description={texts.hint}
              placeholder={texts.example}
              error={error}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
              rows={4}
              autoCapitalize="none"
              spellCheck={false}
              data-autofocus
            />
            <FormActions
              label={texts.submit(emails.length)}
              busyLabel={texts.sending}
              isPending={isPending}
              failure={undefined}
              onCancel={close}
            />
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
