import { Select, Stack } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSecurityTexts } from '../../locales/pages/security.ts';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ListEnd } from '../../ui/feedback/list-end.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { When } from '../../ui/time/when.tsx';
import styles from './rows.module.css';
import { type SignIn, signInsQuery } from './security-queries.ts';
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
              <ul className={styles.rows} aria-label={texts.log}>
                {rows.map((signIn) => (
                  <SignInRow key={signIn.id} signIn={signIn} />
                ))}
              </ul>
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
  const Icon = hasSucceeded ? IconCircleCheck : IconCircleX;
  return (
    <li className={styles.row}>
      <Icon size={20} stroke={1.75} aria-hidden className={styles.icon} data-failed={!hasSucceeded || undefined} />
      <div className={styles.words}>
        <span className={styles.name} title={signIn.email}>
          {signIn.name ?? signIn.email}
        </span>
        <span className={styles.facts}>
          <span className={styles.outcome} data-failed={!hasSucceeded || undefined}>
            {texts.outcomes[signIn.outcome]}
          </span>{' '}
          · {device} · {place}
        </span>
      </div>
      <span className={styles.time}>
        <When at={signIn.at} />
      </span>
    </li>
  );
}
