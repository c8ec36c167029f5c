// The widget's cost to pages, and its speed, in a real browser. Each part has its own server.
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
