import { Link } from '@tanstack/react-router';
import { nameOf } from '../../../entities/contact/contact-name.ts';
import type { Contact, ContactFilters } from '../../../entities/contact/contact-queries.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { PersonAvatar } from '../../../ui/person/person-avatar.tsx';
import { When } from '../../../ui/time/when.tsx';
import styles from './contact-row.module.css';

const SHOWN_TAGS = 3;

/** A row; all of it links to the contact. */
export function ContactRow({ contact, filters }: { contact: Contact; filters: ContactFilters }) {
  const texts = useTexts();
  const { id, name, email, phone, tags, created_at, blocked_at } = contact;
  const hidden = tags.length - SHOWN_TAGS;
  return (
    <tr className={styles.row}>
      <td>
        <Link to="/contacts/$contactId" params={{ contactId: id }} search={filters} className={styles.link}>
          <PersonAvatar name={name} id={id} size={32} />
          <span className={styles.name}>{nameOf(contact, texts)}</span>
          {blocked_at !== null && <span className={styles.blocked}>{texts.contacts.blockedShort}</span>}
        </Link>
      </td>
      <td>{email}</td>
      <td className={styles.roomy}>{phone}</td>
      <td className={styles.roomy}>
        {tags.slice(0, SHOWN_TAGS).map((tag) => (
          <span key={tag} className={styles.tag}>
            {tag}
          </span>
        ))}
        {hidden > 0 && <span className={styles.more}>+{hidden}</span>}
      </td>
      <td className={styles.roomy}>
        <When at={created_at} />
      </td>
    </tr>
  );
}
