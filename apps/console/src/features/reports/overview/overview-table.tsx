import { useReportsTexts } from '../../../locales/pages/reports.ts';
import { spanOf } from '../../../ui/report/charts/trend-points.ts';
import { useFormats } from '../../../ui/report/figures/use-formats.ts';
import type { ReportPeriod } from '../../../ui/report/period/periods.ts';
import type { Column } from '../../../ui/report/tables/report-table.tsx';
import { TableSection } from '../../../ui/report/tables/table-section.tsx';
import type { TrendBucket } from '../report-queries.ts';

interface OverviewTableProps {
  period: ReportPeriod;
  trend: TrendBucket[];
}

/** The figures of the charts as a table, newest first. */
export function OverviewTable({ period, trend }: OverviewTableProps) {
  const { terms, byInterval, columns: names, seconds } = useReportsTexts();
  const formats = useFormats();
  const counted = (
    metric: 'chats_total' | 'chats_accepted' | 'chats_missed' | 'messages_total' | 'ratings_total',
  ): Column<TrendBucket> => ({
    ...terms[metric],
    value: (bucket) => bucket[metric],
    print: (bucket) => formats.count(bucket[metric]),
  });
  const response = terms.avg_first_response_seconds;
  const columns: Column<TrendBucket>[] = [
    {
      name: names.time,
      value: (bucket) => bucket.from,
      print: (bucket) => formats.bucket(spanOf(bucket), period),
      isText: true,
    },
    counted('chats_total'),
    counted('chats_accepted'),
    counted('chats_missed'),
    counted('messages_total'),
    {
      ...response,
      fileName: seconds(response.name),
      value: (bucket) => bucket.avg_first_response_seconds,
      print: (bucket) => formats.duration(bucket.avg_first_response_seconds),
    },
    counted('ratings_total'),
    {
      ...terms.rating_average,
      value: (bucket) => bucket.rating_average,
      print: (bucket) => formats.rating(bucket.rating_average),
    },
  ];
  return (
    <TableSection
      title={byInterval[period.interval]}
      period={period}
      columns={columns}
      rows={trend.toReversed()}
      keyOf={({ from }) => from}
    />
  );
}
