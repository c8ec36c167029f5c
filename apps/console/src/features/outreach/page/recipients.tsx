import { Select } from '@mantine/core';
import { useThrottledValue } from '@mantine/hooks';
import { IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useLocale } from '../../../locales/locale.tsx';
import { useBroadcastsTexts } from '../../../locales/pages/broadcasts.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ListEnd } from '../../../ui/feedback/list-end.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Rows } from '../../../ui/layout/rows.tsx';
import { numberFormat } from '../../../ui/time/formats.ts';
import { type Broadcast, recipientsQuery } from '../model/broadcast-queries.ts';
import { recipientStates } from '../model/broadcast-search.ts';
import { RecipientRow } from './recipient-row.tsx';
import styles from './recipients.module.css';

/** Everybody the broadcast was for, with what became of each. */
export function Recipients({ broadcast: { id, status, counts } }: { broadcast: Broadcast }) {
  const texts = useBroadcastsTexts();
  const { state } = useSearch({ from: '/shell/outreach/broadcasts/$id' });
  const query = useInfiniteQuery({ ...recipientsQuery(id, state), placeholderData: keepPreviousData });
  useFollow(id, counts);
  const recipients = query.data?.pages.flatMap(({ data }) => data);
  if (status === 'scheduled') return null;
  return (
    <section aria-labelledby="recipients">
      <div className={styles.head}>
        <h2 id="recipients" className={styles.heading}>
          {texts.recipients}
        </h2>
        <StateFilter counts={counts} />
      </div>
      <Loaded query={{ ...query, data: recipients }} failure={texts.recipientsFailed}>
        {(found) =>
          found.length ? (
            <div aria-busy={query.isPlaceholderData}>
              <Rows label={texts.recipients}>
                {found.map((recipient, at) => (
                  <RecipientRow key={recipient.contact_id ?? `erased ${at}`} recipient={recipient} />
                ))}
              </Rows>
              <ListEnd list={query} end={texts.recipientsEnd} />
            </div>
          ) : (
            <EmptyState icon={IconUsers} heading={texts.noRecipients}>
              {texts.noRecipientsLead}
            </EmptyState>
          )
        }
      </Loaded>
    </section>
  );
}

function StateFilter({ counts }: Pick<Broadcast, 'counts'>) {
  const texts = useBroadcastsTexts();
  const { locale } = useLocale();
  const { state } = useSearch({ from: '/shell/outreach/broadcasts/$id' });
  const navigate = useNavigate({ from: '/outreach/broadcasts/$id' });
  const format = numberFormat(locale, {}).format;
  const choose = (chosen: string | null) =>
    void navigate({ search: chosen ? { state: chosen as typeof state } : {}, replace: true, resetScroll: false });
  return (
    <Select
      aria-label={texts.state}
      placeholder={texts.anyState}
      data={recipientStates.map((value) => ({ value, label: `${texts.counts[value]} · ${format(counts[value])}` }))}
      value={state ?? null}
      onChange={choose}
      clearable
      clearButtonProps={{ 'aria-label': texts.anyState }}
      className={styles.filter}
    />
  );
}

const FOLLOW_MS = 2_000;

/** Reads the list again when the numbers have moved, but not with each of them. */
function useFollow(id: number, counts: Broadcast['counts']) {
  const queryClient = useQueryClient();
  const numbers = useThrottledValue(JSON.stringify(counts), FOLLOW_MS);
  const shown = useRef(numbers);
  useEffect(() => {
    if (shown.current === numbers) return;
    shown.current = numbers;
    void queryClient.invalidateQueries({ queryKey: recipientsQuery(id, undefined).queryKey.slice(0, 3) });
  }, [queryClient, id, numbers]);
}
