import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useReportsTexts } from '../../../locales/pages/reports.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { ChartCard } from '../../../ui/report/charts/chart-card.tsx';
import { HeatMap } from '../../../ui/report/charts/heat-map.tsx';
import { useFormats } from '../../../ui/report/figures/use-formats.ts';
import type { ReportPeriod } from '../../../ui/report/period/periods.ts';
import { useReportPeriod } from '../../../ui/report/period/use-report-period.ts';
import type { Column } from '../../../ui/report/tables/report-table.tsx';
import { DownloadButton, useDownload } from '../../../ui/report/tables/table-section.tsx';
import { EmptyReport } from '../page/empty-report.tsx';
import { ReportPage } from '../page/report-page.tsx';
import { type HourFigures, hoursQuery } from '../report-queries.ts';

const METRICS = ['chats_total', 'chats_missed', 'messages_total'] as const;
type Metric = (typeof METRICS)[number];

/** When people write. */
export function HoursReport() {
  const texts = useReportsTexts();
  const period = useReportPeriod();
  const hours = useQuery(hoursQuery(period.current));
  return (
    <ReportPage title={texts.tabs.hours} period={period} isCompared={false}>
      <Loaded query={hours} failure={texts.failed}>
        {(found) =>
          found.some(({ chats_total, messages_total }) => chats_total || messages_total) ? (
            <FoundHours period={period} hours={found} />
          ) : (
            <EmptyReport />
          )
        }
      </Loaded>
    </ReportPage>
  );
}

function FoundHours({ period, hours }: { period: ReportPeriod; hours: HourFigures[] }) {
  const texts = useReportsTexts();
  const [metric, setMetric] = useState<Metric>('chats_total');
  const download = useDownload();
  const columns = useColumns();
  const title = texts.tabs.hours;
  const actions = (
    <>
      <SegmentedControl
        size="xs"
        aria-label={texts.hours.figure}
        value={metric}
        onChange={(value) => setMetric(value as Metric)}
        data={METRICS.map((value) => ({ value, label: texts.terms[value].name }))}
      />
      <DownloadButton title={title} onClick={() => download({ title, period, columns, rows: hours })} />
    </>
  );
  return (
    <ChartCard title={texts.terms[metric].name} message={useBusiest(hours, metric)} actions={actions}>
      <HeatMap
        label={`${title}: ${texts.terms[metric].name}`}
        cells={hours.map((each) => ({ ...each, value: each[metric] }))}
      />
    </ChartCard>
  );
}

/** What the map says, in one sentence. */
function useBusiest(hours: HourFigures[], metric: Metric) {
  const { hours: texts } = useReportsTexts();
  const { count, hours: print, weekday } = useFormats();
  const [busiest] = hours.toSorted((a, b) => b[metric] - a[metric]);
  if (!busiest?.[metric]) return texts.none;
  return texts.busiest(weekday(busiest.weekday, 'long'), print(busiest.hour), count(busiest[metric]));
}

function useColumns(): Column<HourFigures>[] {
  const { terms, columns: names } = useReportsTexts();
  const { hours, weekday } = useFormats();
  return [
    { name: names.weekday, value: (row) => weekday(row.weekday, 'long') },
    { name: names.hour, value: (row) => hours(row.hour) },
    ...METRICS.map((metric) => ({ name: terms[metric].name, value: (row: HourFigures) => row[metric] })),
  ];
}
