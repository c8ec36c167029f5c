import type { EmojiGroup } from './emoji.ts';
import type { StickerId } from './stickers.ts';

/** What is called the same in both apps. Each language has a file of its own, since an app loads the words of one. */
export interface Names {
  emoji: Record<'title' | 'recent' | EmojiGroup, string>;
  stickers: Record<StickerId, string>;
}
