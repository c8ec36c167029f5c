import { Button, NativeSelect, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { useTeamTexts } from '../../../locales/pages/team.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { When } from '../../../ui/time/when.tsx';
import styles from './event-log.module.css';

type EventType = Exclude<Awaited<ReturnType<typeof api.agents.listEvents>>['data'][number]['type'], 'unknown'>;

/** What the person did, newest first. */
export function EventLog({ agentId }: { agentId: number }) {
  const { person: texts } = useTeamTexts();
  const [type, setType] = useState<EventType>();
  const query = useEvents(agentId, type);
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData } = query;
  return (
    <>
      <NativeSelect
        aria-label={texts.logFilter}
        className={styles.filter ?? ''}
        value={type ?? ''}
        data={[
          { value: '', label: texts.logAll },
          ...Object.entries(texts.events)
            .filter(([value]) => value !== 'unknown')
            .map(([value, label]) => ({ value, label })),
        ]}
        onChange={({ currentTarget: { value } }) => setType((value as EventType) || undefined)}
      />
      <Loaded query={query} failure={texts.logFailed}>
        {({ pages }) => {
          const events = pages.flatMap(({ data }) => data);
          if (!events.length) return <Text c="dimmed">{type ? texts.logNone : texts.logEmptyLead}</Text>;
          return (
            <>
              <ol className={styles.events} aria-busy={isPlaceholderData}>
                {events.map((event) => (
                  <li key={event.id} className={styles.event}>
                    <span>{texts.events[event.type]}</span>
                    <span className={styles.at}>
                      <When at={event.created_at} />
                    </span>
                  </li>
                ))}
              </ol>
              {hasNextPage ? (
                <Button
                  variant="default"
                  size="xs"
                  aria-busy={isFetchingNextPage}
                  onClick={() => isFetchingNextPage || void fetchNextPage()}
                >
                  {texts.logMore}
                </Button>
              ) : (
                <Text c="dimmed" size="xs">
                  {texts.logEnd}
                </Text>
              )}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

const PAGE = 10;

function useEvents(agentId: number, type: EventType | undefined) {
  return useInfiniteQuery({
    queryKey: ['team', 'events', agentId, type ?? 'all'],
    queryFn: ({ pageParam: cursor }) =>
      api.agents.listEvents({
        params: { id: agentId },
        query: { limit: PAGE, ...(type && { type }), ...(cursor && { cursor }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepPreviousData,
  });
}
