import { lazyScreen } from '../../ui/layout/lazy-screen.ts';

/** The pages of outreach, each loaded when it is opened. */
export const outreachScreens = {
  broadcastList: lazyScreen(() => import('./list/broadcast-list.tsx'), 'BroadcastList'),
  newBroadcast: lazyScreen(() => import('./compose/new-broadcast.tsx'), 'NewBroadcast'),
  broadcastPage: lazyScreen(() => import('./page/broadcast-page.tsx'), 'BroadcastPage'),
  suppressionList: lazyScreen(() => import('./suppressions/suppression-list.tsx'), 'SuppressionList'),
};
