import { IconStar, IconStarFilled } from '@tabler/icons-react';
import styles from './stars.module.css';

const SCORES = [1, 2, 3, 4, 5];

/** A score from 1 to 5, named by the label. */
export function Stars({ score, label }: { score: number; label: string }) {
  return (
    <span className={styles.stars} role="img" aria-label={label}>
      {SCORES.map((each) => {
        const Star = each <= score ? IconStarFilled : IconStar;
        return <Star key={each} size={16} stroke={1.75} aria-hidden />;
      })}
    </span>
  );
}
