import { Button, Select } from '@mantine/core';
import { IconActivity, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEventFeedTexts } from '../../../locales/pages/event-feed.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Warning } from '../../../ui/feedback/warning.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { Rows } from '../../../ui/layout/rows.tsx';
import { eventTypesQuery } from '../webhooks/webhook-queries.ts';
import styles from './event-feed.module.css';
import { EventRow } from './event-row.tsx';
import { useEventFeed } from './use-event-feed.ts';

/** What happens in the widget, as it happens. */
export function EventFeed() {
  const texts = useEventFeedTexts();
  const [type, setType] = useState<string | null>(null);
  const [isPaused, setPaused] = useState(false);
  const { query, isStalled } = useEventFeed(type, isPaused);
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      <div className={styles.toolbar}>
        <TypeFilter type={type} onChange={setType} />
        <span className={styles.state} data-paused={isPaused || undefined} role="status">
          <span className={styles.dot} aria-hidden />
          {isPaused ? texts.paused : texts.live}
        </span>
        <Button
          variant="default"
          leftSection={
            isPaused ? (
              <IconPlayerPlay size={16} stroke={1.75} aria-hidden />
            ) : (
              <IconPlayerPause size={16} stroke={1.75} aria-hidden />
            )
          }
          onClick={() => setPaused((was) => !was)}
        >
          {isPaused ? texts.resume : texts.pause}
        </Button>
      </div>
      {isStalled && <Warning>{texts.stalled}</Warning>}
      <Events query={query} isFiltered={type !== null} />
    </>
  );
}

function TypeFilter({ type, onChange }: { type: string | null; onChange: (type: string | null) => void }) {
  const texts = useEventFeedTexts();
  const { data: types = [] } = useQuery(eventTypesQuery);
  const names = types.filter(({ vocabulary, enabled }) => vocabulary === 'native' && enabled).map(({ name }) => name);
  return (
    <Select
      aria-label={texts.type}
      placeholder={texts.all}
      data={names}
      value={type}
      onChange={onChange}
      clearable
      className={styles.type ?? ''}
    />
  );
}

function Events({ query, isFiltered }: Pick<ReturnType<typeof useEventFeed>, 'query'> & { isFiltered: boolean }) {
  const texts = useEventFeedTexts();
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <Loaded query={query} failure={texts.failed}>
      {({ pages }) => {
        const events = pages.flatMap(({ data }) => data);
        if (events.length === 0) {
          return (
            <EmptyState icon={IconActivity} heading={isFiltered ? texts.noneMatch : texts.empty}>
              {isFiltered ? texts.noneMatchLead : texts.emptyLead}
            </EmptyState>
          );
        }
        const older = (
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {texts.older}
          </Button>
        );
        return (
          <Rows label={texts.list} end={hasNextPage ? older : texts.end}>
            {events.map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </Rows>
        );
      }}
    </Loaded>
  );
}
