import { Menu } from '@mantine/core';
import type { Chat } from '@parley/live';
import { IconCheck, IconSparkles } from '@tabler/icons-react';
import { useTexts } from '../locales/locale.tsx';
import { useChatAi } from './use-chat-ai.ts';

/** Lets the AI answer in a chat, or silences it there. */
export function AiItem({ chat }: { chat: Chat }) {
  const { chatActions: texts } = useTexts();
  const { isOn, set } = useChatAi(chat);
  return (
    <Menu.Item
      role="menuitemcheckbox"
      aria-checked={isOn === true}
      disabled={isOn === undefined}
      leftSection={<IconSparkles size={18} stroke={1.75} aria-hidden />}
      rightSection={isOn && <IconCheck size={16} stroke={2} aria-hidden />}
      onClick={() => set(!isOn)}
    >
      {texts.ai}
    </Menu.Item>
  );
}
