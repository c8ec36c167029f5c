import { Stack, Switch, TextInput } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { useCustomChannelsTexts } from '../../../locales/pages/custom-channels.ts';
import { useDevelopersTexts } from '../../../locales/pages/developers.ts';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { isAddress } from '../../../ui/form/is-address.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import type { Channel } from './channel-queries.ts';

interface ChannelFields {
  name: string;
  outbound_url: string | null;
  legacy_compat_enabled: boolean;
}

interface ChannelFormProps<Result> {
  channel?: Channel;
  submit: string;
  send: (fields: ChannelFields) => Promise<Result>;
  onDone: (result: Result) => void;
  onCancel: () => void;
}

/** Creates or changes a custom channel. */
export function ChannelForm<Result>({ channel, submit, send, onDone, onCancel }: ChannelFormProps<Result>) {
  const texts = useCustomChannelsTexts();
  const { nameMissing, urlMissing, urlRefused } = useDevelopersTexts();
  const { getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: {
      name: channel?.name ?? '',
      outbound: channel?.outbound_url ?? '',
      legacy: channel?.legacy_compat_enabled ? 'on' : 'off',
    },
    autoFocus: 'name',
    validate: ({ name, outbound }) => ({
      name: name.trim() ? undefined : nameMissing,
      outbound: !outbound.trim() || isAddress(outbound) ? undefined : urlMissing,
    }),
    send: ({ name, outbound, legacy }) =>
      send({ name: name.trim(), outbound_url: outbound.trim() || null, legacy_compat_enabled: legacy === 'on' }),
    toErrors: (error) => {
      const errors = error instanceof ParleyProblem ? error.errors : undefined;
      if (errors?.outbound_url) return { fields: { outbound: urlRefused } };
      return errors?.legacy_compat_enabled ? { form: texts.secretTaken } : undefined;
    },
    onSuccess: onDone,
  });
  const legacy = getInputProps('legacy');
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="lg">
        <TextInput
          {...getInputProps('name')}
          label={texts.name}
          placeholder={texts.nameExample}
          maxLength={255}
          maw={400}
          autoComplete="off"
        />
        <TextInput
          {...getInputProps('outbound')}
          type="url"
          label={texts.outbound}
          description={texts.outboundLead}
          placeholder={texts.outboundExample}
          maxLength={2_048}
          autoComplete="off"
          dir="ltr"
        />
        <Switch
          label={texts.legacySwitch}
          description={texts.legacyLead}
          checked={legacy.value === 'on'}
          onChange={({ currentTarget: { checked } }) => legacy.onChange(checked ? 'on' : 'off')}
        />
        <FormActions label={submit} isPending={isPending} failure={failure} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
