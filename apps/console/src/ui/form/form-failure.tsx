import { IconAlertCircle } from '@tabler/icons-react';
import styles from './form-failure.module.css';

/** Stands under every form, empty until there is something to say: a region that comes with its text is not read out. */
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
