import { Select, Stack, TextInput } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { api } from '../../../data/api.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useSuppressionsTexts } from '../../../locales/pages/suppressions.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { checkEmail } from '../../../ui/form/emails.ts';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import { useRefreshSuppressions } from './suppression-queries.ts';
import { EMAIL, useSuppressionChannels } from './use-channel-label.ts';

const SITE = 'service';

/** Suppresses an address by hand. */
export function AddSuppression({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const texts = useSuppressionsTexts();
  return (
    <Dialog title={texts.addHeading} isOpen={isOpen} onClose={onClose}>
      <AddForm onClose={onClose} />
    </Dialog>
  );
}

function AddForm({ onClose }: { onClose: () => void }) {
  const texts = useSuppressionsTexts();
  const notify = useNotice();
  const refresh = useRefreshSuppressions();
  const channels = useSuppressionChannels();
  const all = useTexts();
  const check = (channel: string, address: string) => {
    if (!address.trim()) return texts.addressMissing;
    return channel === EMAIL ? checkEmail(address, all) : undefined;
  };
  const { values, getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: { channel: EMAIL, address: '' },
    autoFocus: 'address',
    validate: ({ channel, address }) => ({ address: check(channel, address) }),
    send: ({ channel, address }) => api.suppressions.create({ body: { channel, address: address.trim() } }),
    toErrors: (error) => {
      if (!(error instanceof ParleyProblem) || !error.errors?.address) return undefined;
      return { fields: { address: texts.addressWrong } };
    },
    onSuccess: () => {
      notify({ kind: 'done', text: texts.added });
      onClose();
      void refresh();
    },
  });
  const isEmail = values.channel === EMAIL;
  const lead = values.channel === SITE ? texts.siteAddressLead : texts.addressLead;
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <Select {...getInputProps('channel')} label={texts.channel} data={channels} allowDeselect={false} />
        <TextInput
          {...getInputProps('address')}
          label={isEmail ? texts.email : texts.address}
          {...(!isEmail && { description: lead })}
          maxLength={255}
          autoComplete="off"
          dir="ltr"
          data-autofocus
        />
        <FormActions label={texts.addConfirm} isPending={isPending} failure={failure} onCancel={onClose} />
      </Stack>
    </form>
  );
}
