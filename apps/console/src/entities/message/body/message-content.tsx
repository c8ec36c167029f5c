import { useTexts } from '../../../locales/locale.tsx';
import type { Content } from '../content.ts';
import { Attachment } from './attachment.tsx';
import { LinkButtons } from './link-buttons.tsx';
import { LocationCard } from './location-card.tsx';
import styles from './message-content.module.css';
import { RichText } from './rich-text.tsx';
import { Sticker } from './sticker.tsx';

interface MessageContentProps {
  message: Content;
  /** Without it, a picture opens in a new tab. */
  onOpenPicture?: (() => void) | undefined;
}

/** The content of a message bubble. */
export function MessageContent({ message, onOpenPicture }: MessageContentProps) {
  const { sender, type, body, markdown } = message;
  // Messages of visitors are plain text.
  const formatted = sender === 'client' ? null : markdown;
  const words = (body || formatted) && <RichText body={body ?? ''} formatted={formatted} />;
  if (type === 'text' && words) return words;
  const payload = <Payload message={message} onOpenPicture={onOpenPicture} />;
  return (
    <div className={styles.content}>
      {type === 'keyboard' && words}
      {payload}
      {type !== 'keyboard' && words}
    </div>
  );
}

/** Everything but the text. */
function Payload({ message, onOpenPicture }: MessageContentProps) {
  const { content } = useTexts();
  const { type, coords, sticker, keyboard } = message;
  if (type === 'image' || type === 'file') return <Attachment message={message} onOpenPicture={onOpenPicture} />;
  if (type === 'location' && coords) return <LocationCard {...coords} />;
  if (type === 'sticker' && sticker && sticker.id in content.stickers) return <Sticker id={sticker.id} />;
  if (type === 'keyboard' && keyboard) return <LinkButtons {...keyboard} />;
  return <p className={styles.unknown}>{content.unknown}</p>;
}
