import { useReportsTexts } from '../../../locales/pages/reports.ts';
import { TrendChart } from '../../../ui/report/charts/trend-chart.tsx';
import { extremeOf, spanOf, toPoints } from '../../../ui/report/charts/trend-points.ts';
import { useFormats } from '../../../ui/report/figures/use-formats.ts';
import type { ReportPeriod } from '../../../ui/report/period/periods.ts';
import type { Column } from '../../../ui/report/tables/report-table.tsx';
import { TableSection } from '../../../ui/report/tables/table-section.tsx';
import type { OwnBucket } from '../report-queries.ts';
import styles from './own-trend.module.css';

interface OwnTrendProps {
  period: ReportPeriod;
  trend: OwnBucket[];
  previous: OwnBucket[] | undefined;
}

type Metric = 'chats_accepted' | 'messages_total';

/** An agent's chats and messages over time, as charts and as a table. */
export function OwnTrend({ period, trend, previous }: OwnTrendProps) {
  const { agentTerms: terms, messages, byInterval, columns: names } = useReportsTexts();
  const formats = useFormats();
  const chart = (metric: Metric) => {
    const points = toPoints(trend, (bucket) => bucket[metric], { period, formats });
    const most = extremeOf(points, 'largest');
    return (
      <TrendChart
        title={terms[metric].name}
        message={most?.value ? messages.count(formats.count(most.value), most.label) : messages.nothing}
        points={points}
        previous={toPoints(previous, (bucket) => bucket[metric], { period, formats })}
        scale="count"
        isUnfinished={period.isUnfinished}
        format={formats.count}
      />
    );
  };
  const counted = (metric: Metric | 'chats_total'): Column<OwnBucket> => ({
    ...terms[metric],
    value: (bucket) => bucket[metric],
    print: (bucket) => formats.count(bucket[metric]),
  });
  const columns: Column<OwnBucket>[] = [
    {
      name: names.time,
      value: ({ from }) => from,
      print: (bucket) => formats.bucket(spanOf(bucket), period),
      isText: true,
    },
    counted('chats_total'),
    counted('chats_accepted'),
    counted('messages_total'),
  ];
  return (
    <>
      <div className={styles.charts}>
        {chart('chats_accepted')}
        {chart('messages_total')}
      </div>
      <TableSection
        title={byInterval[period.interval]}
        period={period}
        columns={columns}
        rows={trend.toReversed()}
        keyOf={({ from }) => from}
      />
    </>
  );
}
