import { Button, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSmartInvitationsTexts } from '../../../../locales/pages/smart-invitations.ts';
import { useExplain } from '../../../../ui/feedback/explain.ts';
import { FormFailure } from '../../../../ui/form/form-failure.tsx';
import { Dialog } from '../../../../ui/layout/dialog.tsx';

interface ConflictDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onLoad: () => Promise<void>;
  onSave: () => void;
}

/** Somebody else saved the rule meanwhile: their changes or one's own. */
export function ConflictDialog({ isOpen, onClose, onLoad, onSave }: ConflictDialogProps) {
  const texts = useSmartInvitationsTexts();
  const explain = useExplain();
  const { mutate, isPending, error } = useMutation({ mutationFn: onLoad });
  return (
    <Dialog title={texts.conflictHeading} isOpen={isOpen} onClose={onClose}>
      <Stack gap="md">
        <div>{texts.conflictLead}</div>
        <FormFailure>{error ? explain(error) : undefined}</FormFailure>
        <Group gap="xs" justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {texts.keepEditing}
          </Button>
          <Button variant="default" aria-busy={isPending} onClick={() => isPending || mutate()}>
            {texts.loadTheirs}
          </Button>
          <Button color="red" onClick={onSave}>
            {texts.saveAnyway}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
