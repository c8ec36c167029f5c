import { NativeSelect, Stack, Switch, TextInput } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { departmentsQuery } from '../../../entities/agent/departments.ts';
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
  department_id: number | null;
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
  const { data: departments = [] } = useQuery(departmentsQuery);
  const { getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: {
      name: channel?.name ?? '',
      outbound: channel?.outbound_url ?? '',
      legacy: channel?.legacy_compat_enabled ? 'on' : 'off',
      department: String(channel?.department_id ?? ''),
    },
    autoFocus: 'name',
    validate: ({ name, outbound }) => ({
      name: name.trim() ? undefined : nameMissing,
      outbound: !outbound.trim() || isAddress(outbound) ? undefined : urlMissing,
    }),
    send: ({ name, outbound, legacy, department }) =>
      send({
        name: name.trim(),
        outbound_url: outbound.trim() || null,
        legacy_compat_enabled: legacy === 'on',
        department_id: department ? Number(department) : null,
      }),
    toErrors: (error) => {
      const errors = error instanceof ParleyProblem ? error.errors : undefined;
      if (errors?.outbound_url) return { fields: { outbound: urlRefused } };
      if (errors?.department_id) return { fields: { department: texts.departmentGone } };
      return errors?.legacy_compat_enabled ? { form: texts.secretTaken } : undefined;
    },
    onSuccess: onDone,
  });
  const [legacy, department] = [getInputProps('legacy'), getInputProps('department')];
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
        {(departments.length > 0 || channel?.department_id) && (
          <NativeSelect
            label={texts.department}
            description={texts.departmentLead}
            maw={400}
            value={department.value}
            error={department.error}
            data={[
              { value: '', label: texts.everyone },
              ...departments.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={({ currentTarget }) => department.onChange(currentTarget.value)}
          />
        )}
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
