import { Link } from '@tanstack/react-router';
import { useReportsTexts } from '../../../locales/pages/reports.ts';
import styles from './report-tabs.module.css';

const tabs = [
  ['overview', '/reports'],
  ['channels', '/reports/channels'],
  ['agents', '/reports/agents'],
  ['ratings', '/reports/ratings'],
  ['hours', '/reports/hours'],
] as const;

/** The reports. They share the period. */
export function ReportTabs() {
  const texts = useReportsTexts();
  return (
    <nav className={styles.tabs} aria-label={texts.title}>
      {tabs.map(([key, path]) => (
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
