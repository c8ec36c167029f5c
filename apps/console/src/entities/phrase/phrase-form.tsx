import { Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../data/api.ts';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../locales/locale.tsx';
import { FormActions } from '../../ui/form/form-actions.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { type Phrase, phrasesQuery } from './phrases.ts';
import { variableNames } from './variables.ts';

const MAX_CHARACTERS = 255;
const VARIABLES = variableNames.map((name) => `{{${name}}}`).join(' ');

interface PhraseFormProps {
  /** The one to edit; without it a new one is created. */
  phrase?: Phrase;
  /** Whom a new phrase can be created for; without it only for oneself. */
  owners?: { label: string; agents: { value: string; label: string }[] };
  onDone: () => void;
}

/** Creates or edits a phrase. */
export function PhraseForm({ phrase, owners, onDone }: PhraseFormProps) {
  const { composer: texts } = useTexts();
  const { agent } = useSession();
  const queryClient = useQueryClient();
  const { getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: { name: phrase?.name ?? '', phrase: phrase?.phrase ?? '', owner: String(agent.id) },
    autoFocus: 'name',
    validate: (values) => ({
      name: values.name.trim() ? undefined : texts.nameMissing,
      phrase: values.phrase.trim() ? undefined : texts.textMissing,
    }),
    send: ({ owner, ...body }) =>
      phrase
        ? api.quickPhrases.update({ params: { id: phrase.id }, body })
        : api.quickPhrases.create({ body: { ...body, agent_id: Number(owner) } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(phrasesQuery.queryKey, (known = []) => [
        saved,
        ...known.filter(({ id }) => id !== saved.id),
      ]);
      onDone();
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="sm">
        <TextInput {...getInputProps('name')} label={texts.phraseName} maxLength={MAX_CHARACTERS} data-autofocus />
        <Textarea
          {...getInputProps('phrase')}
          label={texts.phraseText}
          description={texts.variables(VARIABLES, '{{contact.name|there}}')}
          rows={3}
          maxLength={MAX_CHARACTERS}
        />
        {owners && (
          <Select {...getInputProps('owner')} label={owners.label} data={owners.agents} allowDeselect={false} />
        )}
        <FormActions label={texts.save} isPending={isPending} failure={failure} onCancel={onDone} />
      </Stack>
    </form>
  );
}
