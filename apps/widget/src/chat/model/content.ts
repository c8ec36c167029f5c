import type { VisitorMessage } from '@parley/contract';

/** The parts of a message that its content is rendered from. */
export type Content = Pick<
  VisitorMessage,
  'type' | 'body' | 'markdown' | 'file' | 'coords' | 'sticker' | 'keyboard' | 'url' | 'name'
>;

export const EMPTY_CONTENT: Content = {
  type: 'text',
  body: null,
  markdown: null,
  file: null,
  coords: null,
  sticker: null,
  keyboard: null,
  url: null,
  name: null,
};
