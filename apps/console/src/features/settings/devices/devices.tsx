import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../../locales/locale.tsx';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { DeviceRow } from './device-row.tsx';
import styles from './devices.module.css';
import { devicesQuery, useEndSession } from './use-end-session.ts';

/** Sessions of the agent, to end one or all others. */
export function Devices() {
  const { profile: texts, failures } = useTexts();
  const explain = useExplain();
  const { data, error, refetch } = useQuery(devicesQuery);
  const end = useEndSession();
  if (error && !data) {
    return (
      <Stack gap="sm" align="start">
        <Text role="alert">{explain(error)}</Text>
        <Button variant="default" onClick={() => void refetch()}>
          {failures.retry}
        </Button>
      </Stack>
    );
  }
  if (!data) return <Skeleton height={64} radius="lg" aria-busy />;
  return (
    <Stack gap="md" align="start">
      <ul className={styles.devices}>
        {data.data.map((session) => (
          <DeviceRow key={session.id} session={session} onEnd={() => end(session.id)} />
        ))}
      </ul>
      {data.data.length > 1 && (
        <Button variant="default" onClick={() => end('others')}>
          {texts.endOthers}
        </Button>
      )}
    </Stack>
  );
}
