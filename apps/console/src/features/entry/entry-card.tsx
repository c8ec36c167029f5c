import { Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../../locales/locale.tsx';
import styles from './entry-card.module.css';

interface EntryCardProps {
  /** The document title. */
  title: string;
  heading: string;
  lead?: string;
  children?: ReactNode;
  /** Links below the card. */
  footer?: ReactNode;
}

export function EntryCard({ title, heading, lead, children, footer }: EntryCardProps) {
  useDocumentTitle(useTexts().title(title));
  const top = useRef<HTMLHeadingElement>(null);
  const hasForm = children !== undefined;
  // A message that replaces a form takes its focus.
  useEffect(() => {
    if (!hasForm) top.current?.focus();
  }, [hasForm]);
  return (
    <>
      <Title order={1} ref={top} tabIndex={-1} className={styles.heading}>
        {heading}
      </Title>
      {lead && (
        <Text c="dimmed" className={styles.lead}>
          {lead}
        </Text>
      )}
      {hasForm && <div className={styles.card}>{children}</div>}
      {footer && <div className={styles.footer}>{footer}</div>}
    </>
  );
}
