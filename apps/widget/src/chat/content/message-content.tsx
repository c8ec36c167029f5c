import type { Content } from '../model/content.ts';
import { deferred } from '../ui/deferred.tsx';
import { useTexts } from '../ui/texts.ts';
import { Attachment } from './attachment.tsx';
import { LinkButtons } from './link-buttons.tsx';
import { LocationCard } from './location-card.tsx';
import { RichText } from './rich-text.tsx';

const Sticker = deferred((parts) => parts.Sticker);

interface MessageContentProps {
  message: Content;
  isOwn: boolean;
  onOpenPicture(url: string, name: string): void;
}

/** The content of a bubble. */
export function MessageContent({ message, isOwn, onOpenPicture }: MessageContentProps) {
  const { type, body, markdown } = message;
  // Visitors write plain text: their asterisks are no formatting.
  const formatted = isOwn ? null : markdown;
  const text = (body || formatted) && <RichText body={body ?? ''} formatted={formatted} />;
  if (type === 'text' && text) return text;
  const payload = <Payload message={message} onOpenPicture={onOpenPicture} />;
  return (
    <>
      {type === 'keyboard' && text}
      {payload}
      {type !== 'keyboard' && text}
    </>
  );
}

/** What there is besides text. */
function Payload({ message, onOpenPicture }: Pick<MessageContentProps, 'message' | 'onOpenPicture'>) {
  const texts = useTexts();
  const { type, coords, sticker, keyboard } = message;
  if (type === 'image' || type === 'file') return <Attachment message={message} onOpenPicture={onOpenPicture} />;
  if (type === 'location' && coords) return <LocationCard {...coords} />;
  if (type === 'sticker' && sticker && sticker.id in texts.content.sticker) return <Sticker id={sticker.id} />;
  if (type === 'keyboard' && keyboard) return <LinkButtons {...keyboard} />;
  return <p class="md md-unknown">{texts.content.unknown}</p>;
}
