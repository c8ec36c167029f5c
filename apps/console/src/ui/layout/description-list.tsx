import type { ReactNode } from 'react';
import styles from './description-list.module.css';

interface Fact {
  name: string;
  value: ReactNode;
  /** Shown without a value. */
  absent?: string;
}

export function DescriptionList({ facts }: { facts: Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value, absent }) => (
        <div key={name} className={styles.fact}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value} data-absent={value === null || undefined}>
            {value ?? absent}
          </dd>
        </div>
      ))}
    </dl>
  );
}
