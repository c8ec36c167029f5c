import { useSourceName } from '../../../../entities/chat/ai/source-names.ts';
import { sourceIcon } from '../model/sources.ts';
import styles from './source-name.module.css';

/** Where a rule comes from, with the sign of its kind. */
export function SourceName({ source }: { source: { source: string; source_label: string | null } }) {
  const nameOf = useSourceName();
  const Sign = sourceIcon(source.source);
  return (
    <span className={styles.source}>
      <Sign size={14} stroke={1.75} aria-hidden className={styles.sign} />
      <bdi className={styles.name}>{nameOf(source)}</bdi>
    </span>
  );
}
