import { Autocomplete } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { useAiCredentialsTexts } from '../../../locales/pages/ai-credentials.ts';
import type { Credential } from '../model/ai-queries.ts';
import type { CredentialForm, Provider } from './use-credential-form.ts';

/** What the provider offers to the stored key. */
const modelsQuery = (credentialId: number) =>
  queryOptions({
    queryKey: ['ai-models', credentialId],
    queryFn: async () =>
      (await api.aiCredentials.listModels({ params: { id: credentialId } })).data.map(({ id }) => id).sort(),
    staleTime: 300_000,
  });

const MOST_SHOWN = 50;

interface ModelFieldProps extends Partial<ReturnType<CredentialForm['getInputProps']>> {
  provider: Provider;
  credential: Credential | undefined;
}

/** Any name may be typed; with a stored key the provider's own are offered. */
export function ModelField({ provider, credential, ...field }: ModelFieldProps) {
  const texts = useAiCredentialsTexts();
  const hasKey = credential?.has_api_key ?? false;
  const { data = [], isError } = useQuery({ ...modelsQuery(credential?.id ?? 0), enabled: hasKey });
  return (
    <Autocomplete
      {...field}
      label={texts.model}
      description={isError ? texts.modelsFailed : texts.modelLead}
      placeholder={texts.models[provider]}
      data={data}
      limit={MOST_SHOWN}
      maxLength={191}
      maw={320}
      autoComplete="off"
      spellCheck={false}
      dir="ltr"
    />
  );
}
