import { Anchor } from '@mantine/core';
import type { Chat } from '@parley/live';
import { useQuery } from '@tanstack/react-query';
import { visitorsQuery } from '../../../data/live/live-queries.ts';
import { channelName } from '../../../entities/chat/channel-name.ts';
import { readPage } from '../../../entities/visitor/page-address.ts';
import { isVisitOf } from '../../../entities/visitor/visits.ts';
import { useTexts } from '../../../locales/locale.tsx';
import styles from './chat-source.module.css';

/** The channel and the page: the current one, or the one where the chat began. */
export function ChatSource({ chat }: { chat: Chat }) {
  const { chatActions: texts } = useTexts();
  const visit = useQuery({
    ...visitorsQuery,
    select: (visitors) => visitors.values().find((each) => isVisitOf(each, chat)),
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
