import { Title } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { api } from '../../../data/api.ts';
import { useReason, useSeconds } from '../../../entities/chat/ai/turn-texts.ts';
import { useAiTurnTexts } from '../../../locales/pages/ai-turn.ts';
import { useExternalOperatorsTexts } from '../../../locales/pages/external-operators.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ListEnd } from '../../../ui/feedback/list-end.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { StatusBadge, type Tone } from '../../../ui/feedback/status-badge.tsx';
import { ListRow } from '../../../ui/layout/list-row.tsx';
import { Rows } from '../../../ui/layout/rows.tsx';
import { When } from '../../../ui/time/when.tsx';
import styles from './external-calls.module.css';

type Call = Awaited<ReturnType<typeof api.externalOperators.listCalls>>['data'][number];

const callsQuery = (public_id: string) =>
  infiniteQueryOptions({
    queryKey: ['ai', 'external-operator', public_id, 'calls'],
    queryFn: ({ pageParam: cursor }) =>
      api.externalOperators.listCalls({ params: { public_id }, query: { limit: 25, ...(cursor && { cursor }) } }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchOnMount: 'always',
  });

/** What came of the calls, newest first. */
export function ExternalCalls({ publicId }: { publicId: string }) {
  const texts = useExternalOperatorsTexts();
  const query = useInfiniteQuery(callsQuery(publicId));
  const headingId = useId();
  const calls = query.data?.pages.flatMap(({ data }) => data);
  return (
    <section className={styles.calls} aria-labelledby={headingId}>
      <Title order={2} id={headingId} className={styles.heading}>
        {texts.calls}
      </Title>
      <Loaded query={{ ...query, data: calls }} failure={texts.callsFailed}>
        {(found) =>
          found.length ? (
            <>
              <Rows label={texts.calls}>
                {found.map((call) => (
                  <CallRow key={call.id} call={call} />
                ))}
              </Rows>
              <ListEnd list={query} end={texts.callsEnd} />
            </>
          ) : (
            <EmptyState icon={IconPlugConnected} heading={texts.noCalls}>
              {texts.noCallsLead}
            </EmptyState>
          )
        }
      </Loaded>
    </section>
  );
}

const TONES: Record<Call['outcome'], Tone> = {
  running: 'waiting',
  waiting: 'waiting',
  answered: 'good',
  drafted: 'good',
  escalated: 'off',
  superseded: 'off',
  failed: 'bad',
};

function CallRow({ call }: { call: Call }) {
  const { callChat, notCalled } = useExternalOperatorsTexts();
  const { outcomes } = useAiTurnTexts();
  const toTry = useTry();
  const { chat_id, outcome, attempts, created_at } = call;
  const tone = attempts.at(-1)?.error ? 'bad' : TONES[outcome];
  const facts = [useReason()(call), attempts.length ? attempts.map(toTry).join(', ') : notCalled];
  return (
    <ListRow
      name={
        <Link to="/inbox/$chatId" params={{ chatId: String(chat_id) }}>
          {callChat(chat_id)}
        </Link>
      }
      badges={<StatusBadge tone={tone}>{outcomes[outcome]}</StatusBadge>}
      facts={<bdi>{facts.filter(Boolean).join(' · ')}</bdi>}
      aside={<When at={created_at} />}
    />
  );
}

/** The status or the error of a try, and how long it took. */
function useTry() {
  const { noResponse, callTry } = useExternalOperatorsTexts();
  const { errors } = useAiTurnTexts();
  const seconds = useSeconds();
  return ({ status, error, duration_ms }: Call['attempts'][number]) => {
    const came = [status !== null && `HTTP ${status}`, error !== null && (errors[error] ?? error)].filter(Boolean);
    return callTry(came.join(' ') || noResponse, seconds(duration_ms));
  };
}
