import { IconMessages } from '@tabler/icons-react';
import { FirstSteps } from '../../features/first-steps/first-steps.tsx';
import { useTexts } from '../../locales/locale.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';

/** Beside the list when no chat is open. */
export function NoChatSelected() {
  const { choose, chooseLead } = useTexts().inbox;
  const empty = (
    <EmptyState icon={IconMessages} heading={choose}>
      {chooseLead}
    </EmptyState>
  );
  return <FirstSteps otherwise={empty} />;
}
