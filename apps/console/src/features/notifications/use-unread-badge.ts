import type { Chat } from '@parley/live';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useRetainedChats } from '../../data/live/live.tsx';
import { knownChatsQuery } from '../../data/live/live-queries.ts';
import { useSession } from '../../data/session.ts';
import { isUnread, shouldNotify } from './should-notify.ts';

const PLAIN_ICON = '/favicon.svg';
const UNREAD_ICON = '/app/icons/unread.svg';
const COUNT = /^\(\d+\) /;

/** Shows the number of unread chats in the title, the tab icon and the app badge. */
export function useUnreadBadge() {
  const session = useSession();
  const isCounted = useCallback((chat: Chat) => isUnread(chat) && shouldNotify(session, chat), [session]);
  const count = useCallback(
    (chats: ReadonlyMap<number, Chat>) => chats.values().reduce((sum, chat) => sum + (isCounted(chat) ? 1 : 0), 0),
    [isCounted],
  );
  useRetainedChats(isCounted);
  const { data: unread } = useQuery({ ...knownChatsQuery, select: count });
  useEffect(() => showInTitle(unread), [unread]);
  useEffect(() => {
    showOnIcons(unread);
    return () => showOnIcons(0);
  }, [unread]);
}

/** Screens set the title; the count is put before it. */
function showInTitle(count: number) {
  const put = () => {
    const bare = document.title.replace(COUNT, '');
    const title = count ? `(${count}) ${bare}` : bare;
    if (document.title !== title) document.title = title;
  };
  put();
  const observer = new MutationObserver(put);
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  return () => {
    observer.disconnect();
    document.title = document.title.replace(COUNT, '');
  };
}

function showOnIcons(count: number) {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', count ? UNREAD_ICON : PLAIN_ICON);
  if (!('setAppBadge' in navigator)) return;
  // Rejects where the browser has no badge.
  navigator.setAppBadge(count).catch(() => undefined);
}
