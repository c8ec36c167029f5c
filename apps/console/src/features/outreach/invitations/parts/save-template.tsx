import { Stack, TextInput } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { api } from '../../../../data/api.ts';
import { useSmartInvitationsTexts } from '../../../../locales/pages/smart-invitations.ts';
import { useNotice } from '../../../../ui/feedback/notice.tsx';
import { FormActions } from '../../../../ui/form/form-actions.tsx';
import { useForm } from '../../../../ui/form/use-form.ts';
import { Dialog } from '../../../../ui/layout/dialog.tsx';
import { type Invitation, useRefreshInvitations } from '../model/invitation-queries.ts';

interface SaveTemplateProps {
  rule: Invitation;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks for the name of a template and makes one of the rule. */
export function SaveTemplate({ rule, isOpen, onClose }: SaveTemplateProps) {
  const texts = useSmartInvitationsTexts();
  return (
    <Dialog title={texts.templateHeading} isOpen={isOpen} onClose={onClose}>
      {isOpen && <SaveTemplateForm rule={rule} onClose={onClose} />}
    </Dialog>
  );
}

function SaveTemplateForm({ rule: { id: _, version: __, ...rule }, onClose }: Omit<SaveTemplateProps, 'isOpen'>) {
  const texts = useSmartInvitationsTexts();
  const notify = useNotice();
  const refresh = useRefreshInvitations();
  const { getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: { name: rule.name },
    autoFocus: 'name',
    validate: ({ name }) => ({ name: name.trim() ? undefined : texts.nameMissing }),
    send: ({ name }) => api.smartInvitations.createTemplate({ body: { name: name.trim(), rule } }),
    toErrors: (error) =>
      error instanceof ParleyProblem && error.code === 'limit_reached' ? { form: texts.templateLimit } : undefined,
    onSuccess: () => {
      onClose();
      notify({ kind: 'done', text: texts.templateSaved });
      void refresh();
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <TextInput {...getInputProps('name')} label={texts.templateName} maxLength={120} autoComplete="off" />
        <FormActions label={texts.templateSave} isPending={isPending} failure={failure} onCancel={onClose} />
      </Stack>
    </form>
  );
}
