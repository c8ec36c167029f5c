import { useElementSize } from '@mantine/hooks';
import { AxisBottom, AxisLeft } from '@visx/axis';
import { curveMonotoneX } from '@visx/curve';
import { GridRows } from '@visx/grid';
import { scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { type PointerEvent, useState } from 'react';
import { useReportsTexts } from '../../../locales/pages/reports.ts';
import { ChartCard } from './chart-card.tsx';
import { labelIndexes, type Scale, ticksUpTo } from './ticks.ts';
import styles from './trend-chart.module.css';

export interface TrendPoint {
  /** For the axis, shorter than the label. */
  tick: string;
  label: string;
  value: number | null;
}

export interface TrendChartProps {
  title: string;
  /** What the chart says, in one sentence. */
  message: string;
  points: TrendPoint[];
  /** The period before, point by point. */
  previous: TrendPoint[];
  scale: Scale;
  format: (value: number) => string;
  /** The same for the axis, where there is little room. */
  formatTick?: (value: number) => string;
  /** The last point is of an hour, day, week or month that has not ended. */
  isUnfinished?: boolean;
  height?: number;
}

const MARGIN = { top: 10, bottom: 26, right: 68 };
const CHARACTER_WIDTH = 7;
const LABEL_WIDTH = 88;
const UNMEASURED_WIDTH = 640;

/** A line over time, with the period before as a pale one. */
export function TrendChart({ previous, ...rest }: TrendChartProps) {
  // A line along the bottom would say nothing.
  const props = { ...rest, previous: previous.some(({ value }) => value) ? previous : [] };
  const { title, message, height = 200 } = props;
  const { ref, width: measured } = useElementSize();
  const width = measured || UNMEASURED_WIDTH;
  const [hovered, setHovered] = useState<number>();
  const geometry = geometryOf(props, width, height);
  const { count, x } = geometry;
  const follow = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const { left } = currentTarget.getBoundingClientRect();
    setHovered(Math.max(0, Math.min(count - 1, Math.round(x.invert(clientX - left)))));
  };
  return (
    <ChartCard title={title} message={message}>
      <div ref={ref} className={styles.plot} dir="ltr">
        <svg
          className={styles.svg}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={`${title}. ${message}`}
          onPointerMove={follow}
          onPointerLeave={() => setHovered(undefined)}
        >
          <Axes {...props} geometry={geometry} width={width} height={height} />
          <Lines {...props} geometry={geometry} />
          {hovered !== undefined && <Marker {...props} geometry={geometry} at={hovered} height={height} />}
        </svg>
        {hovered !== undefined && <Tip {...props} at={hovered} x={x(hovered)} width={width} />}
      </div>
    </ChartCard>
  );
}

function geometryOf(props: TrendChartProps, width: number, height: number) {
  const { points, previous, scale, format, formatTick = format } = props;
  const count = Math.max(points.length, previous.length, 2);
  const values = [...points, ...previous].map(({ value }) => value ?? 0);
  const ticks = ticksUpTo(Math.max(0, ...values), scale);
  const tickNames = new Map(ticks.map((value) => [value, formatTick(value)]));
  const left = 16 + CHARACTER_WIDTH * Math.max(...[...tickNames.values()].map(({ length }) => length));
  const x = scaleLinear({ domain: [0, count - 1], range: [left, width - MARGIN.right] });
  const y = scaleLinear({
    domain: [ticks[0] ?? 0, ticks.at(-1) ?? 1],
    range: [height - MARGIN.bottom, MARGIN.top],
  });
  return { count, ticks, tickNames, left, x, y };
}

type Geometry = ReturnType<typeof geometryOf>;

interface AxesProps extends TrendChartProps {
  geometry: Geometry;
  width: number;
  height: number;
}

function Axes({ points, previous, geometry, width, height }: AxesProps) {
  const { count, ticks, tickNames, left, x, y } = geometry;
  const named = points.length >= previous.length ? points : previous;
  const indexes = labelIndexes(count, Math.max(2, Math.floor((width - left - MARGIN.right) / LABEL_WIDTH)));
  return (
    <>
      <GridRows
        scale={y}
        tickValues={ticks}
        left={left}
        width={width - left - MARGIN.right}
        className={styles.grid ?? ''}
        stroke="currentColor"
      />
      <AxisLeft
        scale={y}
        left={left}
        tickValues={ticks}
        tickFormat={(value) => tickNames.get(Number(value)) ?? ''}
        hideAxisLine
        hideTicks
        tickLabelProps={{
          className: styles.tick ?? '',
          fill: 'currentColor',
          fontSize: 12,
          fontFamily: 'inherit',
          dx: '-0.25em',
          dy: '0.33em',
        }}
      />
      <AxisBottom
        scale={x}
        top={height - MARGIN.bottom}
        tickValues={indexes.filter((index) => named[index])}
        tickFormat={(value) => named[Number(value)]?.tick ?? ''}
        hideAxisLine
        hideTicks
        tickLabelProps={{
          className: styles.tick ?? '',
          fill: 'currentColor',
          fontSize: 12,
          fontFamily: 'inherit',
          textAnchor: 'middle',
          dy: '0.25em',
        }}
      />
    </>
  );
}

const LABEL_HEIGHT = 15;

function Lines({
  points,
  previous,
  isUnfinished = false,
  geometry: { x, y },
}: TrendChartProps & { geometry: Geometry }) {
  const texts = useReportsTexts();
  const [now, before] = [endOf(points), endOf(previous)];
  const [nowY, beforeY] = [now && y(now.value), before && y(before.value)].map((at) => at ?? 0) as [number, number];
  const isClose =
    now && before && Math.abs(x(now.index) - x(before.index)) < LABEL_WIDTH && Math.abs(nowY - beforeY) < LABEL_HEIGHT;
  const apart = isClose ? (LABEL_HEIGHT - Math.abs(nowY - beforeY)) / 2 : 0;
  const up = nowY <= beforeY ? -1 : 1;
  const path = (line: TrendPoint[], className: string | undefined, from = 0) => (
    <LinePath
      data={line.map(({ value }, index) => ({ index, value })).slice(from)}
      x={({ index }) => x(index)}
      y={({ value }) => y(value ?? 0)}
      defined={({ value }) => value !== null}
      curve={curveMonotoneX}
      className={className ?? ''}
      stroke="currentColor"
    />
  );
  const line = (line: TrendPoint[], className: string | undefined) => (
    <>
      {path(line, className)}
      {line.map(({ value, label }, index) =>
        value !== null && line[index - 1]?.value == null && line[index + 1]?.value == null ? (
          <circle key={label} cx={x(index)} cy={y(value)} r={2.5} className={className} fill="currentColor" />
        ) : null,
      )}
    </>
  );
  return (
    <>
      {line(previous, styles.before)}
      {line(isUnfinished ? points.slice(0, -1) : points, styles.now)}
      {isUnfinished && path(points, styles.unfinished, points.length - 2)}
      {before && (
        <text x={x(before.index) + 6} y={beforeY - up * apart} dy="0.33em" className={styles.beforeLabel}>
          {texts.chart.before}
        </text>
      )}
      {now && (
        <text x={x(now.index) + 6} y={nowY + up * apart} dy="0.33em" className={styles.nowLabel}>
          {texts.chart.now}
        </text>
      )}
    </>
  );
}

/** The last point that has a value. */
function endOf(points: TrendPoint[]) {
  const index = points.findLastIndex(({ value }) => value !== null);
  const value = points[index]?.value;
  return value == null ? undefined : { index, value };
}

interface MarkerProps extends TrendChartProps {
  geometry: Geometry;
  at: number;
  height: number;
}

function Marker({ points, geometry: { x, y }, at, height }: MarkerProps) {
  const value = points[at]?.value;
  return (
    <>
      <line x1={x(at)} x2={x(at)} y1={MARGIN.top} y2={height - MARGIN.bottom} className={styles.rule} />
      {value != null && <circle cx={x(at)} cy={y(value)} r={4} className={styles.dot} />}
    </>
  );
}

interface TipProps extends TrendChartProps {
  at: number;
  x: number;
  width: number;
}

function Tip({ points, previous, format, at, x, width }: TipProps) {
  const texts = useReportsTexts();
  const lines = [
    { ...points[at], name: texts.chart.now, className: styles.nowLabel },
    { ...previous[at], name: texts.chart.before, className: styles.beforeLabel },
  ].filter(({ label }) => label !== undefined);
  const side = x > width / 2 ? { right: width - x + 12 } : { left: x + 12 };
  return (
    <div className={styles.tip} style={side} aria-hidden>
      {lines.map(({ name, label, value, className }) => (
        <div key={name} className={styles.tipLine}>
          <span>{label}</span>
          <strong className={className}>{value == null ? '–' : format(value)}</strong>
        </div>
      ))}
    </div>
  );
}
