import type { Chat } from '@parley/live';
import { IconSparkles } from '@tabler/icons-react';
import { previewOf } from '../../../entities/message/preview.ts';
import { useTexts } from '../../../locales/locale.tsx';
import styles from './last-line.module.css';

interface LastLineProps {
  message: Chat['last_message'];
  isTyping: boolean;
  ownId: number;
}

/** The last message, or that the visitor is typing. */
export function LastLine({ message, isTyping, ownId }: LastLineProps) {
  const { inbox, content } = useTexts();
  if (isTyping) return <span className={styles.typing}>{inbox.typing}</span>;
  if (!message) return <span className={styles.text} />;
  const { icon: Icon, text } = previewOf(message, content);
  const isOwn = message.sender === 'agent' && message.agent_id === ownId;
  return (
    <>
      {message.sender === 'ai' && <IconSparkles size={14} stroke={1.75} aria-hidden className={styles.ai} />}
      {isOwn && <span className={styles.own}>{inbox.you}</span>}
      <span className={styles.text} dir="auto">
        {Icon && <Icon size={14} stroke={1.75} aria-hidden className={styles.icon} />}
        {text}
      </span>
    </>
  );
}
