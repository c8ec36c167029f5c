import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import styles from './expandable-row.module.css';
import { Row } from './rows.tsx';

interface ExpandableRowProps {
  /** Cells of the closed row, after the chevron. */
  head: ReactNode;
  /** Sets the columns of the closed row. */
  className: string | undefined;
  /** Rendered only while the row is open. */
  children: () => ReactNode;
}

/** A row that opens to show details. */
export function ExpandableRow({ head, className, children }: ExpandableRowProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <Row>
      <UnstyledButton
        className={`${styles.head} ${className}`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen((was) => !was)}
      >
        <IconChevronRight size={16} stroke={1.75} aria-hidden className={styles.chevron} />
        {head}
      </UnstyledButton>
      <div id={id} hidden={!isOpen}>
        {isOpen && children()}
      </div>
    </Row>
  );
}
