// No other pages have these controls.
import '@mantine/core/styles/NumberInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import {
  type Icon,
  IconBell,
  IconBook2,
  IconChartLine,
  IconKey,
  IconMessage2,
  IconPlugConnected,
  IconRobotFace,
  IconSparkles,
  IconUserBolt,
} from '@tabler/icons-react';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../../locales/locale.tsx';
import { useAiMenuTexts } from '../../../locales/pages/ai-menu.ts';
import { useOpenAlerts } from '../alerts/open-alerts.ts';
import styles from './ai-layout.module.css';
import { aiPages } from './ai-pages.ts';

const ICONS: Record<(typeof aiPages)[number][0], Icon> = {
  overview: IconSparkles,
  operators: IconRobotFace,
  assistants: IconUserBolt,
  knowledge: IconBook2,
  credentials: IconKey,
  external: IconPlugConnected,
  phrases: IconMessage2,
  alerts: IconBell,
  usage: IconChartLine,
};

/** The pages of the AI beside their menu, which lies above them on phones. */
export function AiLayout() {
  const { sections } = useTexts();
  const { tabs } = useAiMenuTexts();
  const alerts = useOpenAlerts();
  const menu = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // On a phone not all of them are in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another page
  useEffect(() => {
    menu.current?.querySelector('[data-status="active"]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [path]);
  return (
    <div className={styles.layout}>
      <nav ref={menu} className={styles.menu} aria-label={sections.ai}>
        {aiPages.map(([key, to]) => {
          const Sign = ICONS[key];
          return (
            <Link key={key} to={to} activeOptions={{ exact: key === 'overview' }} className={styles.page}>
              <Sign size={18} stroke={1.75} aria-hidden className={styles.icon} />
              <span className={styles.name}>{tabs[key]}</span>
              {key === 'alerts' && alerts && <span className={styles.count}>{alerts}</span>}
            </Link>
          );
        })}
      </nav>
      <div className={styles.content}>
        <Outlet />
      </div>
    </div>
  );
}
