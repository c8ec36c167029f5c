import { Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import styles from './group.module.css';

/** Settings that belong together. */
export function Group({ heading, lead, children }: { heading: string; lead?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.group} aria-labelledby={id}>
      <Title order={2} id={id}>
        {heading}
      </Title>
      {lead && (
        <Text c="dimmed" className={styles.lead}>
          {lead}
        </Text>
      )}
      <Stack gap="md" mt="md">
        {children}
      </Stack>
    </section>
  );
}
