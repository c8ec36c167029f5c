import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { load } from '../../data/release.ts';
import { useWidgetTexts } from '../../locales/pages/widget.ts';
import { useDraft } from './model/draft.tsx';
import { usePublish } from './model/use-publish.ts';
import styles from './widget.module.css';

const ConfirmDialog = lazy(async () => ({
  default: (await load(() => import('../../ui/form/confirm-dialog.tsx'))).ConfirmDialog,
}));

/** What is not published yet, and a warning before it is lost. */
export function PublishBar() {
  const texts = useWidgetTexts();
  const draft = useDraft();
  const { publish, isPending } = usePublish(draft);
  const isDirty = draft.changes > 0;
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <>
      <div className={styles.bar} hidden={!isDirty}>
        <span className={styles.count} role="status">
          {texts.unpublished(draft.changes)}
        </span>
        <Button variant="default" onClick={draft.discard}>
          {texts.discard}
        </Button>
        <Button aria-busy={isPending} onClick={publish}>
          {isPending ? texts.publishing : texts.publish}
        </Button>
      </div>
      <Suspense>
        {status === 'blocked' && (
          <ConfirmDialog
            title={texts.leave}
            label={texts.leaveAnyway}
            isOpen
            onClose={reset}
            send={async () => proceed()}
          >
            {texts.leaveLead}
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  );
}
