import type { ReactNode } from 'react';
import { useReportsTexts } from '../../../locales/pages/reports.ts';
import styles from './bar-list.module.css';
import { ChartCard } from './chart-card.tsx';

interface BarItem {
  key: string | number;
  name: ReactNode;
  value: number;
  /** A pale mark where the period before was. */
  previous?: number | undefined;
  /** The value as it is read. */
  label: string;
}

interface BarListProps {
  title: string;
  message?: string;
  items: BarItem[];
}

/** Horizontal bars, each with its name and value. */
export function BarList({ title, message, items }: BarListProps) {
  const { chart } = useReportsTexts();
  const largest = Math.max(1, ...items.map(({ value, previous = 0 }) => Math.max(value, previous)));
  const percent = (value: number) => `${(value / largest) * 100}%`;
  return (
    <ChartCard title={title} message={message}>
      <ul className={styles.list}>
        {items.map(({ key, name, value, previous, label: print }) => (
          <li key={key} className={styles.item}>
            <span className={styles.name}>{name}</span>
            <span className={styles.track} aria-hidden>
              <span className={styles.bar} style={{ inlineSize: percent(value) }} />
              {previous !== undefined && (
                <span className={styles.before} style={{ insetInlineStart: percent(previous) }} />
              )}
            </span>
            <span className={styles.value}>{print}</span>
          </li>
        ))}
      </ul>
      {items.some(({ previous }) => previous) && <p className={styles.legend}>{chart.mark}</p>}
    </ChartCard>
  );
}
