import { useTexts } from '../../locales/locale.tsx';
import { PersonAvatar } from '../../ui/person/person-avatar.tsx';
import type { Teammate } from './team.ts';
import styles from './teammate-line.module.css';

/** A colleague with their presence. */
export function TeammateLine({ mate: { name, url, presence, isMe } }: { mate: Teammate }) {
  const { people } = useTexts();
  return (
    <span className={styles.line}>
      <PersonAvatar name={name} url={url} size={28} presence={presence} />
      <span className={styles.words}>
        <span className={styles.name}>{isMe ? people.you(name) : name}</span>
        <span className={styles.presence}>{people.presence[presence]}</span>
      </span>
    </span>
  );
}
