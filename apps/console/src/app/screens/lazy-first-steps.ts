import { lazyScreen } from '../../ui/layout/lazy-screen.ts';

/** Few days of an account need it. */
export const LazyFirstSteps = lazyScreen(() => import('../../features/first-steps/first-steps.tsx'), 'FirstSteps');
