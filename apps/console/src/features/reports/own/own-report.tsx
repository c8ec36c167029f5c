import { useQuery } from '@tanstack/react-query';
import { useReportsTexts } from '../../../locales/pages/reports.ts';
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx';
import { FigureCards } from '../../../ui/report/figures/figure-cards.tsx';
import { useReportPeriod } from '../../../ui/report/period/use-report-period.ts';
import { ReportPage } from '../page/report-page.tsx';
import { ownFiguresQuery, ownTrendQuery } from '../report-queries.ts';
import { OwnTrend } from './own-trend.tsx';
import { useOwnFigures } from './use-own-figures.ts';

/** An operator's own figures, and nobody else's. */
export function OwnReport() {
  const texts = useReportsTexts();
  const period = useReportPeriod();
  const now = useQuery(ownFiguresQuery(period.current));
  const before = useQuery(ownFiguresQuery(period.previous));
  const trend = useQuery(ownTrendQuery(period.current, period.interval));
  const trendBefore = useQuery(ownTrendQuery(period.wholePrevious, period.interval));
  const figures = useOwnFigures(now.data, before.data);
  const all = [now, before, trend, trendBefore];
  const failed = all.find(({ error }) => error);
  const retry = () => void Promise.all(all.filter(({ error }) => error).map(({ refetch }) => refetch()));
  return (
    <ReportPage title={texts.own.title} period={period}>
      {failed?.error ? (
        <LoadFailure heading={texts.failed} error={failed.error} onRetry={retry} />
      ) : (
        <>
          <FigureCards figures={figures} />
          {trend.data && <OwnTrend period={period} trend={trend.data} previous={trendBefore.data} />}
        </>
      )}
    </ReportPage>
  );
}
