import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../../locales/locale.tsx';
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import { useSelection } from '../bulk/use-selection.ts';
import { ListHeader } from '../header/list-header.tsx';
import { ChatRows } from './chat-rows.tsx';
import { ListEmpty, ListSkeleton } from './list-states.tsx';
import { useChatList } from './use-chat-list.ts';

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
        <BulkBar selection={selection} />
      ) : (
        <ListHeader
          search={search}
          onSearch={(next) => void navigate({ search: next, replace: isFocused })}
          onFocusSearch={setFocused}
        />
      )}
      {list.isError && !list.chats.length ? (
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
