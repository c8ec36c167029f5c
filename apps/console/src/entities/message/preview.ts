import type { Chat } from '@parley/live';
import { type Icon, IconFile, IconLayoutList, IconMapPin, IconPhoto, IconSticker } from '@tabler/icons-react';
import type { Texts } from '../../locales/en.ts';

type Previewed = Pick<NonNullable<Chat['last_message']>, 'type' | 'text'>;

const icons: Record<Previewed['type'], Icon | null> = {
  text: null,
  image: IconPhoto,
  file: IconFile,
  location: IconMapPin,
  sticker: IconSticker,
  keyboard: IconLayoutList,
};

/** One line for lists: the text, or the kind of message. */
export function previewOf({ type, text }: Previewed, { preview }: Texts['content']) {
  const line = text?.replace(/\s+/g, ' ').trim();
  return { icon: icons[type] ?? null, text: line || (preview[type] ?? preview.unknown) };
}
