import { Stack, Switch } from '@mantine/core';
import { useTexts } from '../locales/locale.tsx';
import { askPermission } from '../notifications/push.ts';
import { useSession } from '../session.ts';
import { Alternatives } from './alternatives.tsx';
import { useProfileUpdate } from './use-profile-change.ts';

const WAYS = ['sound', 'browser', 'push', 'email_unanswered', 'email_offline'] as const;
/** What the browser has to allow. */
const OF_BROWSER: string[] = ['browser', 'push'];
const ABOUTS = ['mine', 'all'] as const;

/** What one hears of, and how. */
export function NotificationSwitches() {
  const { profile: texts } = useTexts();
  const { notifications } = useSession().agent;
  const update = useProfileUpdate();
  const choose = (way: (typeof WAYS)[number], isOn: boolean) => {
    const chosen = { ...notifications, [way]: isOn };
    update({ notifications: { [way]: isOn } });
    if (isOn && OF_BROWSER.includes(way)) void askPermission(chosen);
  };
  return (
    <Stack gap="md">
      <Alternatives
        label={texts.about}
        value={notifications.about}
        options={ABOUTS.map((value) => ({ value, label: texts.abouts[value] }))}
        onChange={(about) => update({ notifications: { about } })}
      />
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
