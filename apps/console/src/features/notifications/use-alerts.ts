import { createChime } from '@parley/content';
import type { Chat, Message } from '@parley/live';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useLiveMessages } from '../../data/live/live.tsx';
import { isAllowed, subscribe } from '../../data/push/push.ts';
import { onOpenChat, startWorker } from '../../data/push/service-worker.ts';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../locales/locale.tsx';
import { shouldNotify } from './should-notify.ts';
import { useUnreadBadge } from './use-unread-badge.ts';

/** How long the lock keeps other tabs from notifying of the same message. */
const LOCK_MS = 2_000;
const MAX_CHARACTERS = 120;

const CHIME = {
  tones: [
    [587.33, 0],
    [783.99, 0.12],
  ],
  loudness: 0.12,
  seconds: 0.45,
  pauseMs: 2_000,
} as const;

/** Notifies of messages in chats that are not on the screen: sound, browser notification, title and icon. */
export function useAlerts() {
  const session = useSession();
  const { notifications: texts } = useTexts();
  const router = useRouter();
  const [chime] = useState(() => createChime(CHIME));
  const { sound, browser, push } = session.agent.notifications;
  useUnreadBadge();
  useLiveMessages((message, chat, notifiedAgents) => {
    if (message.sender !== 'client' || message.private || !shouldNotify(session, chat, notifiedAgents)) return;
    if (!document.hidden && router.state.location.pathname === `/inbox/${chat.id}`) return;
    oncePerBrowser(message.id, () => {
      if (sound) chime.play();
      if (browser && document.hidden) void notify(chat.contact_name ?? texts.visitor, message, chat);
    });
  });
  useEffect(
    () => onOpenChat((id) => void router.navigate({ to: '/inbox/$chatId', params: { chatId: String(id) } })),
    [router],
  );
  useEffect(() => {
    void startWorker();
    // Renews the subscription for the current agent. A failure is retried on the next start.
    if (push && isAllowed()) subscribe().catch(() => undefined);
  }, [push]);
}

/** Runs in one of several tabs. */
function oncePerBrowser(messageId: number, notify: () => void) {
  if (!navigator.locks) return notify();
  void navigator.locks.request(`parley-told-${messageId}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    notify();
    await new Promise((resolve) => setTimeout(resolve, LOCK_MS));
  });
}

/** Through the service worker, which handles the click after this page is closed. */
async function notify(title: string, { body, file }: Message, { id }: Chat) {
  if (!isAllowed()) return;
  const registration = await startWorker();
  await registration?.showNotification(title, {
    body: (body ?? file?.name ?? '').slice(0, MAX_CHARACTERS),
    tag: `chat-${id}`,
    icon: '/app/icons/app-192.png',
    badge: '/app/icons/badge-96.png',
    data: { chat_id: id },
  });
}
