import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { useSession } from '../../../data/session.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useDevelopersTexts } from '../../../locales/pages/developers.ts';
import { useTokensTexts } from '../../../locales/pages/tokens.ts';
import { BackLink } from '../../../ui/controls/back-link.tsx';
import { ConfirmPassword } from '../../../ui/form/confirm-password.tsx';
import { SecretDialog } from '../../../ui/form/secret-dialog.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { expiries, expiryOf, isPast } from './expiry.ts';
import { ScopePicker } from './scope-picker.tsx';
import { type Scope, tokensQuery } from './token-queries.ts';

type NewToken = Omit<Parameters<typeof api.tokens.create>[0]['body'], 'password'>;

/** A form, then the password, then the token, once. */
export function NewToken() {
  const texts = useTokensTexts();
  const { secret: secretTexts } = useDevelopersTexts();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<NewToken>();
  const [created, setCreated] = useState<{ id: number; token: string }>();
  const finish = () => {
    setCreated(undefined);
    if (created) void navigate({ to: '/settings/developers/tokens/$id', params: { id: created.id }, replace: true });
  };
  return (
    <>
      <BackLink to="/settings/developers/tokens">{texts.list}</BackLink>
      <PageHeading title={texts.newHeading} lead={texts.lead} />
      <TokenForm onSubmit={setDraft} />
      <AskPassword
        draft={draft}
        onClose={() => setDraft(undefined)}
        onCreated={(token) => {
          setDraft(undefined);
          setCreated(token);
          void queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey });
        }}
      />
      <SecretDialog
        title={texts.tokenTitle}
        lead={secretTexts.once}
        label={texts.tokenLabel}
        done={secretTexts.done}
        secret={created?.token}
        onClose={finish}
      />
    </>
  );
}

interface AskPasswordProps {
  draft: NewToken | undefined;
  onClose: () => void;
  onCreated: (created: { id: number; token: string }) => void;
}

function AskPassword({ draft, onClose, onCreated }: AskPasswordProps) {
  const texts = useTokensTexts();
  const { user } = useSession();
  return (
    <Dialog title={texts.confirmTitle} isOpen={draft !== undefined} onClose={onClose}>
      {draft && (
        <Stack gap="md">
          <Text c="dimmed">{texts.confirmLead}</Text>
          <ConfirmPassword
            email={user.email}
            submit={texts.submit}
            send={(password) => api.tokens.create({ body: { ...draft, password } })}
            onDone={({ id, token }) => onCreated({ id, token })}
            onCancel={onClose}
          />
        </Stack>
      )}
    </Dialog>
  );
}

function TokenForm({ onSubmit: onValid }: { onSubmit: (draft: NewToken) => void }) {
  const texts = useTokensTexts();
  const { nameMissing } = useDevelopersTexts();
  const { cancel, saving } = useTexts();
  const { getInputProps, onSubmit, isPending } = useForm({
    initialValues: { name: '', expiry: '90', date: '', scopes: '' },
    autoFocus: 'name',
    validate: ({ name, expiry, date, scopes }) => ({
      name: name.trim() ? undefined : nameMissing,
      date: expiry === 'date' && isPast(date) ? texts.expiryPast : undefined,
      scopes: scopes ? undefined : texts.scopesMissing,
    }),
    send: async ({ name, scopes, ...rest }) => ({
      name: name.trim(),
      scopes: scopes.split(' ') as Scope[],
      expires_at: expiryOf(rest),
    }),
    onSuccess: onValid,
  });
  const { value: expiry } = getInputProps('expiry');
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="lg">
        <TextInput
          {...getInputProps('name')}
          label={texts.name}
          description={texts.nameLead}
          placeholder={texts.nameExample}
          maxLength={255}
          maw={400}
          autoComplete="off"
        />
        <Group align="start" gap="md">
          <Select
            {...getInputProps('expiry')}
            label={texts.expiry}
            data={expiries.map((value) => ({ value, label: texts.expiries[value] }))}
            allowDeselect={false}
            w={192}
            {...(expiry === 'never' && {
              description: texts.expiryNever,
              inputWrapperOrder: ['label', 'input', 'description'],
            })}
          />
          {expiry === 'date' && <TextInput {...getInputProps('date')} type="date" label={texts.expiryDate} w={192} />}
        </Group>
        <ScopePicker {...getInputProps('scopes')} />
        <Group gap="xs">
          <SubmitButton label={texts.submit} busyLabel={saving} isPending={isPending} />
          <Button variant="default" renderRoot={(props) => <Link to="/settings/developers/tokens" {...props} />}>
            {cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
