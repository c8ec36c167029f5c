import { Menu } from '@mantine/core';
import type { Chat } from '@parley/live';
import { IconCheck, IconSparkles } from '@tabler/icons-react';
import { useTexts } from '../locales/locale.tsx';
import { useChatAi } from './use-chat-ai.ts';

/** Lets the AI answer in a chat, or silences it there. */
export function AiItem({ chat }: { chat: Chat }) {
  const { chatActions: texts } = useTexts();
  const { isOn = false, isKnown, set } = useChatAi(chat);
  return (
    <Menu.CheckboxItem
      checked={isOn}
      disabled={!isKnown}
      closeMenuOnClick
      checkIcon={<IconCheck size={16} stroke={2} aria-hidden />}
      rightSection={<IconSparkles size={18} stroke={1.75} aria-hidden />}
      onChange={set}
    >
      {texts.ai}
    </Menu.CheckboxItem>
  );
}
