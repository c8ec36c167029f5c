import { IconChartLine } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useAiUsageTexts } from '../../../locales/pages/ai-usage.ts';
import { useReportsTexts } from '../../../locales/pages/reports.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { FigureCards } from '../../../ui/report/figures/figure-cards.tsx';
import { useFormats } from '../../../ui/report/figures/use-formats.ts';
import type { ReportPeriod } from '../../../ui/report/period/periods.ts';
import { useReportPeriod } from '../../../ui/report/period/use-report-period.ts';
import { PeriodPicker } from '../../../ui/report/picker/period-picker.tsx';
import { useAmounts } from '../model/money.ts';
import styles from './usage.module.css';
import { UsageChart } from './usage-chart.tsx';
import { type UsageReport, usageQuery } from './usage-query.ts';
import { UsageTable } from './usage-table.tsx';

/** Calls, tokens and cost of a period. */
export function Usage() {
  const texts = useAiUsageTexts();
  const { comparison } = useReportsTexts();
  const { days } = useFormats();
  const period = useReportPeriod();
  const query = useQuery(usageQuery(period.current));
  const { data: previous } = useQuery(usageQuery(period.previous));
  const zone = period.timeZone.replaceAll('_', ' ');
  return (
    <div className={styles.page}>
      <PageHeading
        title={texts.title}
        lead={comparison(days(period.current, period.timeZone), days(period.previous, period.timeZone), zone)}
        actions={<PeriodPicker />}
      />
      <Loaded query={query} failure={texts.failed}>
        {(usage) => <Report usage={usage} previous={previous} period={period} />}
      </Loaded>
    </div>
  );
}

interface ReportProps {
  usage: UsageReport;
  previous: UsageReport | undefined;
  period: ReportPeriod;
}

function Report({ usage, previous, period }: ReportProps) {
  const texts = useAiUsageTexts();
  if (!usage.totals.calls) {
    return (
      <EmptyState icon={IconChartLine} heading={texts.empty}>
        {texts.emptyLead}
      </EmptyState>
    );
  }
  return (
    <div className={styles.report}>
      <Totals now={usage.totals} before={previous?.totals} />
      <UsageChart usage={usage} previous={previous} period={period} />
      <UsageTable usage={usage} period={period} />
    </div>
  );
}

type Figures = UsageReport['totals'];

function Totals({ now, before }: { now: Figures; before: Figures | undefined }) {
  const { figures } = useAiUsageTexts();
  const { count, cost } = useAmounts();
  const figure = (
    name: keyof typeof figures,
    read: (totals: Figures) => number,
    more: 'bad' | 'neutral' = 'neutral',
  ) => ({
    ...figures[name],
    value: read(now),
    previous: before && read(before),
    format: (value: number | null) => (name === 'cost' ? cost : count)(value ?? 0),
    more,
  });
  return (
    <FigureCards
      figures={[
        figure('calls', ({ calls }) => calls),
        figure('failures', ({ failures }) => failures, 'bad'),
        figure('tokens', ({ input_tokens, output_tokens }) => input_tokens + output_tokens),
        figure('cost', ({ cost_usd_micro }) => cost_usd_micro),
      ]}
    />
  );
}
