import { Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useReportsTexts } from '../../../locales/pages/reports.ts';
import styles from './figure-cards.module.css';
import { Term } from './term.tsx';
import { useFormats } from './use-formats.ts';

export interface Figure {
  name: string;
  definition: string;
  value: number | null | undefined;
  previous: number | null | undefined;
  format: (value: number | null) => string;
  /** Beside the value, such as a share. */
  detail?: string;
  /** Whether more is better, worse, or neither. */
  more: 'good' | 'bad' | 'neutral';
}

/** The main figures of a report, each with its change since the period before. */
export function FigureCards({ figures }: { figures: Figure[] }) {
  return (
    <dl className={styles.cards}>
      {figures.map((figure) => (
        <FigureCard key={figure.name} figure={figure} />
      ))}
    </dl>
  );
}

function FigureCard({ figure }: { figure: Figure }) {
  const { name, definition, value, format, detail } = figure;
  return (
    <div className={styles.card}>
      <dt className={styles.name}>
        <Term name={name} definition={definition} />
      </dt>
      <dd className={styles.value}>
        {value === undefined ? <Skeleton height={32} width={96} /> : format(value)}
        {detail && value !== undefined && <span className={styles.detail}>{detail}</span>}
      </dd>
      <dd className={styles.change}>
        {value === undefined || figure.previous === undefined ? (
          <Skeleton height={16} width={72} />
        ) : (
          <Change {...figure} />
        )}
      </dd>
    </div>
  );
}

function Change({ value, previous, format, more }: Figure) {
  const texts = useReportsTexts();
  const { change } = useFormats();
  if (value == null || previous == null) return texts.nothingBefore;
  if (!previous) return value ? texts.before(format(previous)) : texts.unchanged;
  const ratio = value / previous - 1;
  if (Math.abs(ratio) < 0.0005) return texts.unchanged;
  const isMore = ratio > 0;
  const Arrow = isMore ? IconArrowUp : IconArrowDown;
  const meaning = more === 'neutral' ? undefined : isMore === (more === 'good') ? 'good' : 'bad';
  return (
    <>
      <span className={styles.ratio} data-meaning={meaning}>
        <Arrow size={14} stroke={2} aria-hidden />
        <span className={styles.spoken}>{isMore ? texts.up : texts.down} </span>
        {change(ratio)}
      </span>
      <span>{texts.before(format(previous))}</span>
    </>
  );
}
