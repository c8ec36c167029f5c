import { Select, Stack } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSecurityTexts } from '../../locales/pages/security.ts';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ListEnd } from '../../ui/feedback/list-end.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { DetailRow } from '../../ui/layout/detail-row.tsx';
import { Rows } from '../../ui/layout/rows.tsx';
import { When } from '../../ui/time/when.tsx';
import { type SignIn, signInsQuery } from './security-queries.ts';
import styles from './sign-in-log.module.css';
import { useDeviceName } from './use-device-name.ts';

/** Who signed in or failed to, newest first. */
export function SignInLog() {
  const texts = useSecurityTexts();
  const [query, setQuery] = useState('');
  const [outcome, setOutcome] = useState<SignIn['outcome'] | null>(null);
  const log = useInfiniteQuery(signInsQuery({ query, outcome }));
  const outcomes = Object.entries(texts.outcomes).map(([value, label]) => ({
    value: value as SignIn['outcome'],
    label,
  }));
  return (
    <Stack gap="sm">
      <div className={styles.filters}>
        <SearchField label={texts.search} query={query} onSearch={setQuery} />
        <Select
          aria-label={texts.filter}
          placeholder={texts.allOutcomes}
          data={outcomes}
          value={outcome}
          onChange={setOutcome}
          clearable
        />
      </div>
      <Loaded query={log} failure={texts.logFailed}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data);
          if (!rows.length) {
            return (
              <EmptyState icon={IconHistory} heading={texts.nothing}>
                {texts.nothingLead}
              </EmptyState>
            );
          }
          return (
            <div>
              <Rows label={texts.log}>
                {rows.map((signIn) => (
                  <SignInRow key={signIn.id} signIn={signIn} />
                ))}
              </Rows>
              <ListEnd list={log} end={texts.logEnd} />
            </div>
          );
        }}
      </Loaded>
    </Stack>
  );
}

function SignInRow({ signIn }: { signIn: SignIn }) {
  const texts = useSecurityTexts();
  const { name: device, place } = useDeviceName()(signIn);
  const hasSucceeded = signIn.outcome === 'succeeded';
  return (
    <DetailRow
      icon={hasSucceeded ? IconCircleCheck : IconCircleX}
      isFailed={!hasSucceeded}
      name={signIn.name ?? signIn.email}
      title={signIn.email}
      facts={
        <>
          <span className={styles.outcome} data-failed={!hasSucceeded || undefined}>
            {texts.outcomes[signIn.outcome]}
          </span>{' '}
          · {device} · {place}
        </>
      }
    >
      <span className={styles.time}>
        <When at={signIn.at} />
      </span>
    </DetailRow>
  );
}
