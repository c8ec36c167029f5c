import { Checkbox, Input, Stack, Switch, TextInput } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import type { ReactNode } from 'react';
import { useAiMenuTexts } from '../../../locales/pages/ai-menu.ts';
import { useExternalOperatorsTexts } from '../../../locales/pages/external-operators.ts';
import { isAddress } from '../../../ui/form/is-address.ts';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import type { ExternalOperator } from '../model/ai-queries.ts';

const EVENTS = ['message', 'handoff', 'closed'] as const;

interface ExternalFields {
  name: string;
  url: string;
  events: ExternalOperator['events'];
  show_in_header: boolean;
  /** Left out: stays as it is. */
  api_key?: string | null;
}

interface ExternalFormProps<Result> {
  operator?: ExternalOperator;
  /** Of one that doesn't exist yet. */
  create?: { label: string; onCancel: () => void };
  send: (fields: ExternalFields) => Promise<Result>;
  onDone: (result: Result) => void;
}

export function ExternalForm<Result>({ operator, create, send, onDone }: ExternalFormProps<Result>) {
  const texts = useExternalOperatorsTexts();
  const { nameMissing, urlMissing, urlRefused, limitReached } = useAiMenuTexts();
  const form = useForm({
    initialValues: {
      name: operator?.name ?? '',
      url: operator?.url ?? '',
      events: (operator?.events ?? ['message']).join(' '),
      api_key: '',
      drop_key: '',
      in_header: operator?.show_in_header === false ? '' : 'yes',
    },
    ...(create && { autoFocus: 'name' as const }),
    validate: ({ name, url, events }) => ({
      name: name.trim() ? undefined : nameMissing,
      url: isAddress(url) ? undefined : urlMissing,
      events: events ? undefined : texts.eventsMissing,
    }),
    send: ({ name, url, events, api_key, drop_key, in_header }) =>
      send({
        name: name.trim(),
        url: url.trim(),
        events: events.split(' ') as ExternalOperator['events'],
        show_in_header: in_header === 'yes',
        ...(drop_key ? { api_key: null } : api_key.trim() && { api_key: api_key.trim() }),
      }),
    toErrors: (error) => {
      if (!(error instanceof ParleyProblem)) return undefined;
      if (error.code === 'limit_reached') return { form: limitReached };
      return error.errors?.url ? { fields: { url: urlRefused } } : undefined;
    },
    onSuccess: onDone,
  });
  const { getInputProps } = form;
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="lg">
        <TextInput
          {...getInputProps('name')}
          label={texts.name}
          placeholder={texts.nameExample}
          maxLength={191}
          maw={400}
          autoComplete="off"
          dir="auto"
        />
        <TextInput
          {...getInputProps('url')}
          type="url"
          label={texts.url}
          description={texts.urlLead}
          placeholder={texts.urlExample}
          maxLength={2_048}
          autoComplete="off"
          dir="ltr"
        />
        <Events {...getInputProps('events')} />
        <KeyField form={form} hasKey={operator?.has_api_key ?? false} />
        <Toggle
          field={getInputProps('in_header')}
          label={texts.showInHeader}
          description={texts.showInHeaderLead}
          as={Switch}
        />
      </Stack>
      <SaveBar draft={{ ...form, discard: form.reset }} {...(create && { create })} />
    </form>
  );
}

type Field = ReturnType<ReturnType<typeof useForm<Record<string, string>, unknown>>['getInputProps']>;

/** A switch or a checkbox on a field of text. */
function Toggle({ field, as: Control, ...words }: ToggleProps) {
  return (
    <Control
      {...words}
      checked={field.value === 'yes'}
      onChange={({ currentTarget }) => field.onChange(currentTarget.checked ? 'yes' : '')}
    />
  );
}

interface ToggleProps {
  field: Pick<Field, 'value' | 'onChange'>;
  as: typeof Switch | typeof Checkbox;
  label: ReactNode;
  description?: ReactNode;
}

function Events({ value = '', onChange, error }: Pick<Field, 'value' | 'onChange' | 'error'>) {
  const texts = useExternalOperatorsTexts();
  const chosen = new Set(value.split(' ').filter(Boolean));
  return (
    <Input.Wrapper label={texts.events} labelElement="div" description={texts.eventsLead} error={error}>
      <Stack gap="xs" mt={4} role="group" aria-label={texts.events}>
        {EVENTS.map((event) => (
          <Checkbox
            key={event}
            label={texts.eventNames[event]}
            checked={chosen.has(event)}
            onChange={() => {
              const next = chosen.symmetricDifference(new Set([event]));
              onChange(EVENTS.filter((each) => next.has(each)).join(' '));
            }}
          />
        ))}
      </Stack>
    </Input.Wrapper>
  );
}

interface KeyFieldProps {
  form: { getInputProps: (name: 'api_key' | 'drop_key') => Field };
  hasKey: boolean;
}

function KeyField({ form: { getInputProps }, hasKey }: KeyFieldProps) {
  const texts = useExternalOperatorsTexts();
  const dropped = getInputProps('drop_key');
  return (
    <Stack gap="xs">
      <PasswordField
        {...getInputProps('api_key')}
        label={texts.key}
        description={hasKey ? texts.keyKept : texts.keyLead}
        maxLength={4_096}
        maw={400}
        autoComplete="off"
        dir="ltr"
        disabled={dropped.value === 'yes'}
      />
      {hasKey && <Toggle field={dropped} label={texts.keyRemove} as={Checkbox} />}
    </Stack>
  );
}
