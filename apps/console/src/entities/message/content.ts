import type { Message } from '@parley/live';

/** What of a message is drawn, whoever said it and when. */
export type Content = Pick<
  Message,
  'sender' | 'type' | 'body' | 'markdown' | 'file' | 'coords' | 'sticker' | 'keyboard' | 'url' | 'name'
>;
