import { IconAlertCircle } from '@tabler/icons-react';
import styles from './form-failure.module.css';

/** Rendered empty until there is an error: screen readers ignore live regions that appear with their text. */
export function FormFailure({ children }: { children: string | undefined }) {
  return (
    <div role="alert" className={styles.region}>
      {children && (
        <div className={styles.message}>
          <IconAlertCircle size={18} stroke={1.75} aria-hidden className={styles.icon} />
          <span>{children}</span>
        </div>
      )}
    </div>
  );
}
