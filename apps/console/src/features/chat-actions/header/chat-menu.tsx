import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import type { Chat } from '@parley/live';
import { IconDots } from '@tabler/icons-react';
import { useTexts } from '../../../locales/locale.tsx';
import type { ChatCommand } from '../commands/chat-commands.ts';
import { AiItem } from './ai-item.tsx';

interface ChatMenuProps {
  chat: Chat;
  commands: ChatCommand[];
  /** Then what has no room beside it is in it. */
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

/** Drawn when the menu opens, and not before: one of them asks the server how things stand. */
function Items({ chat, commands, isNarrow }: ChatMenuProps) {
  const drawAll = (about: ChatCommand['about']) =>
    commands
      .filter((command) => command.about === about)
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

function Item({ command: { icon: Icon, label, run, isGrave } }: { command: ChatCommand }) {
  return (
    <Menu.Item
      {...(isGrave && { color: 'var(--mantine-color-error)' })}
      leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
      onClick={() => void run()}
    >
      {label}
    </Menu.Item>
  );
}
