import { VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useReportsTexts } from '../../../locales/pages/reports.ts';
import { useFormats } from '../figures/use-formats.ts';
import styles from './heat-map.module.css';

export interface HeatCell {
  weekday: number;
  hour: number;
  value: number;
}

const STEPS = 5;
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** A table of weekdays and hours, the darker the more. On phones the hours go down. */
export function HeatMap({ label, cells }: { label: string; cells: HeatCell[] }) {
  const isPhone = useMediaQuery('screen and (max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
  const { weekday } = useFormats();
  const largest = Math.max(1, ...cells.map(({ value }) => value));
  const valueAt = new Map(cells.map((cell) => [`${cell.weekday} ${cell.hour}`, cell.value]));
  const cell = (day: number, hour: number) => {
    const value = valueAt.get(`${day} ${hour}`) ?? 0;
    return <Cell key={`${day} ${hour}`} value={value} step={Math.ceil((value / largest) * STEPS)} />;
  };
  const day = (each: number, scope: 'row' | 'col') => (
    <th key={each} scope={scope} abbr={weekday(each, 'long')}>
      {weekday(each, 'short')}
    </th>
  );
  const hour = (each: number, scope: 'row' | 'col') => (
    <th key={each} scope={scope}>
      {String(each).padStart(2, '0')}
    </th>
  );
  return (
    <div className={styles.map}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <td />
            {isPhone ? WEEKDAYS.map((each) => day(each, 'col')) : HOURS.map((each) => hour(each, 'col'))}
          </tr>
        </thead>
        <tbody>
          {isPhone
            ? HOURS.map((each) => (
                <tr key={each}>
                  {hour(each, 'row')}
                  {WEEKDAYS.map((weekday) => cell(weekday, each))}
                </tr>
              ))
            : WEEKDAYS.map((each) => (
                <tr key={each}>
                  {day(each, 'row')}
                  {HOURS.map((hour) => cell(each, hour))}
                </tr>
              ))}
        </tbody>
      </table>
      <Legend largest={largest} />
    </div>
  );
}

function Cell({ value, step }: { value: number; step: number }) {
  const { count } = useFormats();
  return (
    <td className={styles.cell} data-step={step}>
      {value ? count(value) : <VisuallyHidden>0</VisuallyHidden>}
    </td>
  );
}

function Legend({ largest }: { largest: number }) {
  const { hours } = useReportsTexts();
  const { count } = useFormats();
  return (
    <p className={styles.legend}>
      <span>{hours.fewer}</span>
      {Array.from({ length: STEPS }, (_, index) => index + 1).map((step) => (
        <span key={step} className={styles.swatch} data-step={step} aria-hidden />
      ))}
      <span>{hours.more(count(largest))}</span>
    </p>
  );
}
