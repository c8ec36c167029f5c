import type { VisitorMessage } from '@parley/contract';

/** The parts of a message that its content is rendered from. */
export type Content = Pick<
  VisitorMessage,
  'type' | 'body' | 'markdown' | 'file' | 'coords' | 'sticker' | 'keyboard' | 'url' | 'name'
>;
