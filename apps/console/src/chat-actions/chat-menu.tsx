import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import type { Chat } from '@parley/live';
import {
  IconAlertOctagon,
  IconBan,
  IconClock,
  IconDots,
  IconDownload,
  IconLink,
  IconLockOpen,
  IconStar,
  IconSun,
  IconSwitchHorizontal,
  IconUsersPlus,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Contact } from '../contacts/contact-queries.ts';
import { useTexts } from '../locales/locale.tsx';
import { AiItem } from './ai-item.tsx';
import type { ChatActions } from './use-chat-actions.ts';

/** What needs more than a choice. */
export type ChatDialog = 'transfer' | 'colleagues' | 'snooze';

interface ChatMenuProps {
  chat: Chat;
  contact: Contact | undefined;
  actions: ChatActions;
  /** Then what has no room beside it is in it. */
  isNarrow: boolean;
  onDialog: (dialog: ChatDialog) => void;
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
function Items({ chat, contact, actions, isNarrow, onDialog }: ChatMenuProps) {
  const { chatActions: texts } = useTexts();
  const hasVisitor = chat.contact_id !== null;
  const isSpam = chat.status === 'spam';
  const isSnoozed = chat.snoozed_at !== null;
  const canSnooze = isNarrow && !isSpam && chat.done_at === null;
  return (
    <>
      {canSnooze && <Item icon={IconClock} label={texts.snoozeMore} run={() => onDialog('snooze')} />}
      {canSnooze && isSnoozed && <Item icon={IconSun} label={texts.wake} run={actions.wake} />}
      {hasVisitor && (
        <>
          <Item icon={IconSwitchHorizontal} label={texts.transfer} run={() => onDialog('transfer')} />
          <Item icon={IconUsersPlus} label={texts.colleagues} run={() => onDialog('colleagues')} />
          <AiItem chat={chat} />
          <Item icon={IconStar} label={texts.askRating} run={actions.askRating} />
          <Menu.Divider />
        </>
      )}
      <Item icon={IconDownload} label={texts.transcript} run={actions.saveTranscript} />
      <Item icon={IconLink} label={texts.copyLink} run={actions.copyLink} />
      <Menu.Divider />
      {!isSpam && <Item icon={IconAlertOctagon} label={texts.spam} run={actions.markSpam} />}
      {hasVisitor && contact?.blocked_at && <Item icon={IconLockOpen} label={texts.unblock} run={actions.unblock} />}
      {hasVisitor && !contact?.blocked_at && <Item icon={IconBan} label={texts.block} run={actions.block} isGrave />}
    </>
  );
}

interface ItemProps {
  icon: TablerIcon;
  label: string;
  run: () => unknown;
  isGrave?: boolean;
}

function Item({ icon: Icon, label, run, isGrave }: ItemProps) {
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
