import { Alert, Stack, Switch } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import { useState } from 'react';
import { askPermission, findNotificationBlocker } from '../../../data/push/push.ts';
import { useSession } from '../../../data/session.ts';
import { useProfileUpdate } from '../../../entities/agent/use-profile-update.ts';
import { useProfileTexts } from '../../../locales/pages/profile.ts';
import { SegmentedChoice } from '../../../ui/controls/segmented-choice.tsx';

const WAYS = ['sound', 'browser', 'push', 'email_unanswered', 'email_offline', 'email_personal'] as const;
/** Need permission of the browser. */
const OF_BROWSER: string[] = ['browser', 'push'];
const ABOUTS = ['mine', 'all'] as const;

export function NotificationSwitches() {
  const texts = useProfileTexts();
  const { notifications } = useSession().agent;
  const update = useProfileUpdate();
  const [blocker, setBlocker] = useState(findNotificationBlocker);
  const choose = (way: (typeof WAYS)[number], isOn: boolean) => {
    const chosen = { ...notifications, [way]: isOn };
    update({ notifications: { [way]: isOn } });
    if (isOn && OF_BROWSER.includes(way)) void askPermission(chosen).then(() => setBlocker(findNotificationBlocker()));
  };
  return (
    <Stack gap="md">
      <SegmentedChoice
        label={texts.about}
        value={notifications.about}
        options={ABOUTS.map((value) => ({ value, label: texts.abouts[value] }))}
        onChange={(about) => update({ notifications: { about } })}
      />
      {blocker && (
        <Alert
          color="gray"
          icon={<IconBellOff size={18} stroke={1.75} aria-hidden />}
          title={texts.hindrances[blocker].title}
        >
          {texts.hindrances[blocker].advice}
        </Alert>
      )}
      {WAYS.map((way) => (
        <Switch
          key={way}
          withThumbIndicator={false}
          label={texts.ways[way].label}
          description={texts.ways[way].hint}
          checked={notifications[way]}
          onChange={({ currentTarget }) => choose(way, currentTarget.checked)}
        />
      ))}
    </Stack>
  );
}
