import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './report-section.module.css';

interface ReportSectionProps {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

export function ReportSection({ title, actions, children }: ReportSectionProps) {
  return (
    <section className={styles.section}>
      <header className={styles.header}>
        <Title order={2}>{title}</Title>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}
