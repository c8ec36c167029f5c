import { ActionIcon, Button, Tooltip } from '@mantine/core';
import type { Chat } from '@parley/live';
import { useEffect, useEffectEvent } from 'react';
import type { ChatCommand } from '../commands/chat-commands.ts';
import { useChatDialog } from '../commands/open-dialog.tsx';
import type { ChatActions } from '../commands/use-chat-actions.ts';
import { ColleaguesDialog } from '../dialogs/colleagues-dialog.tsx';
import { SnoozeDialog } from '../dialogs/snooze-dialog.tsx';
import { TransferDialog } from '../dialogs/transfer-dialog.tsx';
import { WhyDialog } from '../dialogs/why-dialog.tsx';
import { ChatMenu } from './chat-menu.tsx';
import { SnoozeMenu } from './snooze-menu.tsx';

interface ChatToolsProps {
  chat: Chat;
  actions: ChatActions;
  commands: ChatCommand[];
  isNarrow: boolean;
}

/** Frequent commands as buttons, the rest in a menu. */
export function ChatTools({ chat, actions, commands, isNarrow }: ChatToolsProps) {
  const { dialog, close } = useChatDialog(chat.id);
  const leave = useEffectEvent(close);
  useEffect(() => () => leave(), []);
  // The bar of the AI has the button.
  const isWithAi = chat.reply_owner === 'ai';
  const find = (name: ChatCommand['name']) => commands.find((command) => command.name === name);
  const [claim, snooze] = [find('claim'), find('snoozeMore')];
  return (
    <>
      {claim && !isWithAi && (
        <Button
          size="compact-md"
          leftSection={!isNarrow && <claim.icon size={16} stroke={1.75} aria-hidden />}
          onClick={() => void claim.run()}
        >
          {claim.label}
        </Button>
      )}
      {snooze && !isNarrow && (
        <SnoozeMenu chat={chat} actions={actions} wake={find('wake')} onPick={() => void snooze.run()} />
      )}
      {find('markUnread') && <IconTool command={find('markUnread') as ChatCommand} />}
      {commands
        .filter(({ group }) => group === 'ending')
        .map((command) => (
          <Tool key={command.name} command={command} isNarrow={isNarrow} />
        ))}
      <ChatMenu chat={chat} commands={commands} isNarrow={isNarrow} />
      <TransferDialog chat={chat} actions={actions} isOpen={dialog === 'transfer'} onClose={close} />
      <ColleaguesDialog chat={chat} actions={actions} isOpen={dialog === 'colleagues'} onClose={close} />
      <SnoozeDialog actions={actions} isOpen={dialog === 'snooze'} onClose={close} />
      <WhyDialog chat={chat} isOpen={dialog === 'why'} onClose={close} />
    </>
  );
}

function IconTool({ command: { label, shortcut, icon: Icon, run } }: { command: ChatCommand }) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={label}
        aria-keyshortcuts={shortcut}
        onClick={() => void run()}
      >
        <Icon size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function Tool({ command, isNarrow }: { command: ChatCommand; isNarrow: boolean }) {
  const { label, shortcut, icon: Icon, run } = command;
  const shared = { variant: 'default', 'aria-keyshortcuts': shortcut, onClick: () => void run() } as const;
  const icon = <Icon size={16} stroke={1.75} aria-hidden />;
  if (isNarrow) return <IconTool command={command} />;
  return (
    <Tooltip label={shortcut?.toUpperCase()} disabled={!shortcut}>
      <Button {...shared} size="compact-md" leftSection={icon}>
        {label}
      </Button>
    </Tooltip>
  );
}
