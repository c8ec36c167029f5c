import type { Chat } from '@parley/live';
import { lazy, Suspense } from 'react';
import { load } from '../../../data/release.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { ErrorBoundary } from '../../../ui/feedback/error-boundary.tsx';
import { Dialog } from '../../../ui/layout/dialog.tsx';

const Why = lazy(async () => ({ default: (await load(() => import('../why/why.tsx'))).Why }));

/** Explains the owner and the notifications of a chat. */
export function WhyDialog({ chat, isOpen, onClose }: { chat: Chat; isOpen: boolean; onClose: () => void }) {
  const { chatActions: texts } = useTexts();
  return (
    <Dialog title={texts.whyHeading} isOpen={isOpen} onClose={onClose} isWide>
      <ErrorBoundary>
        <Suspense fallback={<div aria-busy="true" />}>
          <Why chat={chat} />
        </Suspense>
      </ErrorBoundary>
    </Dialog>
  );
}
