import { createChime } from '@parley/content';
import type { Chat } from '@parley/live';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLiveLog, useLiveMessages } from '../../data/live/live.tsx';
import { isAllowed, subscribe } from '../../data/push/push.ts';
import { onOpenChat, startWorker } from '../../data/push/service-worker.ts';
import { useSession } from '../../data/session.ts';
import { useAgentName } from '../../entities/agent/use-agent-name.ts';
import { useTexts } from '../../locales/locale.tsx';
import { useNotice } from '../../ui/feedback/notice.tsx';
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
  const nameOf = useAgentName();
  const show = useNotice();
  useUnreadBadge();
  useLiveMessages((message, chat, notifiedAgents) => {
    if (message.sender !== 'client' || message.private || !shouldNotify(session, chat, notifiedAgents)) return;
    if (!document.hidden && router.state.location.pathname === `/inbox/${chat.id}`) return;
    oncePerBrowser(`message-${message.id}`, () => {
      if (sound) chime.play();
      const text = message.body ?? message.file?.name ?? '';
      if (browser && document.hidden) void notify(chat.contact_name ?? texts.visitor, text, chat);
    });
  });
  const openChat = (id: number) => void router.navigate({ to: '/inbox/$chatId', params: { chatId: String(id) } });
  useLiveLog((entry, chat) => {
    const { type, subject_id, agent_id, id } = entry;
    if (subject_id !== session.agent.id || session.agent.status !== 'active') return;
    if (type !== 'mentioned' && type !== 'assigned') return;
    const title = texts[type](nameOf(agent_id));
    const isOpen = router.state.location.pathname === `/inbox/${chat.id}`;
    const action = { label: texts.open, run: () => openChat(chat.id) };
    if (!document.hidden && !isOpen) show({ kind: 'done', text: title, action });
    oncePerBrowser(`log-${id}`, () => {
      if (sound) chime.play();
      if (browser && document.hidden) void notify(title, chat.contact_name ?? texts.visitor, chat);
    });
  });
  const onOpen = useEffectEvent(openChat);
  useEffect(() => onOpenChat((id) => onOpen(id)), []);
  useEffect(() => {
    void startWorker();
    // Renews the subscription for the current agent. A failure is retried on the next start.
    if (push && isAllowed()) subscribe().catch(() => undefined);
  }, [push]);
}

/** Runs in one of several tabs. */
function oncePerBrowser(name: string, notify: () => void) {
  if (!navigator.locks) return notify();
  void navigator.locks.request(`parley-told-${name}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    notify();
    await new Promise((resolve) => setTimeout(resolve, LOCK_MS));
  });
}

/** Through the service worker, which handles the click after this page is closed. */
async function notify(title: string, text: string, { id }: Chat) {
  if (!isAllowed()) return;
  const registration = await startWorker();
  await registration?.showNotification(title, {
    body: text.slice(0, MAX_CHARACTERS),
    tag: `chat-${id}`,
    icon: '/app/icons/app-192.png',
    badge: '/app/icons/badge-96.png',
    data: { chat_id: id },
  });
}
