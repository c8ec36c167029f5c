import styles from './presence-dot.module.css';

export type Presence = 'online' | 'break' | 'offline';

/** A colour and a shape; what it means is said in words beside it. */
export function PresenceDot({ presence }: { presence: Presence }) {
  return <span className={styles.dot} data-presence={presence} aria-hidden />;
}
