import { Anchor } from '@mantine/core';
import type { AgentPending } from '@parley/live';
import { IconAlertCircle, IconClock } from '@tabler/icons-react';
import { useLiveConnection } from '../../data/live/live.tsx';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../locales/locale.tsx';
import item from './message-item.module.css';
import styles from './pending-item.module.css';

/** An unsent message: pending, or failed with a retry. */
export function PendingItem({ pending }: { pending: AgentPending }) {
  const { inbox, content } = useTexts();
  const live = useLiveConnection();
  const { user } = useSession();
  const { message, problem, client_message_id: id } = pending;
  const isNote = message.type === 'note';
  return (
    <article
      className={item.item}
      data-side={isNote ? 'note' : 'agent'}
      data-first
      aria-label={inbox.messageOf(user.name ?? user.email)}
    >
      <div className={item.avatar} />
      <div className={item.body}>
        <div className={item.bubble} data-pending>
          <p className={styles.text} dir="auto">
            {message.body ?? content.preview[message.type === 'note' ? 'file' : message.type]}
          </p>
        </div>
        <div className={item.foot}>
          {problem ? (
            <span className={styles.failed} role="alert">
              <IconAlertCircle size={14} stroke={2} aria-hidden />
              {inbox.notSent}
              <Anchor component="button" type="button" size="xs" onClick={() => live.retry(id)}>
                {inbox.sendAgain}
              </Anchor>
              <Anchor component="button" type="button" size="xs" c="dimmed" onClick={() => live.discard(id)}>
                {inbox.discard}
              </Anchor>
            </span>
          ) : (
            <IconClock size={12} stroke={2} role="img" aria-label={inbox.marks.sending} />
          )}
        </div>
      </div>
    </article>
  );
}
