import { useReportsTexts } from '../../../locales/pages/reports.ts';
import type { Scale } from '../../../ui/report/charts/ticks.ts';
import { TrendChart } from '../../../ui/report/charts/trend-chart.tsx';
import { extremeOf, toPoints } from '../../../ui/report/charts/trend-points.ts';
import { useFormats } from '../../../ui/report/figures/use-formats.ts';
import type { ReportPeriod } from '../../../ui/report/period/periods.ts';
import type { TrendBucket } from '../report-queries.ts';
import styles from './overview.module.css';

interface OverviewChartsProps {
  period: ReportPeriod;
  trend: TrendBucket[];
  previous: TrendBucket[] | undefined;
}

type Metric = 'chats_total' | 'chats_missed' | 'avg_first_response_seconds' | 'messages_total' | 'rating_average';

/** A chart for each main figure. */
export function OverviewCharts({ period, trend, previous }: OverviewChartsProps) {
  const { terms, messages } = useReportsTexts();
  const formats = useFormats();
  const chart = (metric: Metric, scale: Scale, height?: number) => {
    const format = { count: formats.count, duration: formats.duration, rating: formats.rating }[scale];
    const figureOf = (bucket: TrendBucket) => bucket[metric];
    const points = toPoints(trend, figureOf, { period, formats });
    const extreme = extremeOf(points, scale === 'rating' ? 'smallest' : 'largest');
    return (
      <TrendChart
        title={terms[metric].name}
        message={extreme?.value ? messages[scale](format(extreme.value), extreme.label) : messages.nothing}
        points={points}
        previous={toPoints(previous, figureOf, { period, formats })}
        scale={scale}
        isUnfinished={period.isUnfinished}
        format={format}
        formatTick={scale === 'duration' ? formats.shortDuration : scale === 'rating' ? String : format}
        {...(height && { height })}
      />
    );
  };
  return (
    <div className={styles.charts}>
      <div className={styles.wide}>{chart('chats_total', 'count', 240)}</div>
      {chart('chats_missed', 'count')}
      {chart('avg_first_response_seconds', 'duration')}
      {chart('messages_total', 'count')}
      {chart('rating_average', 'rating')}
    </div>
  );
}
