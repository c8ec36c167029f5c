import { Stack, TextInput } from '@mantine/core';
import { useTexts } from '../../../locales/locale.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import styles from './new-attribute.module.css';

interface NewAttributeProps {
  known: string[];
  add: (name: string, value: string) => Promise<unknown>;
  onClose: () => void;
}

export function NewAttribute({ known, add, onClose }: NewAttributeProps) {
  const { contacts: texts } = useTexts();
  const checkName = (name: string) => {
    if (!name.trim()) return texts.attributeNameMissing;
    return known.includes(name.trim()) ? texts.attributeKnown : undefined;
  };
  const { getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: { name: '', value: '' },
    autoFocus: 'name',
    validate: ({ name, value }) => ({
      name: checkName(name),
      value: value.trim() ? undefined : texts.attributeValueMissing,
    }),
    send: ({ name, value }) => add(name.trim(), value.trim()),
    onSuccess: onClose,
  });
  return (
    <form onSubmit={onSubmit} noValidate className={styles.form}>
      <Stack gap="xs">
        <TextInput {...getInputProps('name')} label={texts.attributeName} maxLength={64} autoComplete="off" />
        <TextInput {...getInputProps('value')} label={texts.attributeValue} maxLength={10_000} autoComplete="off" />
        <FormActions label={texts.add} isPending={isPending} failure={failure} onCancel={onClose} />
      </Stack>
    </form>
  );
}
