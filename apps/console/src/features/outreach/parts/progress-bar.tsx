import type { Broadcast } from '../model/broadcast-queries.ts';
import { percentOf } from '../model/progress.ts';
import styles from './progress-bar.module.css';

const PARTS = ['sent', 'failed', 'unknown', 'skipped'] as const;

interface ProgressBarProps {
  /** For screen readers. */
  label: string;
  broadcast: Broadcast;
  isTall?: boolean;
}

/** How far a broadcast has got, by what became of its recipients. */
export function ProgressBar({ label, broadcast, isTall = false }: ProgressBarProps) {
  const { counts } = broadcast;
  return (
    <div
      className={styles.bar}
      data-tall={isTall || undefined}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percentOf(broadcast)}
    >
      {counts.total > 0 &&
        PARTS.map((part) => (
          <span
            key={part}
            className={styles.part}
            data-part={part}
            style={{ inlineSize: `${(counts[part] / counts.total) * 100}%` }}
          />
        ))}
    </div>
  );
}
