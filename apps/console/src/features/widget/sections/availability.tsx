import { Alert, Switch } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../data/session.ts';
import { useWidgetTexts } from '../../../locales/pages/widget.ts';
import { Toggle } from '../fields/fields.tsx';
import { Group } from '../fields/group.tsx';
import { useSetting } from '../model/draft.tsx';
import { accessQuery } from '../model/queries.ts';
import { Week, WORKING_WEEK } from './week.tsx';

export function Availability() {
  const texts = useWidgetTexts();
  const { account } = useSession();
  const [hours, setHours] = useSetting('office_hours');
  const { data: access } = useQuery(accessQuery);
  return (
    <>
      <Group heading={texts.groups.hours} lead={texts.hoursLead(account.timezone)}>
        <Switch
          withThumbIndicator={false}
          label={texts.hasHours}
          checked={hours !== null}
          onChange={({ currentTarget }) => setHours(currentTarget.checked ? WORKING_WEEK : null)}
        />
        {hours && <Week value={hours} onChange={setHours} />}
      </Group>
      <Group heading={texts.groups.mails}>
        <Toggle name="unseen_reply_mail" />
        {access && !access.has_mail_server && (
          <Alert color="gray" icon={<IconMailOff size={18} stroke={1.75} aria-hidden />} title={texts.noMail}>
            {texts.noMailAdvice}
          </Alert>
        )}
        <Toggle name="transcript_mail_enabled" />
      </Group>
      <Group heading={texts.groups.sound}>
        <Toggle name="sound_enabled" />
      </Group>
    </>
  );
}
