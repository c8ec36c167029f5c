import type { Content } from '../model/content.ts';
import { deferred } from '../ui/deferred.tsx';
import { useTexts } from '../ui/texts.ts';
import { Attachment } from './attachment.tsx';
import { LinkButtons } from './link-buttons.tsx';
import { LocationCard } from './location-card.tsx';
import { RichText } from './rich-text.tsx';

const Sticker = deferred((more) => more.Sticker);

interface Shown {
  message: Content;
  isOwn: boolean;
  onOpenPicture(url: string, name: string): void;
}

/** What a message looks like, inside its bubble. */
export function MessageContent({ message, isOwn, onOpenPicture }: Shown) {
  const { type, body, markdown } = message;
  // Visitors write as they write: their asterisks are asterisks.
  const formatted = isOwn ? null : markdown;
  const words = (body || formatted) && <RichText body={body ?? ''} formatted={formatted} />;
  if (type === 'text' && words) return words;
  const payload = <Payload message={message} onOpenPicture={onOpenPicture} />;
  return (
    <>
      {type === 'keyboard' && words}
      {payload}
      {type !== 'keyboard' && words}
    </>
  );
}

/** What there is besides words. */
function Payload({ message, onOpenPicture }: Pick<Shown, 'message' | 'onOpenPicture'>) {
  const texts = useTexts();
  const { type, coords, sticker, keyboard } = message;
  if (type === 'image' || type === 'file') return <Attachment message={message} onOpenPicture={onOpenPicture} />;
  if (type === 'location' && coords) return <LocationCard {...coords} />;
  if (type === 'sticker' && sticker && sticker.id in texts.content.sticker) return <Sticker id={sticker.id} />;
  if (type === 'keyboard' && keyboard) return <LinkButtons {...keyboard} />;
  return <p class="md md-unknown">{texts.content.unknown}</p>;
}
