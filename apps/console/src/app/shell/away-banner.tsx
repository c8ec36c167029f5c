import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useConnection } from '../../data/live/live.tsx';
import { useTexts } from '../../locales/locale.tsx';
import styles from './bar.module.css';

/** Shorter outages are not shown. */
const UNNOTICED_MS = 3_000;

/** Shown while the connection is down. Messages written meanwhile are sent after reconnecting. */
export function AwayBanner() {
  const { shell } = useTexts();
  const isAway = useConnection() === 'connecting';
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isAway) return setShown(false);
    const timer = setTimeout(() => setShown(true), UNNOTICED_MS);
    return () => clearTimeout(timer);
  }, [isAway]);
  return (
    <div role="status">
      {isShown && (
        <div className={styles.bar} data-tone="waiting">
          <IconPlugConnectedX size={18} stroke={1.75} aria-hidden />
          {shell.away}
        </div>
      )}
    </div>
  );
}
