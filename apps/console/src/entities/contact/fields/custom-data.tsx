import { Anchor } from '@mantine/core';
import type { Contact } from '../contact-queries.ts';
import styles from './custom-data.module.css';

/** Read-only data from the site or an integration. */
export function CustomData({ fields: given }: { fields: Contact['custom_data'] }) {
  const fields = given.map((field, place) => ({ ...field, place }));
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
