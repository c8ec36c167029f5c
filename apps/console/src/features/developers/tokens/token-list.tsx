import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../data/session.ts';
import { useLocale } from '../../../locales/locale.tsx';
import { useTokensTexts } from '../../../locales/pages/tokens.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Warning } from '../../../ui/feedback/warning.tsx';
import { ListRow } from '../../../ui/layout/list-row.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { dateFormat } from '../../../ui/time/formats.ts';
import { When } from '../../../ui/time/when.tsx';
import { SearchableList } from '../parts/searchable-list.tsx';
import { stateOf, type Token, tokensQuery } from './token-queries.ts';
import { TokenState } from './token-state.tsx';

export function TokenList() {
  const texts = useTokensTexts();
  const query = useQuery(tokensQuery);
  const isApiOn = useSession().widget.api_enabled;
  const create = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      renderRoot={(props) => <Link to="/settings/developers/tokens/new" {...props} />}
    >
      {texts.create}
    </Button>
  );
  return (
    <>
      <PageHeading title={texts.list} lead={texts.lead} actions={create} />
      {!isApiOn && (
        <Warning>
          {texts.apiOff} <Link to="/settings/developers">{texts.apiOffLink}</Link>
        </Warning>
      )}
      <SearchableList
        query={query}
        texts={texts}
        textOf={({ name, scopes }) => `${name} ${scopes.join(' ')}`}
        empty={
          <EmptyState icon={IconKey} heading={texts.empty} action={create}>
            {texts.emptyLead}
          </EmptyState>
        }
      >
        {(token) => <TokenRow key={token.id} token={token} />}
      </SearchableList>
    </>
  );
}

function TokenRow({ token }: { token: Token }) {
  const texts = useTokensTexts();
  const { id, name, scopes, last_used_at, calls, refusals } = token;
  return (
    <ListRow
      name={
        <Link to="/settings/developers/tokens/$id" params={{ id }}>
          {name}
        </Link>
      }
      badges={stateOf(token) === 'active' ? undefined : <TokenState token={token} />}
      facts={
        <>
          {texts.scopesCount(scopes.length)} · <Expiry token={token} />
        </>
      }
      aside={
        <>
          <div>
            {last_used_at ? (
              <>
                {texts.lastUsed} <When at={last_used_at} />
              </>
            ) : (
              texts.neverUsed
            )}
          </div>
          {calls > 0 && (
            <div title={texts.day}>
              {texts.calls(calls)}
              {refusals > 0 && `, ${texts.refusals(refusals)}`}
            </div>
          )}
        </>
      }
    />
  );
}

function Expiry({ token: { expires_at, revoked_at } }: { token: Token }) {
  const texts = useTokensTexts();
  const { locale } = useLocale();
  if (revoked_at) {
    return (
      <>
        {texts.revokedAt} <When at={revoked_at} />
      </>
    );
  }
  if (!expires_at) return texts.noExpiry;
  return (
    <>
      {Date.parse(expires_at) > Date.now() ? texts.expires : texts.expired}{' '}
      <time dateTime={expires_at}>{dateFormat(locale, { dateStyle: 'medium' }).format(new Date(expires_at))}</time>
    </>
  );
}
