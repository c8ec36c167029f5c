import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { isSearched } from '../../../entities/chat/inbox-search.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx';
import { lazyScreen } from '../../../ui/layout/lazy-screen.ts';
import { useSelection } from '../bulk/use-selection.ts';
import { ListHeader } from '../header/list-header.tsx';
import { ChatRows } from './chat-rows.tsx';
import { BulkBarSkeleton, ListEmpty, ListSkeleton } from './list-states.tsx';
import { useChatList } from './use-chat-list.ts';

const BulkBar = lazyScreen(() => import('../bulk/bulk-bar.tsx'), 'BulkBar');
const SearchResults = lazyScreen(() => import('../search/search-results.tsx'), 'SearchResults');

/** The list of a view with filters and bulk actions. */
export function ChatList({ chosen, onShown }: { chosen: number | undefined; onShown: () => void }) {
  const { inbox } = useTexts();
  const search = useSearch({ from: '/shell/inbox' });
  const navigate = useNavigate({ from: '/inbox' });
  const list = useChatList(search);
  const selection = useSelection(list.chats);
  const [isFocused, setFocused] = useState(false);
  return (
    <>
      {selection.chats.length ? (
        <Suspense fallback={<BulkBarSkeleton />}>
          <BulkBar selection={selection} />
        </Suspense>
      ) : (
        <ListHeader
          search={search}
          onSearch={(next) => void navigate({ search: next, replace: isFocused })}
          onFocusSearch={setFocused}
        />
      )}
      {isSearched(search) ? (
        <Suspense fallback={<ListSkeleton />}>
          <SearchResults search={search} chosen={chosen} />
        </Suspense>
      ) : list.isError && !list.chats.length ? (
        <LoadFailure heading={inbox.failed} error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <ListSkeleton />
      ) : list.chats.length ? (
        <ChatRows list={list} chosen={chosen} selection={selection} search={search} onShown={onShown} />
      ) : (
        <ListEmpty search={search} />
      )}
    </>
  );
}
