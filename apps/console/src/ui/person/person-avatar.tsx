import { Avatar } from '@mantine/core';
import styles from './person-avatar.module.css';
import { type Presence, PresenceDot } from './presence-dot.tsx';
import { shortCode } from './short-code.ts';

interface PersonAvatarProps {
  /** Null shows the start of the id in its own colour, or a placeholder icon. */
  name: string | null;
  id?: string | null | undefined;
  url?: string | null | undefined;
  size?: number;
  presence?: Presence | undefined;
}

/** A picture or initials. Decorative: the name stands beside it. */
export function PersonAvatar({ name, id = null, url = null, size = 32, presence }: PersonAvatarProps) {
  const code = name === null && id !== null ? shortCode(id) : undefined;
  return (
    <span className={styles.person} data-tint={code && tintOf(code)} aria-hidden>
      <Avatar
        name={name ?? ''}
        src={url}
        alt=""
        size={size}
        imageProps={{ draggable: false }}
        classNames={{ placeholder: styles.initials ?? '' }}
      >
        {code}
      </Avatar>
      {presence && (
        <span className={styles.presence}>
          <PresenceDot presence={presence} />
        </span>
      )}
    </span>
  );
}

const TINTS = 6;

function tintOf(code: string) {
  return Array.from(code, (letter) => letter.charCodeAt(0)).reduce((sum, unit) => sum * 7 + unit, 0) % TINTS;
}
