import styles from './presence-dot.module.css';

export type Presence = 'online' | 'break' | 'offline';

/** Decorative: the presence stands beside it in words. */
export function PresenceDot({ presence }: { presence: Presence }) {
  return <span className={styles.dot} data-presence={presence} aria-hidden />;
}
