import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useProfileTexts } from '../../../locales/pages/profile.ts';
import { readDevice } from '../../../ui/device/device.ts';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { DetailRow } from '../../../ui/layout/detail-row.tsx';
import { When } from '../../../ui/time/when.tsx';
import type { OwnSession } from './use-end-session.ts';

export function DeviceRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const texts = useProfileTexts();
  const { browser, system, isHandheld } = readDevice(session.user_agent);
  const name = browser && system ? texts.device(browser, system) : (browser ?? system ?? texts.unknownDevice);
  return (
    <DetailRow
      icon={isHandheld ? IconDeviceMobile : IconDeviceDesktop}
      name={name}
      title={session.user_agent}
      facts={
        <>
          {session.address} · {texts.signedIn} <When at={session.created_at} />
        </>
      }
    >
      {session.current ? (
        <StatusBadge tone="good">{texts.thisDevice}</StatusBadge>
      ) : (
        <Button variant="default" size="xs" aria-label={texts.endDevice(name)} onClick={onEnd}>
          {texts.end}
        </Button>
      )}
    </DetailRow>
  );
}
