import { Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTexts } from '../../locales/locale.tsx';
import styles from './page-heading.module.css';

interface PageHeadingProps {
  title: string;
  lead?: ReactNode;
  /** Buttons beside the heading. */
  actions?: ReactNode;
}

/** The heading of a page, which is also the document's title. */
export function PageHeading({ title, lead, actions }: PageHeadingProps) {
  useDocumentTitle(useTexts().title(title));
  return (
    <header className={styles.heading}>
      <div className={styles.words}>
        <Title order={1}>{title}</Title>
        {lead && (
          <Text c="dimmed" mt={4}>
            {lead}
          </Text>
        )}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
