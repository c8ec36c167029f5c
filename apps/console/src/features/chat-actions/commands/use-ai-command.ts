import type { Chat } from '@parley/live';
import { useTexts } from '../../../locales/locale.tsx';
import { useChatAi } from './use-chat-ai.ts';

/** Switches the AI in a chat. It loads the current state, so use it only where it is visible. */
export function useAiCommand(chat: Chat) {
  const { chatActions: texts } = useTexts();
  const { isOn = false, isKnown, set } = useChatAi(chat);
  return { label: texts.ai, state: texts.aiStates[isOn ? 'on' : 'off'], isOn, isKnown, run: () => set(!isOn) };
}
