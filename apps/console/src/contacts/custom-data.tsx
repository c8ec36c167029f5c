import { Anchor } from '@mantine/core';
import type { Contact } from './contact-queries.ts';
import styles from './custom-data.module.css';

/** What the site says of a contact. It is the site's word, so nothing is edited here. */
export function CustomData({ contact: { custom_data } }: { contact: Contact }) {
  const fields = custom_data.map((field, place) => ({ ...field, place }));
  return (
    <dl className={styles.fields}>
      {fields.map(({ title, content, link, place }) => (
        <div key={place} className={styles.field} data-untitled={title === null || undefined}>
          {title !== null && <dt className={styles.title}>{title}</dt>}
          <dd className={styles.content}>
            {link !== null && /^https?:\/\//i.test(link) ? (
              <Anchor href={link} target="_blank" rel="noopener noreferrer">
                {content}
              </Anchor>
            ) : (
              content
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
