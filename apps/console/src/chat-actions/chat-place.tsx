import { Anchor } from '@mantine/core';
import type { Chat } from '@parley/live';
import { useQuery } from '@tanstack/react-query';
import { visitorsQuery } from '../live/live-queries.ts';
import { useTexts } from '../locales/locale.tsx';
import { channelName } from './channel-name.ts';
import styles from './chat-place.module.css';
import { readPage } from './page-address.ts';

/** Where the visitor writes from: the page they are on if that is known, else the one where the chat began. */
export function ChatPlace({ chat }: { chat: Chat }) {
  const { chatActions: texts } = useTexts();
  const visit = useQuery({
    ...visitorsQuery,
    select: (visitors) => visitors.values().find((each) => isOf(each, chat)),
  }).data;
  const page = readPage(visit?.page ?? chat.source.page);
  return (
    <div className={styles.place}>
      <span className={styles.channel}>{channelName(chat.channel, texts)}</span>
      {visit && (
        <span className={styles.online}>
          <span className={styles.dot} aria-hidden />
          {texts.online}
        </span>
      )}
      {page && (
        <Anchor
          href={page.href}
          target="_blank"
          rel="noopener noreferrer"
          size="xs"
          c="dimmed"
          className={styles.page ?? ''}
          title={page.href}
          aria-label={texts.page(page.text)}
        >
          <bdi>{page.text}</bdi>
        </Anchor>
      )}
    </div>
  );
}

/** Whether a visit is by whom the chat is with. */
export function isOf({ contact_id, chat_id }: { contact_id: string | null; chat_id: number | null }, chat: Chat) {
  return chat_id === chat.id || (contact_id !== null && contact_id === chat.contact_id);
}
