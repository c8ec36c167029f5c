import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isManager, useSession } from '../../../data/session.ts';
import { useReportsTexts } from '../../../locales/pages/reports.ts';
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx';
import { FigureCards } from '../../../ui/report/figures/figure-cards.tsx';
import type { ReportPeriod } from '../../../ui/report/period/periods.ts';
import { useReportPeriod } from '../../../ui/report/period/use-report-period.ts';
import { OwnReport } from '../own/own-report.tsx';
import { EmptyReport } from '../page/empty-report.tsx';
import { ReportPage } from '../page/report-page.tsx';
import { totalsQuery, trendQuery } from '../report-queries.ts';
import styles from './overview.module.css';
import { OverviewCharts } from './overview-charts.tsx';
import { OverviewTable } from './overview-table.tsx';
import { useOverviewFigures } from './use-overview-figures.ts';

/** The whole team for managers. Operators see their own figures only. */
export function Overview() {
  return isManager(useSession()) ? <TeamOverview /> : <OwnReport />;
}

function TeamOverview() {
  const texts = useReportsTexts();
  const period = useReportPeriod();
  return (
    <ReportPage title={texts.tabs.overview} period={period}>
      <OverviewBody period={period} />
    </ReportPage>
  );
}

function OverviewBody({ period }: { period: ReportPeriod }) {
  const texts = useReportsTexts();
  const totals = useQuery(totalsQuery(period.current));
  const before = useQuery(totalsQuery(period.previous));
  const trend = useQuery(trendQuery(period.current, period.interval));
  const trendBefore = useQuery(trendQuery(period.wholePrevious, period.interval));
  const figures = useOverviewFigures(totals.data, before.data);
  const all = [totals, before, trend, trendBefore];
  const failed = all.find(({ error }) => error);
  if (failed?.error) {
    const retry = () => void Promise.all(all.filter(({ error }) => error).map(({ refetch }) => refetch()));
    return <LoadFailure heading={texts.failed} error={failed.error} onRetry={retry} />;
  }
  if (totals.data && !totals.data.chats_total && !totals.data.messages_total) return <EmptyReport />;
  return (
    <>
      <FigureCards figures={figures} />
      {trend.data ? (
        <>
          <OverviewCharts period={period} trend={trend.data} previous={trendBefore.data} />
          <OverviewTable period={period} trend={trend.data} />
        </>
      ) : (
        <ChartSkeletons />
      )}
    </>
  );
}

function ChartSkeletons() {
  return (
    <div className={styles.charts} aria-busy>
      <Skeleton height={320} radius="lg" className={styles.wide} />
      <Skeleton height={280} radius="lg" />
      <Skeleton height={280} radius="lg" />
    </div>
  );
}
