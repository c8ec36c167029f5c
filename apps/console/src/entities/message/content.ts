import type { Message } from '@parley/live';

/** The part of a message that its bubble shows. */
export type Content = Pick<
  Message,
  'sender' | 'type' | 'body' | 'markdown' | 'file' | 'coords' | 'sticker' | 'keyboard' | 'url' | 'name'
>;
