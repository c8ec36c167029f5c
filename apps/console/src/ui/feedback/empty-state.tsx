import { Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  icon: Icon;
  heading: string;
  /** One sentence. */
  children: ReactNode;
  /** What to do about it. */
  action?: ReactNode;
}

/** Placeholder of an empty list. */
export function EmptyState({ icon: Icon, heading, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <Icon size={32} stroke={1.25} aria-hidden className={styles.icon} />
      <Text fw={600}>{heading}</Text>
      <Text c="dimmed" className={styles.lead}>
        {children}
      </Text>
      {action}
    </div>
  );
}
