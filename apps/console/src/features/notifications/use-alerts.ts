import { createChime } from '@parley/content';
import type { Chat, Message } from '@parley/live';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useLiveMessages } from '../../data/live/live.tsx';
import { isAllowed, subscribe } from '../../data/push/push.ts';
import { onOpenChat, startWorker } from '../../data/push/service-worker.ts';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../locales/locale.tsx';
import { concerns } from './concern.ts';
import { useUnreadSigns } from './use-unread-badge.ts';

/** How long other tabs know that one of them has told of a message. */
const TOLD_MS = 2_000;
const MOST_CHARACTERS = 120;

const CHIME = {
  tones: [
    [587.33, 0],
    [783.99, 0.12],
  ],
  loudness: 0.12,
  seconds: 0.45,
  pauseMs: 2_000,
} as const;

/** Tells of what visitors write while it is not looked at: by sound, by a notification, in the title and on the icon. */
export function useAlerts() {
  const session = useSession();
  const { notifications: texts } = useTexts();
  const router = useRouter();
  const [chime] = useState(() => createChime(CHIME));
  const { sound, browser, push } = session.agent.notifications;
  useUnreadSigns();
  useLiveMessages((message, chat, told) => {
    if (message.sender !== 'client' || message.private || !concerns(session, chat, told)) return;
    if (!document.hidden && router.state.location.pathname === `/inbox/${chat.id}`) return;
    once(message.id, () => {
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
    // Keeps the subscription with whoever uses the browser; one that can't be had is asked for again next time.
    if (push && isAllowed()) subscribe().catch(() => undefined);
  }, [push]);
}

/** In one tab of several: the first that gets to it. */
function once(messageId: number, tell: () => void) {
  if (!navigator.locks) return tell();
  void navigator.locks.request(`parley-told-${messageId}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    tell();
    await new Promise((resolve) => setTimeout(resolve, TOLD_MS));
  });
}

/** By way of the worker, which also hears the click when this page is gone. */
async function notify(title: string, { body, file }: Message, { id }: Chat) {
  if (!isAllowed()) return;
  const registration = await startWorker();
  await registration?.showNotification(title, {
    body: (body ?? file?.name ?? '').slice(0, MOST_CHARACTERS),
    tag: `chat-${id}`,
    icon: '/app/icons/app-192.png',
    badge: '/app/icons/badge-96.png',
    data: { chat_id: id },
  });
}
