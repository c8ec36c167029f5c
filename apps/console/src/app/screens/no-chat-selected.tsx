import { IconMessages } from '@tabler/icons-react';
import { useSteps } from '../../features/first-steps/use-steps.ts';
import { useTexts } from '../../locales/locale.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LazyFirstSteps } from './lazy-first-steps.ts';

/** Beside the list when no chat is open. */
export function NoChatSelected() {
  const { choose, chooseLead } = useTexts().inbox;
  if (useSteps()) return <LazyFirstSteps />;
  return (
    <EmptyState icon={IconMessages} heading={choose}>
      {chooseLead}
    </EmptyState>
  );
}
