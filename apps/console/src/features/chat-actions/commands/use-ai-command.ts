import type { Chat } from '@parley/live';
import { useTexts } from '../../../locales/locale.tsx';
import { useChatAi } from './use-chat-ai.ts';

/** Lets the AI answer in a chat, or silences it there. It asks the server how things stand, so it is used where it is shown. */
export function useAiCommand(chat: Chat) {
  const { chatActions: texts } = useTexts();
  const { isOn = false, isKnown, set } = useChatAi(chat);
  return { label: texts.ai, state: texts.aiStates[isOn ? 'on' : 'off'], isOn, isKnown, run: () => set(!isOn) };
}
