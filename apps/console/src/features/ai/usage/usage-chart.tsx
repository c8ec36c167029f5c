import { useLocale } from '../../../locales/locale.tsx';
import { useAiUsageTexts } from '../../../locales/pages/ai-usage.ts';
import { useReportsTexts } from '../../../locales/pages/reports.ts';
import { TrendChart, type TrendPoint } from '../../../ui/report/charts/trend-chart.tsx';
import { extremeOf } from '../../../ui/report/charts/trend-points.ts';
import { useFormats } from '../../../ui/report/figures/use-formats.ts';
import { addDays, dateAt, startOfDay } from '../../../ui/report/period/dates.ts';
import type { ReportPeriod, Span } from '../../../ui/report/period/periods.ts';
import { numberFormat } from '../../../ui/time/formats.ts';
import type { UsageReport } from './usage-query.ts';

interface UsageChartProps {
  usage: UsageReport;
  previous: UsageReport | undefined;
  period: ReportPeriod;
}

/** A line needs more than two days. */
const FEWEST_DAYS = 3;

/** Tokens by day, with the period before as a pale line. */
export function UsageChart({ usage, previous, period }: UsageChartProps) {
  const texts = useAiUsageTexts();
  const { messages } = useReportsTexts();
  const { locale } = useLocale();
  const { count } = useFormats();
  const toPoints = usePoints(period.timeZone);
  const points = toPoints(usage, period.current);
  if (points.length < FEWEST_DAYS) return null;
  const largest = extremeOf(points, 'largest');
  const compact = numberFormat(locale, { notation: 'compact' });
  return (
    <TrendChart
      title={texts.byDay}
      message={largest?.value ? messages.count(count(largest.value), largest.label) : messages.nothing}
      points={points}
      previous={previous ? toPoints(previous, period.previous) : []}
      scale="count"
      isUnfinished={period.isUnfinished}
      format={count}
      formatTick={(value) => compact.format(value)}
      height={240}
    />
  );
}

/** Every day of a span, also those without usage. */
function usePoints(timeZone: string) {
  const { bucket } = useFormats();
  return ({ rows }: UsageReport, span: Span): TrendPoint[] => {
    const byDate = Map.groupBy(rows, ({ date }) => date);
    const points: TrendPoint[] = [];
    const last = dateAt(span.to - 1, timeZone);
    for (let date = dateAt(span.from, timeZone); date <= last; date = addDays(date, 1)) {
      const at = startOfDay(date, timeZone);
      const label = bucket({ from: at, to: at + 1 }, { interval: 'day', timeZone });
      const ofDay = byDate.get(date) ?? [];
      const value = ofDay.reduce((sum, { input_tokens, output_tokens }) => sum + input_tokens + output_tokens, 0);
      points.push({ tick: label, label, value });
    }
    return points;
  };
}
