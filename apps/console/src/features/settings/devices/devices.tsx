import { Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useProfileTexts } from '../../../locales/pages/profile.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Rows } from '../../../ui/layout/rows.tsx';
import { DeviceRow } from './device-row.tsx';
import { devicesQuery, useEndSession } from './use-end-session.ts';

/** Sessions of the agent, to end one or all others. */
export function Devices() {
  const texts = useProfileTexts();
  const query = useQuery(devicesQuery);
  const end = useEndSession();
  return (
    <Loaded query={query} failure={texts.devicesFailed} skeleton={<Skeleton height={64} radius="lg" aria-busy />}>
      {({ data: sessions }) => (
        <Stack gap="md" align="start">
          <Rows label={texts.devices}>
            {sessions.map((session) => (
              <DeviceRow key={session.id} session={session} onEnd={() => end(session.id)} />
            ))}
          </Rows>
          {sessions.length > 1 && (
            <Button variant="default" onClick={() => end('others')}>
              {texts.endOthers}
            </Button>
          )}
        </Stack>
      )}
    </Loaded>
  );
}
