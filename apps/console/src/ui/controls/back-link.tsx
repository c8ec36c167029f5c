import { IconChevronLeft } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import styles from './back-link.module.css';

/** From one thing back to the list of them. */
export function BackLink({ to, children }: Pick<LinkProps, 'to'> & { children: string }) {
  return (
    <Link to={to} className={styles.back}>
      <IconChevronLeft size={16} stroke={1.75} aria-hidden className={styles.chevron} />
      {children}
    </Link>
  );
}
