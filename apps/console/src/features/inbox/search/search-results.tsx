import { Button, Skeleton } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { useRef } from 'react';
import type { InboxSearch } from '../../../entities/chat/inbox-search.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useSearchTexts } from '../../../locales/pages/inbox-search.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx';
import { useListKeys } from '../rows/use-list-keys.ts';
import { SearchHit } from './search-hit.tsx';
import styles from './search-results.module.css';
import { useSearchResults } from './use-search-results.ts';

interface SearchResultsProps {
  search: InboxSearch;
  chosen: number | undefined;
}

/** People and messages found in all views. */
export function SearchResults({ search, chosen }: SearchResultsProps) {
  const { inbox } = useTexts();
  const texts = useSearchTexts();
  const scroller = useRef<HTMLDivElement>(null);
  const [people, messages] = [useSearchResults('contact_query', search), useSearchResults('q', search)];
  const chats = [...people.chats, ...messages.chats];
  useListKeys({ scroller, chats, chosen, scrollTo: () => undefined });
  const failed = [people, messages].find(({ isError }) => isError);
  if (failed?.error) {
    return <LoadFailure heading={inbox.failed} error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  const isPending = people.isPending || messages.isPending;
  if (!chats.length && !isPending) {
    return (
      <EmptyState icon={IconSearchOff} heading={inbox.empty.found[0]}>
        {inbox.empty.found[1]}
      </EmptyState>
    );
  }
  return (
    <div ref={scroller} className={styles.scroller} aria-busy={isPending}>
      <Group heading={texts.people} results={people} search={search} chosen={chosen} />
      <Group heading={texts.messages} results={messages} search={search} chosen={chosen} />
    </div>
  );
}

interface GroupProps extends SearchResultsProps {
  heading: string;
  results: ReturnType<typeof useSearchResults>;
}

function Group({ heading, results, search, chosen }: GroupProps) {
  const texts = useSearchTexts();
  const { chats, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = results;
  if (!isPending && !chats.length) return null;
  return (
    <section aria-label={heading}>
      <h2 className={styles.heading}>{heading}</h2>
      {isPending && <Skeleton height={40} mx="md" my="sm" width="auto" />}
      <ul className={styles.hits}>
        {chats.map((chat) => (
          <li key={chat.id}>
            <SearchHit chat={chat} search={search} isChosen={chat.id === chosen} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={styles.more ?? ''}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {texts.more}
        </Button>
      )}
    </section>
  );
}
