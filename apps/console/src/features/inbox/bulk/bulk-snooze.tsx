import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconClock, IconMessage } from '@tabler/icons-react';
import { formatMoment, snoozeTimes } from '../../../entities/chat/snooze-times.ts';
import { useLocale } from '../../../locales/locale.tsx';
import { useBulkTexts } from '../../../locales/pages/bulk.ts';
import styles from './bulk-bar.module.css';

/** Null is until the visitor writes. */
export function BulkSnooze({ onChoose }: { onChoose(until: string | null): void }) {
  const { snooze } = useBulkTexts();
  const { chatActions } = useLocale().texts;
  return (
    <Menu width={240} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Tooltip label={snooze}>
          <ActionIcon variant="subtle" color="gray" size={30} aria-label={snooze}>
            <IconClock size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Times onChoose={onChoose} />
        <Menu.Divider />
        <Menu.Item leftSection={<IconMessage size={18} stroke={1.75} aria-hidden />} onClick={() => onChoose(null)}>
          {chatActions.snoozeUntilReply}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Rendered when the menu opens, so the times are current. */
function Times({ onChoose }: { onChoose(until: string): void }) {
  const { locale, texts } = useLocale();
  const now = new Date();
  return snoozeTimes(now).map(({ name, at }) => (
    <Menu.Item
      key={name}
      leftSection={<IconClock size={18} stroke={1.75} aria-hidden />}
      rightSection={<span className={styles.time}>{formatMoment(at, now, locale)}</span>}
      onClick={() => onChoose(at.toISOString())}
    >
      {texts.chatActions.snoozeTimes[name]}
    </Menu.Item>
  ));
}
