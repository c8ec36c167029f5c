import { Select, TextInput } from '@mantine/core';
import { useAiCredentialsTexts } from '../../../locales/pages/ai-credentials.ts';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { ModelField } from './model-field.tsx';
import { type CredentialForm, needsAddress, type Provider, providers } from './use-credential-form.ts';

interface CredentialBasicsProps {
  form: Pick<CredentialForm, 'getInputProps' | 'values' | 'credential'>;
  /** The model is chosen once the provider can list them. */
  isModelLater?: boolean;
}

/** What every credential needs: provider, address, key and model. The provider of a stored one stays. */
export function CredentialBasics({ form, isModelLater = false }: CredentialBasicsProps) {
  const { getInputProps, values, credential } = form;
  const texts = useAiCredentialsTexts();
  const provider = values.provider as Provider;
  return (
    <>
      {!credential && (
        <Select
          {...getInputProps('provider')}
          label={texts.provider}
          data={providers.map((value) => ({ value, label: texts.providers[value] }))}
          allowDeselect={false}
          maw={320}
        />
      )}
      {needsAddress(provider) && (
        <TextInput
          {...getInputProps('base_url')}
          type="url"
          label={texts.url}
          description={texts.urlLead[provider as 'webhook']}
          maxLength={2_048}
          autoComplete="off"
          dir="ltr"
        />
      )}
      <PasswordField
        {...getInputProps('api_key')}
        label={texts.key}
        description={credential && (credential.has_api_key ? texts.keyKept : texts.keyGone)}
        maxLength={4_096}
        autoComplete="off"
        dir="ltr"
      />
      {provider === 'webhook' && (
        <PasswordField
          {...getInputProps('signing_secret')}
          label={texts.secret}
          description={credential?.has_signing_secret ? texts.secretKept : texts.secretLead}
          maxLength={255}
          autoComplete="off"
          dir="ltr"
        />
      )}
      {provider !== 'webhook' && !isModelLater && (
        <ModelField {...getInputProps('model')} provider={provider} credential={credential} />
      )}
    </>
  );
}
