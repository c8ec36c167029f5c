import { useReportsTexts } from '../../../locales/pages/reports.ts';
import { PageTabs } from '../../../ui/layout/page-tabs.tsx';
import { reportPaths } from './report-paths.ts';

/** The reports. They share the period. */
export function ReportTabs() {
  const texts = useReportsTexts();
  return (
    <PageTabs label={texts.title} tabs={reportPaths.map(([key, to]) => ({ to, name: texts.tabs[key] }))} keepsSearch />
  );
}
