import { Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../../data/api.ts';
import { useDepartmentsTexts } from '../../../locales/pages/departments.ts';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import { checkName } from '../check-name.ts';
import { useStoreDepartment } from '../department-queries.ts';

/** Creates a department by its name; the rest is set on its page. */
export function NewDepartment({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const texts = useDepartmentsTexts();
  const navigate = useNavigate();
  const storeDepartment = useStoreDepartment();
  const { getInputProps, onSubmit, isPending, failure, reset } = useForm({
    initialValues: { name: '' },
    validate: ({ name }) => ({ name: checkName(name, texts) }),
    send: ({ name }) => api.departments.create({ body: { name: name.trim() } }),
    onSuccess: (department) => {
      storeDepartment(department);
      void navigate({ to: '/settings/departments/$departmentId', params: { departmentId: String(department.id) } });
    },
  });
  const close = () => {
    reset();
    onClose();
  };
  return (
    <Dialog title={texts.create} isOpen={isOpen} onClose={close}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <TextInput
            {...getInputProps('name')}
            label={texts.name}
            placeholder={texts.nameExample}
            autoComplete="off"
            data-autofocus
          />
          <FormActions
            label={texts.createConfirm}
            busyLabel={texts.creating}
            isPending={isPending}
            failure={failure}
            onCancel={close}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
