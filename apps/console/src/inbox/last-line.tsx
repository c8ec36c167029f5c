import type { Chat } from '@parley/live';
import { IconFile, IconMapPin, IconPhoto, IconSticker } from '@tabler/icons-react';
import { useTexts } from '../locales/locale.tsx';
import styles from './last-line.module.css';

const ICONS = { image: IconPhoto, file: IconFile, location: IconMapPin, sticker: IconSticker };

interface LastLineProps {
  message: Chat['last_message'];
  isTyping: boolean;
  ownId: number;
}

/** What was said last, or that something is being written. */
export function LastLine({ message, isTyping, ownId }: LastLineProps) {
  const { inbox } = useTexts();
  if (isTyping) return <span className={styles.typing}>{inbox.typing}</span>;
  if (!message) return <span className={styles.text} />;
  const text = message.text ?? inbox.preview[message.type];
  const isOwn = message.sender === 'agent' && message.agent_id === ownId;
  const Icon = message.type in ICONS ? ICONS[message.type as keyof typeof ICONS] : undefined;
  return (
    <span className={styles.text} dir="auto">
      {Icon && <Icon size={14} stroke={1.75} aria-hidden className={styles.icon} />}
      {isOwn ? inbox.you(text) : text}
    </span>
  );
}
