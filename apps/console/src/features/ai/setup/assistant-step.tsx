import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { api } from '../../../data/api.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useAiTexts } from '../../../locales/pages/ai.ts';
import { useAiMenuTexts } from '../../../locales/pages/ai-menu.ts';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { useRefreshAi } from '../model/use-refresh-ai.ts';
import styles from './setup.module.css';

const PERSONAS = ['support', 'sales', 'blank'] as const;

/** An assistant from a starting persona, and the operator that answers with it. */
export function AssistantStep() {
  const { setup: texts, personas } = useAiTexts();
  const { nameMissing } = useAiMenuTexts();
  const { saving } = useTexts();
  const refresh = useRefreshAi();
  /** Kept when only the operator fails, so that a second try makes no second assistant. */
  const made = useRef<number>(undefined);
  const { getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: { name: '', persona: personas.support.text },
    autoFocus: 'name',
    validate: ({ name, persona }) => ({
      name: name.trim() ? undefined : nameMissing,
      persona: persona.trim() ? undefined : texts.personaMissing,
    }),
    send: async ({ name, persona }) => {
      const content = { name: name.trim(), persona: persona.trim(), is_default: true };
      if (made.current) await api.aiAssistants.update({ params: { id: made.current }, body: content });
      else made.current = (await api.aiAssistants.create({ body: content })).id;
      await api.aiOperators.create({ body: { assistant_id: made.current, name: name.trim() } });
    },
    onSuccess: () => void refresh(),
  });
  const persona = getInputProps('persona');
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <TextInput
          {...getInputProps('name')}
          label={texts.assistantName}
          placeholder={texts.assistantExample}
          maxLength={191}
          maw={320}
          autoComplete="off"
        />
        <fieldset className={styles.choices}>
          <legend className={styles.choicesName}>{texts.start}</legend>
          {PERSONAS.map((name) => (
            <Button
              key={name}
              variant="default"
              size="compact-sm"
              aria-pressed={persona.value === personas[name].text}
              onClick={() => persona.onChange(personas[name].text)}
            >
              {personas[name].name}
            </Button>
          ))}
        </fieldset>
        <Textarea
          {...persona}
          label={texts.persona}
          description={texts.personaLead}
          maxLength={32_000}
          autosize
          minRows={5}
          maxRows={14}
          dir="auto"
        />
        <FormFailure>{failure}</FormFailure>
        <div>
          <SubmitButton label={texts.create} busyLabel={saving} isPending={isPending} />
        </div>
      </Stack>
    </form>
  );
}
