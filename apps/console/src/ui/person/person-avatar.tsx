import { Avatar } from '@mantine/core';
import styles from './person-avatar.module.css';
import { type Presence, PresenceDot } from './presence-dot.tsx';

interface PersonAvatarProps {
  /** Of somebody who gave none, a figure is shown. */
  name: string | null;
  url?: string | null | undefined;
  size?: number;
  presence?: Presence | undefined;
}

/** A picture of somebody, or their initials. Who it is and what they do is said in words beside it. */
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
