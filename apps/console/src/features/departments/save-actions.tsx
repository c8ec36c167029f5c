import { Button } from '@mantine/core';
import { useTexts } from '../../locales/locale.tsx';
import { useDepartmentsTexts } from '../../locales/pages/departments.ts';
import { useExplain } from '../../ui/feedback/explain.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import styles from './save-actions.module.css';

interface SaveActionsProps {
  draft: { isDirty: boolean; isPending: boolean; error: Error | null; save: () => void; discard: () => void };
  /** Why it can't be saved yet. */
  hindrance?: string | undefined;
}

/** Saves or discards changes. Takes no room until there are any. */
export function SaveActions({ draft: { isDirty, isPending, error, save, discard }, hindrance }: SaveActionsProps) {
  const texts = useDepartmentsTexts();
  const { saving } = useTexts();
  const explain = useExplain();
  return (
    <div className={styles.actions}>
      <FormFailure>{hindrance ?? (error ? explain(error) : undefined)}</FormFailure>
      {isDirty && (
        <div className={styles.buttons}>
          <Button aria-busy={isPending} onClick={() => isPending || hindrance !== undefined || save()}>
            {isPending ? saving : texts.save}
          </Button>
          <Button variant="default" onClick={discard}>
            {texts.discard}
          </Button>
          <span className={styles.unsaved}>{texts.unsaved}</span>
        </div>
      )}
    </div>
  );
}
