import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useLocale } from '../../../locales/locale.tsx';
import { useReportsTexts } from '../../../locales/pages/reports.ts';
import { saveCsv, toCsv } from '../../csv/write-csv.ts';
import { dateAt } from '../period/dates.ts';
import type { ReportPeriod } from '../period/periods.ts';
import { ReportSection } from './report-section.tsx';
import { type Column, ReportTable } from './report-table.tsx';

interface TableSectionProps<Row> {
  title: string;
  period: ReportPeriod;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string | number;
}

/** A table under its heading, and the same as a file. */
export function TableSection<Row>({ title, period, columns, rows, keyOf }: TableSectionProps<Row>) {
  const download = useDownload();
  return (
    <ReportSection
      title={title}
      actions={<DownloadButton title={title} onClick={() => download({ title, period, columns, rows })} />}
    >
      <ReportTable label={title} columns={columns} rows={rows} keyOf={keyOf} />
    </ReportSection>
  );
}

interface DownloadButtonProps {
  title: string;
  isLoading?: boolean;
  onClick: () => void;
}

export function DownloadButton({ title, isLoading = false, onClick }: DownloadButtonProps) {
  const { downloadCsv } = useReportsTexts();
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={14} stroke={1.75} aria-hidden />}
      aria-label={`${downloadCsv}: ${title}`}
      loading={isLoading}
      onClick={onClick}
    >
      {downloadCsv}
    </Button>
  );
}

type Download<Row> = Omit<TableSectionProps<Row>, 'keyOf'>;

/** Saves a table as a file that is named after it and the period. */
export function useDownload() {
  const { locale } = useLocale();
  return <Row,>({ title, period: { current, timeZone }, columns, rows }: Download<Row>) => {
    const days = [current.from, current.to - 1].map((ms) => dateAt(ms, timeZone)).join(' – ');
    const headings = columns.map(({ name, fileName = name }) => fileName);
    saveCsv(
      `${title} ${days}`,
      toCsv([headings, ...rows.map((row) => columns.map(({ value }) => value(row)))], locale),
    );
  };
}
