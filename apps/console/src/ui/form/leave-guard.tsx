import { useBlocker } from '@tanstack/react-router';
import { useUnsavedTexts } from '../../locales/pages/unsaved.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Asks before unsaved changes are lost. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const texts = useUnsavedTexts();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <ConfirmDialog title={texts.leave} label={texts.leaveAnyway} isOpen onClose={reset} send={async () => proceed()}>
      {texts.leaveLead}
    </ConfirmDialog>
  );
}
