import { ActionIcon, Title, Tooltip } from '@mantine/core';
import type { Chat } from '@parley/live';
import { IconArrowLeft, IconLayoutSidebarRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useInternalDepartment } from '../../../entities/agent/departments.ts';
import { ChatAvatar } from '../../../entities/chat/chat-avatar.tsx';
import { useChatName } from '../../../entities/chat/chat-name.ts';
import type { Contact } from '../../../entities/contact/contact-queries.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useNarrow } from '../../../ui/layout/use-narrow.ts';
import { useChatActions } from '../commands/use-chat-actions.ts';
import { useChatCommands } from '../commands/use-chat-commands.ts';
import styles from './chat-header.module.css';
import { ChatSource } from './chat-source.tsx';
import { ChatTools } from './chat-tools.tsx';
import { ChatViewers } from './chat-viewers.tsx';
import { OwnerMenu } from './owner-menu.tsx';

/** Narrower headers have room for the name and icons only. */
const NARROW_PX = 560;

interface ChatHeaderProps {
  chat: Chat;
  contact: Contact | undefined;
  /** Agents who have the chat open. */
  viewers?: readonly number[];
  onBack?: (() => void) | undefined;
  onPanel?: (() => void) | undefined;
}

/** Who the chat is with, and its commands. Heads the page when the list is hidden. */
export function ChatHeader({ chat, contact, viewers = [], onBack, onPanel }: ChatHeaderProps) {
  const { chatActions: texts } = useTexts();
  const actions = useChatActions(chat);
  const commands = useChatCommands(chat, { contact, actions });
  const { ref: head, isNarrow } = useNarrow(NARROW_PX);
  const nameless = useChatName(chat);
  const { department } = useInternalDepartment(chat);
  const known = department?.name ?? contact?.name ?? chat.contact_name;
  return (
    <header ref={head} className={styles.head}>
      {onBack && (
        <HeadButton label={texts.back} onClick={onBack}>
          <IconArrowLeft size={18} stroke={1.75} aria-hidden className="mantine-rotate-rtl" />
        </HeadButton>
      )}
      <ChatAvatar chat={chat} name={known} size={32} />
      <div className={styles.who}>
        <Title order={onBack ? 1 : 2} size="h2" className={styles.name}>
          <bdi>{known ?? nameless}</bdi>
        </Title>
        <ChatSource chat={chat} />
      </div>
      <ChatViewers ids={viewers} most={isNarrow ? 1 : 3} />
      <OwnerMenu chat={chat} actions={actions} command={commands.find(({ name }) => name === 'assign')} />
      <ChatTools chat={chat} actions={actions} commands={commands} isNarrow={isNarrow} />
      {onPanel && (
        <HeadButton label={chat.is_internal ? texts.internalPanel : texts.panel} onClick={onPanel}>
          <IconLayoutSidebarRight size={18} stroke={1.75} aria-hidden className="mantine-rotate-rtl" />
        </HeadButton>
      )}
    </header>
  );
}

function HeadButton({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={32} aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
