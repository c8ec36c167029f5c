import { Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import styles from './setting.module.css';

interface SettingProps {
  heading: string;
  lead: string;
  children: ReactNode;
}

/** What is set on one side, where it is set on the other. */
export function Setting({ heading, lead, children }: SettingProps) {
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
