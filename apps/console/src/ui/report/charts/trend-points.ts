import type { Formats } from '../figures/use-formats.ts';
import type { ReportPeriod, Span } from '../period/periods.ts';
import type { TrendPoint } from './trend-chart.tsx';

type Period = Pick<ReportPeriod, 'interval' | 'timeZone'>;

/** The span of a bucket of a trend. */
export const spanOf = ({ from, to }: { from: string; to: string }): Span => ({
  from: Date.parse(from),
  to: Date.parse(to),
});

/** One figure of each bucket, as a line. */
export function toPoints<Bucket extends { from: string; to: string }>(
  buckets: Bucket[] | undefined,
  figureOf: (bucket: Bucket) => number | null,
  { period, formats }: { period: Period; formats: Formats },
): TrendPoint[] {
  return (buckets ?? []).map((bucket) => {
    const span = spanOf(bucket);
    // A week is named by its first day below the chart: a range would not fit.
    const start = period.interval === 'week' ? { from: span.from, to: span.from + 1 } : span;
    return { tick: formats.bucket(start, period), label: formats.bucket(span, period), value: figureOf(bucket) };
  });
}

/** The point with the largest or smallest value. */
export function extremeOf(points: TrendPoint[], which: 'largest' | 'smallest') {
  const sign = which === 'largest' ? 1 : -1;
  const known = points.filter((point): point is TrendPoint & { value: number } => point.value !== null);
  return known.toSorted((a, b) => sign * (b.value - a.value))[0];
}
