import { Menu } from '@mantine/core';
import type { Chat } from '@parley/live';
import { IconCheck, IconSparkles } from '@tabler/icons-react';
import { useHasAi } from '../../../entities/agent/use-agents.ts';
import { useAiCommand } from '../commands/use-ai-command.ts';

/** Switches the AI in a chat, if the widget has one. */
export function AiItem({ chat }: { chat: Chat }) {
  const { label, isOn, isKnown, run } = useAiCommand(chat);
  if (!useHasAi()) return null;
  return (
    <Menu.CheckboxItem
      checked={isOn}
      disabled={!isKnown}
      closeMenuOnClick
      checkIcon={<IconCheck size={18} stroke={1.75} aria-hidden />}
      rightSection={<IconSparkles size={18} stroke={1.75} aria-hidden />}
      onChange={run}
    >
      {label}
    </Menu.CheckboxItem>
  );
}
