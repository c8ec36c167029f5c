import { useAiAssistantsTexts } from '../../../locales/pages/ai-assistants.ts';
import { useAiMenuTexts } from '../../../locales/pages/ai-menu.ts';
import type { AssistantValues } from './assistant-values.ts';

/** Returns the errors of an assistant's fields. */
export function useAssistantCheck() {
  const { temperatureWrong } = useAiAssistantsTexts();
  const { nameMissing } = useAiMenuTexts();
  return ({ name, temperature }: AssistantValues) => ({
    name: name.trim() ? undefined : nameMissing,
    temperature: Number(temperature) >= 0 && Number(temperature) <= 2 ? undefined : temperatureWrong,
  });
}
