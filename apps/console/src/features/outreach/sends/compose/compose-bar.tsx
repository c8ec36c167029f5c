import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../../../locales/locale.tsx';
import { useSendComposerTexts } from '../../../../locales/pages/send-composer.ts';
import { useUnsavedTexts } from '../../../../locales/pages/unsaved.ts';
import { FormFailure } from '../../../../ui/form/form-failure.tsx';
import { LeaveGuard } from '../../../../ui/form/leave-guard.tsx';
import { SubmitButton } from '../../../../ui/form/submit-button.tsx';
import styles from './compose-bar.module.css';

/** What a submitted form is for. */
export type Intent = 'save' | 'start';

interface ComposeBarProps {
  state: { isDirty: boolean; isPending: boolean; failure: string | undefined };
  /** Before the form is submitted. */
  onIntent: (intent: Intent) => void;
  startLabel: string;
  children?: ReactNode;
}

/** At the foot of the form: saves the draft, and goes on to the start. */
export function ComposeBar({ state, onIntent, startLabel, children }: ComposeBarProps) {
  const texts = useSendComposerTexts();
  const unsaved = useUnsavedTexts();
  const { saving } = useTexts();
  const { isDirty, isPending, failure } = state;
  return (
    <div className={styles.bar}>
      <FormFailure>{failure}</FormFailure>
      <div className={styles.line}>
        <span className={styles.state} role="status">
          {isDirty ? unsaved.unsaved : children}
        </span>
        <Button type="submit" variant="default" onClick={() => onIntent('save')}>
          {texts.save}
        </Button>
        <SubmitButton label={startLabel} busyLabel={saving} isPending={isPending} onClick={() => onIntent('start')} />
      </div>
      <LeaveGuard isDirty={isDirty} />
    </div>
  );
}
