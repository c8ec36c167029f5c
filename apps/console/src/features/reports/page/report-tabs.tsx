import { Link } from '@tanstack/react-router';
import { useReportsTexts } from '../../../locales/pages/reports.ts';
import { reportPaths } from './report-paths.ts';
import styles from './report-tabs.module.css';

/** The reports. They share the period. */
export function ReportTabs() {
  const texts = useReportsTexts();
  return (
    <nav className={styles.tabs} aria-label={texts.title}>
      {reportPaths.map(([key, path]) => (
        <Link
          key={key}
          to={path}
          search={true}
          activeOptions={{ exact: true, includeSearch: false }}
          className={styles.tab}
        >
          {texts.tabs[key]}
        </Link>
      ))}
    </nav>
  );
}
