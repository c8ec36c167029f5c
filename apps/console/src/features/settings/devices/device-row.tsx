import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useProfileTexts } from '../../../locales/pages/profile.ts';
import { readDevice } from '../../../ui/device/device.ts';
import { When } from '../../../ui/time/when.tsx';
import styles from './device-row.module.css';
import type { OwnSession } from './use-end-session.ts';

export function DeviceRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const texts = useProfileTexts();
  const { browser, system, isHandheld } = readDevice(session.user_agent);
  const name = browser && system ? texts.device(browser, system) : (browser ?? system ?? texts.unknownDevice);
  const Icon = isHandheld ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={styles.device}>
      <Icon size={20} stroke={1.75} aria-hidden className={styles.icon} />
      <div className={styles.words}>
        <span className={styles.name} title={session.user_agent}>
          {name}
        </span>
        <span className={styles.facts}>
          {session.address} · {texts.signedIn} <When at={session.created_at} />
        </span>
      </div>
      {session.current ? (
        <span className={styles.here}>{texts.thisDevice}</span>
      ) : (
        <Button variant="default" size="xs" aria-label={texts.endDevice(name)} onClick={onEnd}>
          {texts.end}
        </Button>
      )}
    </li>
  );
}
