import { Group, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTexts } from '../../locales/locale.tsx';
import { Logo } from '../../ui/theme/logo.tsx';
import styles from './full-page.module.css';

interface FullPageProps {
  title: string;
  heading: string;
  children: ReactNode;
  actions: ReactNode;
}

/** A full-page message in place of the requested page. */
export function FullPage({ title, heading, children, actions }: FullPageProps) {
  useDocumentTitle(useTexts().title(title));
  return (
    <main className={styles.page}>
      <div className={styles.content}>
        <Logo size={40} />
        <Title order={1} className={styles.heading}>
          {heading}
        </Title>
        <Text c="dimmed" component="div" role="alert">
          {children}
        </Text>
        <Group mt="lg" gap="xs" justify="center">
          {actions}
        </Group>
      </div>
    </main>
  );
}
