import { IconMessages } from '@tabler/icons-react';
import { useTexts } from '../locales/locale.tsx';
import { EmptyState } from '../shell/empty-state.tsx';
import { FirstSteps } from './first-steps.tsx';

/** Beside the list when no chat is open. */
export function NothingChosen() {
  const { choose, chooseLead } = useTexts().inbox;
  const empty = (
    <EmptyState icon={IconMessages} heading={choose}>
      {chooseLead}
    </EmptyState>
  );
  return <FirstSteps otherwise={empty} />;
}
