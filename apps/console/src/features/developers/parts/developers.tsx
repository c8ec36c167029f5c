import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useDevelopersTexts } from '../../../locales/pages/developers.ts';
import { Screen } from '../../../ui/layout/screen.tsx';
import { developerTabs } from './developer-tabs.ts';
import styles from './developers.module.css';

/** The pages for developers, under their tabs. */
export function Developers() {
  const texts = useDevelopersTexts();
  const tabs = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // On a phone not all of them are in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another tab
  useEffect(() => {
    tabs.current?.querySelector('[data-status="active"]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [path]);
  return (
    <Screen>
      <nav ref={tabs} className={styles.tabs} aria-label={texts.sections}>
        {developerTabs.map(([key, to]) => (
          <Link key={key} to={to} activeOptions={{ exact: key === 'api' }} className={styles.tab}>
            {texts.tabs[key]}
          </Link>
        ))}
      </nav>
      <Outlet />
    </Screen>
  );
}
