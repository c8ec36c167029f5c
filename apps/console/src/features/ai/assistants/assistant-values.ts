import type { api } from '../../../data/api.ts';
import type { Assistant } from '../model/ai-queries.ts';

/** What the form edits. Texts that are not set are empty. */
export interface AssistantValues {
  name: string;
  enabled: boolean;
  is_default: boolean;
  persona: string;
  system_prompt: string;
  /** As it is typed. */
  temperature: string | number;
  rag_enabled: boolean;
  escalation_triggers: string[];
  greeting: string;
  quick_phrases: string[];
  greeting_i18n: Record<string, string>;
  quick_phrases_i18n: Record<string, string[]>;
}

export function valuesOf(assistant: Assistant | undefined): AssistantValues {
  return {
    name: assistant?.name ?? '',
    enabled: assistant?.enabled ?? true,
    is_default: assistant?.is_default ?? false,
    persona: assistant?.persona ?? '',
    system_prompt: assistant?.system_prompt ?? '',
    temperature: assistant ? (assistant.temperature ?? '') : 0.3,
    rag_enabled: assistant?.rag_enabled ?? true,
    escalation_triggers: assistant?.escalation_triggers ?? [],
    greeting: assistant?.greeting ?? '',
    quick_phrases: assistant?.quick_phrases ?? [],
    greeting_i18n: assistant?.greeting_i18n ?? {},
    quick_phrases_i18n: assistant?.quick_phrases_i18n ?? {},
  };
}

type Body = Parameters<typeof api.aiAssistants.update>[0]['body'];

const orNull = (text: string) => (text.trim() ? text : null);
const mapOrNull = <Text>(map: Record<string, Text>) => (Object.keys(map).length ? map : null);

/** As the API takes them: null clears. */
export function toBody(values: Partial<AssistantValues>): Body {
  const { persona, system_prompt, temperature, greeting, greeting_i18n, quick_phrases_i18n, name, ...rest } = values;
  return {
    ...rest,
    ...(name !== undefined && { name: name.trim() }),
    ...(persona !== undefined && { persona: orNull(persona) }),
    ...(system_prompt !== undefined && { system_prompt: orNull(system_prompt) }),
    ...(temperature !== undefined && { temperature: temperature === '' ? null : Number(temperature) }),
    ...(greeting !== undefined && { greeting: orNull(greeting) }),
    ...(greeting_i18n && { greeting_i18n: mapOrNull(greeting_i18n) }),
    ...(quick_phrases_i18n && { quick_phrases_i18n: mapOrNull(quick_phrases_i18n) }),
  };
}
