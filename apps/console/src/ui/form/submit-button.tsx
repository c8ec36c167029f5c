import { Button, type ButtonProps } from '@mantine/core';
import styles from './submit-button.module.css';

interface SubmitButtonProps extends ButtonProps {
  label: string;
  /** Said in place of the label while the form is being sent. */
  busyLabel: string;
  isPending: boolean;
}

/** Never disabled, since a disabled button drops the focus; both labels lie in one cell, so its width never changes. */
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
