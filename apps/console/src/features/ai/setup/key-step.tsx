import { Stack } from '@mantine/core';
import { api } from '../../../data/api.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useAiTexts } from '../../../locales/pages/ai.ts';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { CredentialBasics } from '../credentials/credential-basics.tsx';
import { useCredentialForm } from '../credentials/use-credential-form.ts';
import { useRefreshAi } from '../model/use-refresh-ai.ts';

/** The first key, for the whole widget. Prices and backups can wait. */
export function KeyStep() {
  const { setup: texts } = useAiTexts();
  const { saving } = useTexts();
  const refresh = useRefreshAi();
  const form = useCredentialForm({
    isModelLater: true,
    send: (body) => api.aiCredentials.create({ body }),
    onDone: () => void refresh(),
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="md">
        <CredentialBasics form={form} isModelLater />
        <FormFailure>{form.failure}</FormFailure>
        <div>
          <SubmitButton label={texts.next} busyLabel={saving} isPending={form.isPending} />
        </div>
      </Stack>
    </form>
  );
}
