import type { Icon } from '@tabler/icons-react';
import { Link, type LinkProps, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import styles from './menu-layout.module.css';

interface MenuPage {
  to: LinkProps['to'];
  icon: Icon;
  name: string;
  /** Whether only this very path is the page. */
  isExact?: boolean;
  /** In a badge. */
  count?: string | undefined;
}

/** The pages of a section beside their menu, which lies above them on phones. */
export function MenuLayout({ label, pages }: { label: string; pages: MenuPage[] }) {
  const menu = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // On a phone not all of them are in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another page
  useEffect(() => {
    menu.current?.querySelector('[data-status="active"]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [path]);
  return (
    <div className={styles.layout}>
      <nav ref={menu} className={styles.menu} aria-label={label}>
        {pages.map(({ to, icon: Sign, name, isExact = false, count }) => (
          <Link key={to} to={to} activeOptions={{ exact: isExact, includeSearch: false }} className={styles.page}>
            <Sign size={18} stroke={1.75} aria-hidden className={styles.icon} />
            <span className={styles.name}>{name}</span>
            {count && <span className={styles.count}>{count}</span>}
          </Link>
        ))}
      </nav>
      <div className={styles.content}>
        <Outlet />
      </div>
    </div>
  );
}
