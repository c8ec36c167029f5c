import { NumberInput, Stack, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { LanguageChoice } from '../../../entities/widget/language-choice.tsx';
import { useLocale } from '../../../locales/locale.tsx';
import { useAiAssistantsTexts } from '../../../locales/pages/ai-assistants.ts';
import { SettingSection } from '../../../ui/layout/setting-section.tsx';
import type { AssistantValues } from './assistant-values.ts';

export interface AssistantFieldsProps {
  draft: AssistantValues;
  errors: { [Name in keyof AssistantValues]?: string | undefined };
  change: (changes: Partial<AssistantValues>) => void;
  /** It stays so until another assistant takes it. */
  isDefault: boolean;
}

export function AssistantFields(props: AssistantFieldsProps) {
  const { draft, errors, change, isDefault } = props;
  const texts = useAiAssistantsTexts();
  return (
    <>
      <SettingSection heading={texts.about} lead={texts.aboutLead}>
        <Stack gap="md">
          <TextInput
            label={texts.name}
            placeholder={texts.nameExample}
            maxLength={191}
            value={draft.name}
            error={errors.name}
            autoComplete="off"
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />
          <Switch
            label={texts.enabled}
            description={texts.enabledLead}
            checked={draft.enabled}
            onChange={({ currentTarget }) => change({ enabled: currentTarget.checked })}
          />
          {!isDefault && (
            <Switch
              label={texts.makeDefault}
              description={texts.makeDefaultLead}
              checked={draft.is_default}
              onChange={({ currentTarget }) => change({ is_default: currentTarget.checked })}
            />
          )}
        </Stack>
      </SettingSection>
      <Personality {...props} />
      <SettingSection heading={texts.handover} lead={texts.handoverLead}>
        <TagsInput
          label={texts.triggers}
          description={texts.triggersHint}
          placeholder={draft.escalation_triggers.length ? '' : texts.triggersExample}
          maxTags={100}
          maxLength={100}
          value={draft.escalation_triggers}
          onChange={(escalation_triggers) => change({ escalation_triggers })}
        />
      </SettingSection>
      <Welcome {...props} />
      <SettingSection heading={texts.knowledge} lead={texts.knowledgeLead}>
        <Switch
          label={texts.rag}
          description={texts.ragLead}
          checked={draft.rag_enabled}
          onChange={({ currentTarget }) => change({ rag_enabled: currentTarget.checked })}
        />
      </SettingSection>
    </>
  );
}

function Personality({ draft, errors, change }: AssistantFieldsProps) {
  const texts = useAiAssistantsTexts();
  const decimalSeparator = useLocale().locale === 'ru' ? ',' : '.';
  return (
    <SettingSection heading={texts.personality} lead={texts.personalityLead}>
      <Stack gap="md">
        <Textarea
          label={texts.persona}
          placeholder={texts.personaExample}
          maxLength={32_000}
          autosize
          minRows={7}
          maxRows={20}
          dir="auto"
          value={draft.persona}
          onChange={({ currentTarget }) => change({ persona: currentTarget.value })}
        />
        <Textarea
          label={texts.prompt}
          placeholder={texts.promptExample}
          maxLength={64_000}
          autosize
          minRows={3}
          maxRows={20}
          dir="auto"
          value={draft.system_prompt}
          onChange={({ currentTarget }) => change({ system_prompt: currentTarget.value })}
        />
        <NumberInput
          label={texts.temperature}
          description={texts.temperatureLead}
          min={0}
          max={2}
          step={0.1}
          decimalScale={2}
          clampBehavior="none"
          decimalSeparator={decimalSeparator}
          value={draft.temperature}
          error={errors.temperature}
          onChange={(temperature) => change({ temperature })}
          styles={{ wrapper: { maxWidth: 200 } }}
        />
      </Stack>
    </SettingSection>
  );
}

/** Greeting and quick phrases of one language, or of those without their own. */
function Welcome({ draft, change }: AssistantFieldsProps) {
  const texts = useAiAssistantsTexts();
  const [language, setLanguage] = useState<string | null>(null);
  const { greeting_i18n, quick_phrases_i18n } = draft;
  const greeting = language ? (greeting_i18n[language] ?? '') : draft.greeting;
  const phrases = language ? (quick_phrases_i18n[language] ?? []) : draft.quick_phrases;
  const writeGreeting = (text: string) => {
    if (!language) return change({ greeting: text });
    const { [language]: _, ...others } = greeting_i18n;
    change({ greeting_i18n: text ? { ...others, [language]: text } : others });
  };
  const writePhrases = (list: string[]) => {
    if (!language) return change({ quick_phrases: list });
    const { [language]: _, ...others } = quick_phrases_i18n;
    change({ quick_phrases_i18n: list.length ? { ...others, [language]: list } : others });
  };
  return (
    <SettingSection heading={texts.welcome} lead={texts.welcomeLead}>
      <Stack gap="md">
        <LanguageChoice
          value={language}
          onChange={setLanguage}
          filled={[...Object.keys(greeting_i18n), ...Object.keys(quick_phrases_i18n)]}
        />
        <Textarea
          label={texts.greeting}
          placeholder={language ? draft.greeting || texts.greetingExample : texts.greetingExample}
          maxLength={4_000}
          autosize
          minRows={2}
          maxRows={8}
          dir="auto"
          value={greeting}
          onChange={({ currentTarget }) => writeGreeting(currentTarget.value)}
        />
        <TagsInput
          label={texts.quickPhrases}
          description={texts.quickPhrasesHint}
          placeholder={phrases.length ? '' : texts.quickPhrasesExample}
          maxTags={200}
          maxLength={500}
          splitChars={[]}
          value={phrases}
          onChange={writePhrases}
        />
      </Stack>
    </SettingSection>
  );
}
