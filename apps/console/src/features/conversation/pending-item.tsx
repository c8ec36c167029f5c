import { Anchor } from '@mantine/core';
import type { AgentPending } from '@parley/live';
import { IconAlertCircle, IconClock } from '@tabler/icons-react';
import { useDesk } from '../../data/live/live.tsx';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../locales/locale.tsx';
import item from './message-item.module.css';
import styles from './pending-item.module.css';

/** What was written and is not known to be stored: it is on its way, or says that it could not be sent. */
export function PendingItem({ pending }: { pending: AgentPending }) {
  const { inbox, content } = useTexts();
  const desk = useDesk();
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
            {message.body ?? (isNote ? '' : content.preview[message.type])}
          </p>
        </div>
        <div className={item.foot}>
          {problem ? (
            <span className={styles.failed} role="alert">
              <IconAlertCircle size={14} stroke={2} aria-hidden />
              {inbox.notSent}
              <Anchor component="button" type="button" size="xs" onClick={() => desk.retry(id)}>
                {inbox.sendAgain}
              </Anchor>
              <Anchor component="button" type="button" size="xs" c="dimmed" onClick={() => desk.discard(id)}>
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
