import type { EmojiGroup } from './emoji.ts';
import type { StickerId } from './stickers.ts';

/** Texts that both apps share, in one file for each language, since an app loads only one. */
export interface Names {
  emoji: Record<'title' | 'recent' | EmojiGroup, string>;
  stickers: Record<StickerId, string>;
}
