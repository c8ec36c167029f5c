import { Tooltip, UnstyledButton } from '@mantine/core';
import styles from './term.module.css';

/** The name of a figure; its definition shows on hover, focus and touch. */
export function Term({ name, definition }: { name: string; definition: string }) {
  return (
    <Tooltip label={definition} multiline w={260} events={{ hover: true, focus: true, touch: true }}>
      <UnstyledButton className={styles.term}>{name}</UnstyledButton>
    </Tooltip>
  );
}
