import { Stack, TextInput } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { api } from '../../data/api.ts';
import { useTexts } from '../../locales/locale.tsx';
import { useAccountTexts } from '../../locales/pages/account.ts';
import { useNotice } from '../../ui/feedback/notice.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { type AccountProfile, useCacheAccount } from './account-queries.ts';
import styles from './holder-form.module.css';

/** An empty field is cleared. */
const toBody = (values: Record<'name' | 'surname' | 'phone', string>) => ({
  name: values.name.trim() || null,
  surname: values.surname.trim() || null,
  phone: values.phone.trim() || null,
});

export function HolderForm({ account }: { account: AccountProfile }) {
  const texts = useAccountTexts();
  const { saving } = useTexts();
  const notify = useNotice();
  const cache = useCacheAccount();
  const { getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: { name: account.name ?? '', surname: account.surname ?? '', phone: account.phone ?? '' },
    validate: () => ({}),
    send: (values) => api.account.update({ body: toBody(values) }),
    toErrors: (error) => {
      const refused = error instanceof ParleyProblem ? error.errors : undefined;
      return (
        refused && {
          fields: {
            name: refused.name && texts.nameWrong,
            surname: refused.surname && texts.nameWrong,
            phone: refused.phone && texts.phoneWrong,
          },
        }
      );
    },
    onSuccess: (stored) => {
      notify({ kind: 'done', text: texts.saved });
      void cache(stored);
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <div className={styles.names}>
          <TextInput {...getInputProps('name')} label={texts.name} maxLength={255} autoComplete="given-name" />
          <TextInput {...getInputProps('surname')} label={texts.surname} maxLength={255} autoComplete="family-name" />
        </div>
        <TextInput {...getInputProps('phone')} label={texts.phone} type="tel" maxLength={32} autoComplete="tel" />
        <FormFailure>{failure}</FormFailure>
        <div>
          <SubmitButton label={texts.save} busyLabel={saving} isPending={isPending} />
        </div>
      </Stack>
    </form>
  );
}
