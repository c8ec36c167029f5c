import { Button, Group } from '@mantine/core';
import { useTexts } from '../../locales/locale.tsx';
import { FormFailure } from './form-failure.tsx';
import { SubmitButton } from './submit-button.tsx';

interface FormActionsProps {
  label: string;
  busyLabel?: string;
  isPending: boolean;
  failure: string | undefined;
  /** Undefined where there is nothing to go back to. */
  onCancel?: (() => void) | undefined;
}

/** The end of a form. */
export function FormActions({ label, busyLabel, isPending, failure, onCancel }: FormActionsProps) {
  const { cancel, saving } = useTexts();
  return (
    <>
      <Group gap="xs">
        <SubmitButton label={label} busyLabel={busyLabel ?? saving} isPending={isPending} />
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {cancel}
          </Button>
        )}
      </Group>
      <FormFailure>{failure}</FormFailure>
    </>
  );
}
