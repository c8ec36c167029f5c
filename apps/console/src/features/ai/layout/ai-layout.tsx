// Few other pages have these controls.
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
import { useTexts } from '../../../locales/locale.tsx';
import { useAiMenuTexts } from '../../../locales/pages/ai-menu.ts';
import { MenuLayout } from '../../../ui/layout/menu-layout.tsx';
import { useOpenAlerts } from '../alerts/open-alerts.ts';
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

/** The pages of the AI. */
export function AiLayout() {
  const { sections } = useTexts();
  const { tabs } = useAiMenuTexts();
  const alerts = useOpenAlerts();
  return (
    <MenuLayout
      label={sections.ai}
      pages={aiPages.map(([key, to]) => ({
        to,
        icon: ICONS[key],
        name: tabs[key],
        isExact: key === 'overview',
        ...(key === 'alerts' && { count: alerts }),
      }))}
    />
  );
}
