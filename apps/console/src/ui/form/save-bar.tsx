import { Button } from '@mantine/core';
import { useTexts } from '../../locales/locale.tsx';
import { useUnsavedTexts } from '../../locales/pages/unsaved.ts';
import { FormFailure } from './form-failure.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import styles from './save-bar.module.css';
import { SubmitButton } from './submit-button.tsx';

interface SaveBarProps {
  draft: { isDirty: boolean; isPending: boolean; failure: string | undefined; discard: () => void };
  /** Of something that doesn't exist yet: always shown, and cancelled instead of discarded. */
  create?: { label: string; onCancel: () => void };
  /** Of the button, if a click doesn't save at once. */
  label?: string;
}

/** At the foot of a form as long as it has unsaved changes, which it also guards. */
export function SaveBar({ draft, create, label }: SaveBarProps) {
  const texts = useUnsavedTexts();
  const { cancel, saving } = useTexts();
  const { isDirty, isPending, failure, discard } = draft;
  return (
    <div className={styles.bar} hidden={!isDirty && !create && !failure}>
      <FormFailure>{failure}</FormFailure>
      <div className={styles.line}>
        <span className={styles.state} role="status">
          {isDirty && !create && texts.unsaved}
        </span>
        <Button variant="default" onClick={create?.onCancel ?? discard}>
          {create ? cancel : texts.discard}
        </Button>
        <SubmitButton label={create?.label ?? label ?? texts.save} busyLabel={saving} isPending={isPending} />
      </div>
      <LeaveGuard isDirty={isDirty} />
    </div>
  );
}
