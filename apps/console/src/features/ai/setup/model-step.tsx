import { Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { api } from '../../../data/api.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useAiTexts } from '../../../locales/pages/ai.ts';
import { useAiCredentialsTexts } from '../../../locales/pages/ai-credentials.ts';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { ModelField } from '../credentials/model-field.tsx';
import type { Credential } from '../model/ai-queries.ts';
import { useRefreshAi } from '../model/use-refresh-ai.ts';
import styles from './setup.module.css';

/** The model of the first key, from the provider's own list. */
export function ModelStep({ credential }: { credential: Credential }) {
  const { setup: texts } = useAiTexts();
  const { modelMissing } = useAiCredentialsTexts();
  const { saving } = useTexts();
  const refresh = useRefreshAi();
  const { getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: { model: '' },
    autoFocus: 'model',
    validate: ({ model }) => ({ model: model.trim() ? undefined : modelMissing }),
    send: ({ model }) => api.aiCredentials.update({ params: { id: credential.id }, body: { model: model.trim() } }),
    onSuccess: () => void refresh(),
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <Text>{texts.model}</Text>
        <ModelField {...getInputProps('model')} provider={credential.provider} credential={credential} />
        <FormFailure>{failure}</FormFailure>
        <div className={styles.choices}>
          <SubmitButton label={texts.next} busyLabel={saving} isPending={isPending} />
          <Link to="/ai/credentials/$id" params={{ id: credential.id }} className={styles.link}>
            {texts.checkKey}
          </Link>
        </div>
      </Stack>
    </form>
  );
}
