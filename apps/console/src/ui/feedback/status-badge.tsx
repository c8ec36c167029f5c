import { type Icon, IconAlertCircle, IconCircleCheck, IconClock, IconPlayerPause } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './status-badge.module.css';

const ICONS = { good: IconCircleCheck, waiting: IconClock, bad: IconAlertCircle, off: IconPlayerPause };

export type Tone = keyof typeof ICONS;

/** A state in a word, with its colour and icon. */
export function StatusBadge({ tone, icon, children }: { tone: Tone; icon?: Icon; children: ReactNode }) {
  const Sign = icon ?? ICONS[tone];
  return (
    <span className={styles.badge} data-tone={tone}>
      <Sign size={14} stroke={2} aria-hidden />
      {children}
    </span>
  );
}
