import type { VisitorMessage } from '@parley/contract';
import { safeUrl } from './text/links.ts';

type Button = NonNullable<VisitorMessage['keyboard']>['buttons'][number];

const MAX_BUTTONS = 7;

/** Buttons with a safe https link, up to the limit. */
export const safeButtons = (buttons: readonly Button[]) =>
  buttons.filter(({ url }) => safeUrl(url)?.startsWith('https:')).slice(0, MAX_BUTTONS);
