import { safeButtons } from '@parley/content';
import { useTexts } from '../../../locales/locale.tsx';
import type { Content } from '../content.ts';
import styles from './link-buttons.module.css';

/** Buttons that the visitor sees. In the console they only show their targets. */
export function LinkButtons({ buttons }: NonNullable<Content['keyboard']>) {
  const { content } = useTexts();
  return (
    <ul className={styles.buttons} aria-label={content.buttons}>
      {safeButtons(buttons).map(({ label, url }) => (
        <li key={`${label} ${url}`}>
          <a
            className={styles.button}
            href={url}
            title={url}
            target="_blank"
            rel="noopener noreferrer nofollow"
            dir="auto"
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
