import { Select } from '@mantine/core';
import { useThrottledValue } from '@mantine/hooks';
import type { RecipientState } from '@parley/contract';
import { IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocale } from '../../../../locales/locale.tsx';
import { useSendsTexts } from '../../../../locales/pages/sends.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { ListEnd } from '../../../../ui/feedback/list-end.tsx';
import { Loaded } from '../../../../ui/feedback/loaded.tsx';
import { Rows } from '../../../../ui/layout/rows.tsx';
import { numberFormat } from '../../../../ui/time/formats.ts';
import type { CountedSend, SendKind } from '../model/send.ts';
import { recipientsQuery, useRefreshRecipients } from '../model/send-queries.ts';
import { RecipientRow } from './recipient-row.tsx';
import styles from './recipients.module.css';

interface RecipientsProps {
  kind: SendKind;
  send: CountedSend;
  /** States that occur. */
  states: readonly RecipientState[];
  /** Only those in this state. */
  state: RecipientState | undefined;
  onFilter: (state: RecipientState | undefined) => void;
}

/** Everybody the send was for, with what became of each. */
export function Recipients({ kind, send: { id, status, counts }, states, state, onFilter }: RecipientsProps) {
  const texts = useSendsTexts();
  const query = useInfiniteQuery({ ...recipientsQuery(kind, id, state), placeholderData: keepPreviousData });
  useFollow(useRefreshRecipients(kind, id), counts);
  const recipients = query.data?.pages.flatMap(({ data }) => data);
  if (status === 'scheduled') return null;
  return (
    <section aria-labelledby="recipients">
      <div className={styles.head}>
        <h2 id="recipients" className={styles.heading}>
          {texts.recipients}
        </h2>
        <StateFilter counts={counts} states={states} state={state} onFilter={onFilter} />
      </div>
      <Loaded query={{ ...query, data: recipients }} failure={texts.recipientsFailed}>
        {(found) =>
          found.length ? (
            <div aria-busy={query.isPlaceholderData}>
              <Rows label={texts.recipients}>
                {found.map((recipient, at) => (
                  <RecipientRow key={recipient.contact_id ?? `erased ${at}`} kind={kind} recipient={recipient} />
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

function StateFilter({
  counts,
  states,
  state,
  onFilter,
}: Pick<CountedSend, 'counts'> & Omit<RecipientsProps, 'kind' | 'send'>) {
  const texts = useSendsTexts();
  const { locale } = useLocale();
  const format = numberFormat(locale, {}).format;
  return (
    <Select
      aria-label={texts.state}
      placeholder={texts.anyState}
      data={states.map((value) => ({ value, label: `${texts.counts[value]} · ${format(counts[value])}` }))}
      value={state ?? null}
      onChange={(chosen) => onFilter(states.find((each) => each === chosen))}
      clearable
      clearButtonProps={{ 'aria-label': texts.anyState }}
      className={styles.filter}
    />
  );
}

const FOLLOW_MS = 2_000;

/** Reads the list again when the numbers have moved, but not with each of them. */
function useFollow(refresh: () => Promise<void>, counts: CountedSend['counts']) {
  const numbers = useThrottledValue(JSON.stringify(counts), FOLLOW_MS);
  const shown = useRef(numbers);
  useEffect(() => {
    if (shown.current === numbers) return;
    shown.current = numbers;
    void refresh();
  }, [refresh, numbers]);
}
