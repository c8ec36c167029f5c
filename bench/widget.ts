// What the widget costs the pages it is on, and how quick it is, in a real browser. Each part has a server of its own.
import { opening, slowOpening } from './widget-opening.ts';
import { page, slowPage } from './widget-page.ts';
import { sizes } from './widget-sizes.ts';
import { talk } from './widget-talk.ts';

export const widget = {
  'widget.sizes': sizes,
  'widget.page': page,
  'widget.opening': opening,
  'widget.talk': talk,
  'widget.slow.page': slowPage,
  'widget.slow.opening': slowOpening,
};
