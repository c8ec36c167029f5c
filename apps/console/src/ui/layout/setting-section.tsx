import { Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import styles from './setting-section.module.css';

interface SettingSectionProps {
  heading: string;
  lead: string;
  children: ReactNode;
}

/** The explanation on one side, the controls on the other. */
export function SettingSection({ heading, lead, children }: SettingSectionProps) {
  const id = useId();
  return (
    <section className={styles.setting} aria-labelledby={id}>
      <div>
        <Title order={2} id={id}>
          {heading}
        </Title>
        <Text c="dimmed" className={styles.lead}>
          {lead}
        </Text>
      </div>
      <div>{children}</div>
    </section>
  );
}
