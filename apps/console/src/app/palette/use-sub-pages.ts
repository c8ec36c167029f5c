import { isManager, useSession } from '../../data/session.ts';
import { aiPages } from '../../features/ai/layout/ai-pages.ts';
import { developerTabs } from '../../features/developers/parts/developer-tabs.ts';
import { reportPaths } from '../../features/reports/page/report-paths.ts';
import { useTexts } from '../../locales/locale.tsx';
import { useAiMenuTexts } from '../../locales/pages/ai-menu.ts';
import { useDevelopersTexts } from '../../locales/pages/developers.ts';
import { useReportsTexts } from '../../locales/pages/reports.ts';

/** Pages under the tabs of other pages. Only managers have them. */
export function useSubPages() {
  const { sections } = useTexts();
  const [reports, developers, ai] = [useReportsTexts().tabs, useDevelopersTexts().tabs, useAiMenuTexts().tabs];
  if (!isManager(useSession())) return [];
  return [
    ...reportPaths.map(([key, path]) => ({ path, name: `${sections.reports} → ${reports[key]}` })),
    ...aiPages.map(([key, path]) => ({ path, name: `${sections.ai} → ${ai[key]}` })),
    ...developerTabs.map(([key, path]) => ({ path, name: `${sections.developers} → ${developers[key]}` })),
  ];
}
