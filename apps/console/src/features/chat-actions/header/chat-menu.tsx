import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import type { Chat } from '@parley/live';
import { IconDots } from '@tabler/icons-react';
import { useTexts } from '../../../locales/locale.tsx';
import type { ChatCommand } from '../commands/chat-commands.ts';
import { AiItem } from './ai-item.tsx';

interface ChatMenuProps {
  chat: Chat;
  commands: ChatCommand[];
  /** Moves commands without room into the menu. */
  isNarrow: boolean;
}

export function ChatMenu(props: ChatMenuProps) {
  const { chatActions: texts } = useTexts();
  return (
    <Menu position="bottom-end" width={260} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Tooltip label={texts.more}>
          <ActionIcon variant="subtle" color="gray" size={32} aria-label={texts.more}>
            <IconDots size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Items {...props} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Rendered when the menu opens: one of the items sends a request. */
function Items({ chat, commands, isNarrow }: ChatMenuProps) {
  const drawAll = (group: ChatCommand['group']) =>
    commands
      .filter((command) => command.group === group)
      .map((command) => <Item key={command.name} command={command} />);
  return (
    <>
      {isNarrow && drawAll('snoozing')}
      {chat.contact_id !== null && (
        <>
          {drawAll('people')}
          <AiItem chat={chat} />
          <Menu.Divider />
        </>
      )}
      {drawAll('copies')}
      <Menu.Divider />
      {drawAll('trouble')}
    </>
  );
}

function Item({ command: { icon: Icon, label, run, isDestructive } }: { command: ChatCommand }) {
  return (
    <Menu.Item
      {...(isDestructive && { color: 'var(--mantine-color-error)' })}
      leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
      onClick={() => void run()}
    >
      {label}
    </Menu.Item>
  );
}
