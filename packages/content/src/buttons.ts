import type { VisitorMessage } from '@parley/contract';
import { safeAddress } from './links.ts';

type Button = NonNullable<VisitorMessage['keyboard']>['buttons'][number];

const MOST_BUTTONS = 7;

/** Those under a text that lead to a page, and no more than there may be. */
export const safeButtons = (buttons: readonly Button[]) =>
  buttons.filter(({ url }) => safeAddress(url)?.startsWith('https:')).slice(0, MOST_BUTTONS);
