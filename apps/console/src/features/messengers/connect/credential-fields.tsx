import { Stack, TextInput } from '@mantine/core';
import { useMessengerGuidesTexts } from '../../../locales/pages/messenger-guides.ts';
import { useMessengersTexts } from '../../../locales/pages/messengers.ts';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { hasAppSecret, type TokenProvider, tellsNoLink } from '../model/providers.ts';
import { type CredentialValues, sidKindOf } from './credential-values.ts';
import type { CredentialForm } from './use-credential-form.ts';

interface CredentialFieldsProps {
  provider: TokenProvider;
  form: Pick<CredentialForm, 'getInputProps'> & { values: CredentialValues };
}

const PLAIN = { autoComplete: 'off', spellCheck: false, dir: 'ltr' } as const;

/** What the messenger takes, the token first. */
export function CredentialFields({ provider, form: { values, getInputProps } }: CredentialFieldsProps) {
  const texts = useMessengersTexts();
  const guides = useMessengerGuidesTexts();
  const kind = sidKindOf(provider, values);
  const guide = kind === 'twilio' ? guides.twilio : guides[provider];
  return (
    <Stack gap="lg">
      {kind && (
        <TextInput
          {...getInputProps('sid')}
          {...PLAIN}
          label={texts.sids[kind]}
          description={texts.sidLead[kind]}
          placeholder={texts.sidExamples[kind]}
          maxLength={255}
        />
      )}
      <PasswordField {...getInputProps('token')} {...PLAIN} label={guide.token} maxLength={512} />
      {hasAppSecret(provider) && kind !== 'twilio' && (
        <PasswordField
          {...getInputProps('secret')}
          {...PLAIN}
          label={texts.appSecret}
          description={texts.appSecretLead}
          maxLength={512}
        />
      )}
      <LinkField provider={provider} form={{ values, getInputProps }} />
    </Stack>
  );
}

function LinkField({ provider, form: { values, getInputProps } }: CredentialFieldsProps) {
  const texts = useMessengersTexts();
  const own = { label: texts.ownLink, lead: tellsNoLink(provider) ? texts.ownLinkOnly : texts.ownLinkLead };
  const rented = { label: texts.numberLink, lead: texts.numberLinkLead };
  const gateway = { label: texts.gateway, lead: texts.gatewayLead };
  const isRented = sidKindOf(provider, values) === 'twilio';
  const { label, lead } = provider === 'apple' ? gateway : isRented ? rented : own;
  return (
    <TextInput
      {...getInputProps('url')}
      {...PLAIN}
      type="url"
      label={label}
      description={lead}
      placeholder={isRented ? 'https://wa.me/15550100' : 'https://'}
      maxLength={2_048}
    />
  );
}
