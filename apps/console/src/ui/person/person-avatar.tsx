import { Avatar } from '@mantine/core';
import styles from './person-avatar.module.css';
import { type Presence, PresenceDot } from './presence-dot.tsx';

interface PersonAvatarProps {
  /** Null shows a placeholder icon. */
  name: string | null;
  url?: string | null | undefined;
  size?: number;
  presence?: Presence | undefined;
}

/** A picture or initials. Decorative: the name stands beside it. */
export function PersonAvatar({ name, url = null, size = 32, presence }: PersonAvatarProps) {
  return (
    <span className={styles.person} aria-hidden>
      <Avatar
        name={name ?? ''}
        src={url}
        alt=""
        size={size}
        imageProps={{ draggable: false }}
        classNames={{ placeholder: styles.initials ?? '' }}
      />
      {presence && (
        <span className={styles.presence}>
          <PresenceDot presence={presence} />
        </span>
      )}
    </span>
  );
}
