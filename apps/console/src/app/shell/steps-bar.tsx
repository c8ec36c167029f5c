import { useMediaQuery } from '@mantine/hooks';
import { useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useSteps } from '../../features/first-steps/use-steps.ts';
import { lazyScreen } from '../../ui/layout/lazy-screen.ts';

const StepsProgress = lazyScreen(() => import('./steps-progress.tsx'), 'StepsProgress');

/** How far the setup is, where the checklist itself is not in view. */
export function StepsBar() {
  const steps = useSteps();
  const { pathname } = useLocation();
  // On phones the inbox shows the list of chats alone.
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
  const isOnList = pathname === '/first-steps' || (pathname === '/inbox' && !isPhone);
  if (!steps || isOnList) return null;
  return (
    <Suspense>
      <StepsProgress count={steps.count} onHide={steps.hide} />
    </Suspense>
  );
}
