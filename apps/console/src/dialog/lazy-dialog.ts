import { lazyScreen } from '../release/lazy-screen.ts';

/** Larger than everything around it, and not needed until a chat is opened: the list does not wait for it. */
export const LazyDialog = lazyScreen(() => import('./dialog.tsx'), 'Dialog');
