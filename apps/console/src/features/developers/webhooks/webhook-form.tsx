import { Stack, TextInput } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { useDevelopersTexts } from '../../../locales/pages/developers.ts';
import { useWebhooksTexts } from '../../../locales/pages/webhooks.ts';
import { SegmentedChoice } from '../../../ui/controls/segmented-choice.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { isAddress } from '../../../ui/form/is-address.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { EventPicker } from './event-picker.tsx';
import styles from './webhook-form.module.css';
import type { EventName, Webhook } from './webhook-queries.ts';

interface WebhookFields {
  url: string;
  events: EventName[];
  is_legacy_compat: boolean;
}

interface WebhookFormProps<Result> {
  webhook?: Webhook;
  submit: string;
  send: (fields: WebhookFields) => Promise<Result>;
  onDone: (result: Result) => void;
  onCancel: () => void;
}

/** Creates or changes a webhook. */
export function WebhookForm<Result>({ webhook, submit, send, onDone, onCancel }: WebhookFormProps<Result>) {
  const texts = useWebhooksTexts();
  const { urlMissing, urlRefused } = useDevelopersTexts();
  const { getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: {
      url: webhook?.url ?? '',
      vocabulary: webhook?.is_legacy_compat ? 'compat' : 'native',
      events: webhook?.events.join(' ') ?? '',
    },
    autoFocus: 'url',
    validate: ({ url, events }) => ({
      url: isAddress(url) ? undefined : urlMissing,
      events: events ? undefined : texts.eventsMissing,
    }),
    send: ({ url, vocabulary, events }) =>
      send({
        url: url.trim(),
        events: events.split(' ') as EventName[],
        is_legacy_compat: vocabulary === 'compat',
      }),
    toErrors: (error) => {
      if (!(error instanceof ParleyProblem)) return undefined;
      if (error.code === 'url_already_registered') return { fields: { url: texts.urlTaken } };
      return error.errors?.url ? { fields: { url: urlRefused } } : undefined;
    },
    onSuccess: onDone,
  });
  const vocabulary = getInputProps('vocabulary').value === 'compat' ? 'compat' : 'native';
  const events = getInputProps('events');
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="lg">
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
        <div>
          <SegmentedChoice
            label={texts.vocabulary}
            value={vocabulary}
            options={[
              { value: 'native', label: texts.vocabularies.native },
              { value: 'compat', label: texts.vocabularies.compat },
            ]}
            onChange={(chosen) => {
              getInputProps('vocabulary').onChange(chosen);
              events.onChange('');
            }}
          />
          <p className={styles.lead}>{texts.vocabularyLead[vocabulary]}</p>
        </div>
        <EventPicker {...events} vocabulary={vocabulary} />
        <FormActions label={submit} isPending={isPending} failure={failure} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
