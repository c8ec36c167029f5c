import { IconArrowUpRight } from '@tabler/icons-react';
import styles from './page-link.module.css';
import { formatAddress, toLink } from './visitor-address.ts';

/** The title and the address of a page. */
export function PageLink({ page, title }: { page: string; title: string | null }) {
  const href = toLink(page);
  const words = formatAddress(page);
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
