import { Stack } from '@mantine/core';
import { useMessengersTexts } from '../../../locales/pages/messengers.ts';
import { SegmentedChoice } from '../../../ui/controls/segmented-choice.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { SettingSection } from '../../../ui/layout/setting-section.tsx';
import type { Messenger } from '../model/messenger-queries.ts';
import type { TokenProvider } from '../model/providers.ts';
import { CredentialFields } from './credential-fields.tsx';
import { Guide } from './guide.tsx';
import { useCredentialForm } from './use-credential-form.ts';

interface ConnectFormProps {
  provider: TokenProvider;
  messenger: Messenger;
  /** The form was asked for, and does not come with the page. */
  isFocused: boolean;
  onDone: (messenger: Messenger) => void;
  /** Only where a token is replaced. */
  onCancel?: () => void;
}

/** How to get a token, and where to enter it. */
export function CredentialForm({ provider, messenger, isFocused, onDone, onCancel }: ConnectFormProps) {
  const texts = useMessengersTexts();
  const form = useCredentialForm({ provider, messenger, isFocused, onDone });
  const { values, getInputProps, onSubmit, isPending, failure } = form;
  const way = getInputProps('way');
  const isTwilio = provider === 'wa' && values.way === 'twilio';
  return (
    <>
      <SettingSection heading={texts.steps} lead={texts.stepsLead}>
        <Stack gap="md">
          {provider === 'wa' && (
            <SegmentedChoice
              label={texts.whatsApp}
              value={values.way}
              options={(['meta', 'twilio'] as const).map((value) => ({ value, label: texts.whatsAppWays[value] }))}
              onChange={way.onChange}
            />
          )}
          <Guide of={isTwilio ? 'twilio' : provider} />
        </Stack>
      </SettingSection>
      <SettingSection
        heading={onCancel ? texts.replaceForm : texts.form}
        lead={onCancel ? `${texts.replaceLead} ${texts.formLead}` : texts.formLead}
      >
        <form onSubmit={onSubmit} noValidate>
          <Stack gap="lg">
            <CredentialFields provider={provider} form={form} />
            <FormActions
              label={onCancel ? texts.submitReplace : texts.submit}
              busyLabel={texts.busy}
              isPending={isPending}
              failure={failure}
              onCancel={onCancel}
            />
          </Stack>
        </form>
      </SettingSection>
    </>
  );
}
