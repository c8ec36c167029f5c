import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import type { Chat } from '@parley/live';
import { IconCalendar, IconClock, IconMessage } from '@tabler/icons-react';
import { formatMoment, snoozeTimes } from '../../../entities/chat/snooze-times.ts';
import { useLocale } from '../../../locales/locale.tsx';
import { letters } from '../../../ui/keys/letters.ts';
import type { ChatCommand } from '../commands/chat-commands.ts';
import type { ChatActions } from '../commands/use-chat-actions.ts';
import styles from './snooze-menu.module.css';

interface SnoozeMenuProps {
  chat: Chat;
  actions: ChatActions;
  wake: ChatCommand | undefined;
  /** Opens the dialog for any other time. */
  onPick: () => void;
}

/** Snoozes a chat, or shows until when it is snoozed. */
export function SnoozeMenu({ chat, actions, wake, onPick }: SnoozeMenuProps) {
  const { texts } = useLocale();
  const { chatActions: own } = texts;
  return (
    <Menu position="bottom-end" width={260} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        {chat.snoozed_at === null ? (
          <Tooltip label={own.snooze}>
            <ActionIcon variant="default" size={32} aria-label={own.snooze} aria-keyshortcuts={letters.snooze}>
              <IconClock size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Tooltip>
        ) : (
          <Button
            variant="default"
            size="compact-md"
            aria-keyshortcuts={letters.snooze}
            className={styles.snoozed ?? ''}
            leftSection={<IconClock size={16} stroke={1.75} aria-hidden />}
          >
            <Until moment={chat.snoozed_until} />
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {wake && (
          <>
            <Menu.Item leftSection={<wake.icon size={18} stroke={1.75} aria-hidden />} onClick={() => void wake.run()}>
              {wake.label}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Times actions={actions} />
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconMessage size={18} stroke={1.75} aria-hidden />}
          onClick={() => void actions.snooze(null)}
        >
          {own.snoozeUntilReply}
        </Menu.Item>
        <Menu.Item leftSection={<IconCalendar size={18} stroke={1.75} aria-hidden />} onClick={onPick}>
          {own.snoozePick}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Until({ moment }: { moment: string | null }) {
  const { locale, texts } = useLocale();
  if (moment === null) return texts.chatActions.snoozedUntilWrites;
  return texts.chatActions.snoozedUntil(formatMoment(new Date(moment), new Date(), locale));
}

/** Rendered when the menu opens, so the times are current. */
function Times({ actions }: { actions: ChatActions }) {
  const { locale, texts } = useLocale();
  const now = new Date();
  return snoozeTimes(now).map(({ name, at }) => (
    <Menu.Item
      key={name}
      leftSection={<IconClock size={18} stroke={1.75} aria-hidden />}
      rightSection={<span className={styles.time}>{formatMoment(at, now, locale)}</span>}
      onClick={() => void actions.snooze(at.toISOString())}
    >
      {texts.chatActions.snoozeTimes[name]}
    </Menu.Item>
  ));
}
