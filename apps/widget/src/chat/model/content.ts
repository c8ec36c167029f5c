import type { VisitorMessage } from '@parley/contract';

/** What of a message is drawn, whoever said it and when. */
export type Content = Pick<
  VisitorMessage,
  'type' | 'body' | 'markdown' | 'file' | 'coords' | 'sticker' | 'keyboard' | 'url' | 'name'
>;
