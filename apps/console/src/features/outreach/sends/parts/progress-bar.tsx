import { percentOf } from '../model/progress.ts';
import type { CountedSend } from '../model/send.ts';
import styles from './progress-bar.module.css';

const PARTS = ['sent', 'failed', 'bounced', 'unknown', 'skipped'] as const;

interface ProgressBarProps {
  /** For screen readers. */
  label: string;
  send: Pick<CountedSend, 'counts'>;
  isTall?: boolean;
}

/** How far a send has got, by what became of its recipients. */
export function ProgressBar({ label, send, isTall = false }: ProgressBarProps) {
  const { counts } = send;
  return (
    <div
      className={styles.bar}
      data-tall={isTall || undefined}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percentOf(send)}
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
