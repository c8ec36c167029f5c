import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isManager, useSession } from '../../../data/session.ts';
import { useReportsTexts } from '../../../locales/pages/reports.ts';
import { ErrorBoundary } from '../../../ui/feedback/error-boundary.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { useFormats } from '../../../ui/report/figures/use-formats.ts';
import type { ReportPeriod } from '../../../ui/report/period/periods.ts';
import { PeriodPicker } from '../../../ui/report/picker/period-picker.tsx';
import styles from './report-page.module.css';
import { ReportTabs } from './report-tabs.tsx';
import { usePrintInLight } from './use-print-in-light.ts';

interface ReportPageProps {
  title: string;
  period: ReportPeriod;
  /** Whether the report shows the period before, too. */
  isCompared?: boolean;
  children: ReactNode;
}

/** The frame of every report: the period, the other reports, and printing. */
export function ReportPage({ title, period, isCompared = true, children }: ReportPageProps) {
  const texts = useReportsTexts();
  const { days } = useFormats();
  const hasTabs = isManager(useSession());
  const { current, previous } = period;
  const zone = period.timeZone.replaceAll('_', ' ');
  const shown = days(current, period.timeZone);
  usePrintInLight();
  const actions = (
    <div className={styles.tools}>
      <PeriodPicker />
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />}
        onClick={() => window.print()}
      >
        {texts.print}
      </Button>
    </div>
  );
  return (
    <div className={styles.page}>
      <PageHeading
        title={title}
        lead={isCompared ? texts.comparison(shown, days(previous, period.timeZone), zone) : texts.alone(shown, zone)}
        actions={actions}
      />
      {hasTabs && <ReportTabs />}
      <ErrorBoundary subject={title}>
        <div className={styles.body}>{children}</div>
      </ErrorBoundary>
    </div>
  );
}
