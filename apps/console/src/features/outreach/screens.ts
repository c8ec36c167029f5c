import { lazyScreen } from '../../ui/layout/lazy-screen.ts';

/** The pages of outreach, each loaded when it is opened. */
export const outreachScreens = {
  broadcastList: lazyScreen(() => import('./broadcasts/list/broadcast-list.tsx'), 'BroadcastList'),
  newBroadcast: lazyScreen(() => import('./broadcasts/compose/new-broadcast.tsx'), 'NewBroadcast'),
  broadcastPage: lazyScreen(() => import('./broadcasts/page/broadcast-page.tsx'), 'BroadcastPage'),
  suppressionList: lazyScreen(() => import('./suppressions/suppression-list.tsx'), 'SuppressionList'),
};
