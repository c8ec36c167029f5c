import { Group, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAiCredentialsTexts } from '../../../locales/pages/ai-credentials.ts';
import { assistantsQuery, credentialsQuery, operatorsQuery } from '../model/ai-queries.ts';
import { CredentialBasics } from './credential-basics.tsx';
import styles from './credential-fields.module.css';
import { type CredentialForm, makesEmbeddings } from './use-credential-form.ts';

type FieldsForm = Pick<CredentialForm, 'getInputProps' | 'values' | 'credential'>;

export function CredentialFields({ form }: { form: FieldsForm }) {
  const texts = useAiCredentialsTexts();
  const { getInputProps, values, credential } = form;
  return (
    <Stack gap="lg">
      <CredentialBasics form={form} />
      <ScopeField form={form} />
      <BackupField form={form} />
      <fieldset className={styles.prices}>
        <legend className={styles.legend}>{texts.prices}</legend>
        <p className={styles.lead}>{texts.pricesLead}</p>
        <Group gap="sm" align="flex-start">
          <Price form={form} name="price_input" label={texts.priceInput} />
          <Price form={form} name="price_output" label={texts.priceOutput} />
        </Group>
      </fieldset>
      {makesEmbeddings(values.provider) && (
        <TextInput
          {...getInputProps('embedding_model')}
          label={texts.embedding}
          description={credential ? texts.embeddingLead : texts.embeddingNew}
          maxLength={191}
          maw={320}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
        />
      )}
    </Stack>
  );
}

interface PriceProps {
  form: FieldsForm;
  name: 'price_input' | 'price_output';
  label: string;
}

function Price({ form: { getInputProps }, name, label }: PriceProps) {
  return (
    <TextInput
      {...getInputProps(name)}
      label={label}
      inputMode="decimal"
      leftSection="$"
      maxLength={12}
      w={140}
      autoComplete="off"
    />
  );
}

function ScopeField({ form: { getInputProps } }: { form: FieldsForm }) {
  const texts = useAiCredentialsTexts();
  const { data: assistants = [] } = useQuery(assistantsQuery);
  const { data: operators = [] } = useQuery(operatorsQuery);
  const items = (kind: 'assistant' | 'operator', list: { id: number; name: string }[]) =>
    list.length
      ? [{ group: texts.scopes[kind], items: list.map(({ id, name }) => ({ value: `${kind} ${id}`, label: name })) }]
      : [];
  return (
    <Select
      {...getInputProps('scope')}
      label={texts.scope}
      description={texts.scopeLead}
      data={[
        { value: 'widget', label: texts.scopes.widget },
        ...items('assistant', assistants),
        ...items('operator', operators),
      ]}
      allowDeselect={false}
      maw={320}
    />
  );
}

/** Those whose chain doesn't lead here. The server knows how long it may be. */
function BackupField({ form: { getInputProps, credential } }: { form: FieldsForm }) {
  const texts = useAiCredentialsTexts();
  const { data: credentials = [] } = useQuery(credentialsQuery);
  const offered = credentials.filter(
    ({ id, backup_chain }) => id !== credential?.id && backup_chain.every((link) => link.id !== credential?.id),
  );
  return (
    <Select
      {...getInputProps('backup')}
      label={texts.backup}
      description={texts.backupLead}
      placeholder={texts.noBackup}
      data={offered.map(({ id, provider, model }) => ({
        value: String(id),
        label: [texts.providers[provider], model].filter(Boolean).join(' · '),
      }))}
      clearable
      maw={320}
    />
  );
}
