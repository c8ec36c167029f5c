import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import styles from './pane-section.module.css';

export function PaneSection({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <Title order={3} id={id} className={styles.heading}>
        {heading}
      </Title>
      {children}
    </section>
  );
}
