import { IconArrowUpRight } from '@tabler/icons-react';
import styles from './page-link.module.css';
import { toLink, toWords } from './visitor-address.ts';

/** The page that somebody looks at: its title, and where it is. */
export function PageLink({ page, title }: { page: string; title: string | null }) {
  const href = toLink(page);
  const words = toWords(page);
  return (
    <div className={styles.page}>
      {href ? (
        <a href={href} target="_blank" rel="noopener noreferrer" className={styles.link} title={title ?? page}>
          <span className={styles.title}>{title || words}</span>
          <IconArrowUpRight size={14} stroke={1.75} aria-hidden className={styles.icon} />
        </a>
      ) : (
        <span className={styles.title}>{title || words}</span>
      )}
      {title && (
        <span className={styles.address} title={page} dir="ltr">
          {words}
        </span>
      )}
    </div>
  );
}
