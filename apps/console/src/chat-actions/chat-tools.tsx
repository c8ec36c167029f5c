import { ActionIcon, Button, Tooltip } from '@mantine/core';
import type { Chat } from '@parley/live';
import { IconArrowBackUp, IconCheck, IconHandStop, type TablerIcon } from '@tabler/icons-react';
import { useState } from 'react';
import type { Contact } from '../contacts/contact-queries.ts';
import { useTexts } from '../locales/locale.tsx';
import { type ChatDialog, ChatMenu } from './chat-menu.tsx';
import { ColleaguesDialog } from './colleagues-dialog.tsx';
import { SnoozeDialog } from './snooze-dialog.tsx';
import { SnoozeMenu } from './snooze-menu.tsx';
import { TransferDialog } from './transfer-dialog.tsx';
import type { ChatActions } from './use-chat-actions.ts';

interface ChatToolsProps {
  chat: Chat;
  contact: Contact | undefined;
  actions: ChatActions;
  isNarrow: boolean;
}

/** What is done with a chat: what is done often as buttons, the rest in a menu. */
export function ChatTools({ chat, contact, actions, isNarrow }: ChatToolsProps) {
  const { chatActions: texts } = useTexts();
  const [dialog, setDialog] = useState<ChatDialog>();
  const close = () => setDialog(undefined);
  const isSpam = chat.status === 'spam';
  const isOpen = !isSpam && chat.done_at === null;
  return (
    <>
      {isOpen && actions.canClaim && (
        <Button
          size="compact-md"
          leftSection={!isNarrow && <IconHandStop size={16} stroke={1.75} aria-hidden />}
          onClick={actions.claim}
        >
          {texts.claim}
        </Button>
      )}
      {isOpen && !isNarrow && <SnoozeMenu chat={chat} actions={actions} onPick={() => setDialog('snooze')} />}
      {isOpen && <Tool label={texts.done} shortcut="e" icon={IconCheck} isNarrow={isNarrow} run={actions.close} />}
      {isSpam && <Tool label={texts.notSpam} icon={IconArrowBackUp} isNarrow={isNarrow} run={actions.reopen} />}
      {!isSpam && !isOpen && (
        <Tool label={texts.reopen} shortcut="e" icon={IconArrowBackUp} isNarrow={isNarrow} run={actions.reopen} />
      )}
      <ChatMenu chat={chat} contact={contact} actions={actions} isNarrow={isNarrow} onDialog={setDialog} />
      <TransferDialog chat={chat} actions={actions} isOpen={dialog === 'transfer'} onClose={close} />
      <ColleaguesDialog chat={chat} actions={actions} isOpen={dialog === 'colleagues'} onClose={close} />
      <SnoozeDialog actions={actions} isOpen={dialog === 'snooze'} onClose={close} />
    </>
  );
}

interface ToolProps {
  label: string;
  shortcut?: string;
  icon: TablerIcon;
  isNarrow: boolean;
  run: () => unknown;
}

function Tool({ label, shortcut, icon: Icon, isNarrow, run }: ToolProps) {
  const shared = { variant: 'default', 'aria-keyshortcuts': shortcut, onClick: () => void run() } as const;
  const icon = <Icon size={16} stroke={1.75} aria-hidden />;
  if (isNarrow) {
    return (
      <Tooltip label={label}>
        <ActionIcon {...shared} size={32} aria-label={label}>
          {icon}
        </ActionIcon>
      </Tooltip>
    );
  }
  return (
    <Tooltip label={shortcut?.toUpperCase()} disabled={!shortcut}>
      <Button {...shared} size="compact-md" leftSection={icon}>
        {label}
      </Button>
    </Tooltip>
  );
}
