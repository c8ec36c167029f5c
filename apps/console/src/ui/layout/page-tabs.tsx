import { Link, type LinkProps } from '@tanstack/react-router';
import styles from './page-tabs.module.css';

interface PageTabsProps {
  label: string;
  tabs: { to: LinkProps['to']; name: string }[];
  /** Whether they share what is in the address. */
  keepsSearch?: boolean;
}

/** Pages of one thing, below its heading. */
export function PageTabs({ label, tabs, keepsSearch = false }: PageTabsProps) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ to, name }) => (
        <Link
          key={to}
          to={to}
          {...(keepsSearch && { search: true })}
          activeOptions={{ exact: true, includeSearch: false }}
          className={styles.tab}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
