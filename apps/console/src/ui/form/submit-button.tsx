import { Button, type ButtonProps } from '@mantine/core';
import styles from './submit-button.module.css';

interface SubmitButtonProps extends ButtonProps {
  onClick?: () => void;
  label: string;
  /** Replaces the label while the request is pending. */
  busyLabel: string;
  isPending: boolean;
}

/** Never disabled, because a disabled button loses the focus. Both labels share a cell, so the width stays. */
export function SubmitButton({ label, busyLabel, isPending, ...rest }: SubmitButtonProps) {
  return (
    <Button {...rest} type="submit" aria-busy={isPending} mod={{ busy: isPending }} className={styles.button}>
      <span className={styles.labels}>
        <span className={isPending ? styles.hidden : undefined}>{label}</span>
        <span className={isPending ? undefined : styles.hidden}>{busyLabel}</span>
      </span>
    </Button>
  );
}
