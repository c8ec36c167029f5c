import { useDocumentTitle } from '@mantine/hooks';
import { Navigate } from '@tanstack/react-router';
import { FirstSteps } from '../../features/first-steps/first-steps.tsx';
import { useSteps } from '../../features/first-steps/use-steps.ts';
import { useTexts } from '../../locales/locale.tsx';
import { useFirstStepsTexts } from '../../locales/pages/first-steps.ts';
import { ScreenSkeleton } from '../../ui/layout/screen-skeleton.tsx';

/** The checklist as a page of its own, for phones and while a chat is open. Leads to the inbox once it is done. */
export function FirstStepsScreen() {
  const { title } = useTexts();
  const texts = useFirstStepsTexts();
  const steps = useSteps();
  useDocumentTitle(title(texts.title));
  if (steps === null) return <Navigate to="/inbox" replace />;
  return steps ? <FirstSteps /> : <ScreenSkeleton />;
}
