import { Button, Stack, TextInput } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { useLocale, useTexts } from '../../../locales/locale.tsx';
import { useDevelopersTexts } from '../../../locales/pages/developers.ts';
import { useTokensTexts } from '../../../locales/pages/tokens.ts';
import { BackLink } from '../../../ui/controls/back-link.tsx';
import { LoadedOne } from '../../../ui/feedback/loaded-one.tsx';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { Warning } from '../../../ui/feedback/warning.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { DescriptionList } from '../../../ui/layout/description-list.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { exactTime } from '../../../ui/time/age.tsx';
import { When } from '../../../ui/time/when.tsx';
import { RevokeToken } from './revoke-token.tsx';
import { ScopePicker } from './scope-picker.tsx';
import styles from './token-page.module.css';
import { type Scope, stateOf, type Token, tokenQuery, tokensQuery } from './token-queries.ts';
import { TokenState } from './token-state.tsx';

/** One token: its use, and its name and scopes to change. */
export function TokenPage() {
  const texts = useTokensTexts();
  const { id } = useParams({ from: '/shell/settings/settings/developers/tokens/$id' });
  const query = useQuery(tokenQuery(id));
  return (
    <>
      <BackLink to="/settings/developers/tokens">{texts.list}</BackLink>
      <LoadedOne query={query} failure={texts.failed} missing={texts.missing}>
        {(token) => <Details key={token.id} token={token} />}
      </LoadedOne>
    </>
  );
}

function Details({ token }: { token: Token }) {
  const texts = useTokensTexts();
  const [isRevoking, setRevoking] = useState(false);
  const isRevoked = stateOf(token) === 'revoked';
  return (
    <>
      <PageHeading
        title={token.name}
        lead={<TokenState token={token} />}
        actions={
          !isRevoked && (
            <Button variant="default" onClick={() => setRevoking(true)}>
              {texts.revoke}
            </Button>
          )
        }
      />
      {isRevoked && <Warning>{texts.revokedNote}</Warning>}
      <Facts token={token} />
      {!isRevoked && <TokenForm token={token} />}
      <RevokeToken token={token} isOpen={isRevoking} onClose={() => setRevoking(false)} />
    </>
  );
}

function Facts({ token }: { token: Token }) {
  const texts = useTokensTexts();
  const { locale } = useLocale();
  const { created_at, last_used_at, expires_at, calls, refusals } = token;
  const usage = [texts.calls(calls), refusals > 0 && texts.refusals(refusals)].filter(Boolean).join(', ');
  return (
    <div className={styles.facts}>
      <DescriptionList
        facts={[
          {
            name: texts.day,
            value: (
              <>
                {usage}
                {refusals > 0 && <div className={styles.lead}>{texts.refusalsLead}</div>}
              </>
            ),
          },
          { name: texts.lastUsed, value: last_used_at && <When at={last_used_at} />, absent: texts.neverUsed },
          { name: texts.created, value: <When at={created_at} /> },
          {
            name: texts.expires,
            value: expires_at && exactTime(new Date(expires_at), locale),
            absent: texts.noExpiry,
          },
        ]}
      />
    </div>
  );
}

function TokenForm({ token }: { token: Token }) {
  const texts = useTokensTexts();
  const { save, nameMissing } = useDevelopersTexts();
  const { saving } = useTexts();
  const notify = useNotice();
  const queryClient = useQueryClient();
  const { getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: { name: token.name, scopes: token.scopes.join(' ') },
    validate: ({ name, scopes }) => ({
      name: name.trim() ? undefined : nameMissing,
      scopes: scopes ? undefined : texts.scopesMissing,
    }),
    // An admin may rename a token that has more scopes than they do.
    send: ({ name, scopes }) => {
      const changed = scopes === token.scopes.join(' ') ? {} : { scopes: scopes.split(' ') as Scope[] };
      return api.tokens.update({ params: { id: token.id }, body: { name: name.trim(), ...changed } });
    },
    toErrors: (error) =>
      error instanceof ParleyProblem && error.errors?.scopes ? { fields: { scopes: texts.scopesForeign } } : undefined,
    onSuccess: (changed) => {
      queryClient.setQueryData(tokenQuery(token.id).queryKey, changed);
      void queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey, exact: true });
      notify({ kind: 'done', text: texts.saved });
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="lg" align="stretch">
        <TextInput {...getInputProps('name')} label={texts.name} maxLength={255} maw={400} autoComplete="off" />
        <ScopePicker {...getInputProps('scopes')} />
        <FormFailure>{failure}</FormFailure>
        <div className={styles.actions}>
          <SubmitButton label={save} busyLabel={saving} isPending={isPending} />
        </div>
      </Stack>
    </form>
  );
}
