import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { nameOf } from '../../../entities/contact/contact-name.ts';
import type { ContactFilters, ListedContact } from '../../../entities/contact/contact-queries.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { PersonAvatar } from '../../../ui/person/person-avatar.tsx';
import { When } from '../../../ui/time/when.tsx';
import styles from './contact-row.module.css';
import type { ContactColumn } from './contact-view.ts';

const SHOWN_TAGS = 3;

interface ContactRowProps {
  contact: ListedContact;
  columns: ContactColumn[];
  filters: ContactFilters;
}

/** A row; all of it links to the contact. Narrow lists have room for the first column only. */
export function ContactRow({ contact, columns, filters }: ContactRowProps) {
  const texts = useTexts();
  const { id, name, blocked_at } = contact;
  return (
    <tr className={styles.row}>
      <td>
        <Link to="/contacts/$contactId" params={{ contactId: id }} search={filters} className={styles.link}>
          <PersonAvatar name={name} id={id} size={32} />
          <span className={styles.name} dir="auto">
            {nameOf(contact, texts)}
          </span>
          {blocked_at !== null && <span className={styles.blocked}>{texts.contacts.blockedShort}</span>}
        </Link>
      </td>
      {columns.map((column, index) => (
        <td key={column} className={index ? styles.roomy : undefined}>
          {CELLS[column](contact)}
        </td>
      ))}
    </tr>
  );
}

const at = (time: string | null | undefined) => time && <When at={time} />;

const CELLS: Record<ContactColumn, (contact: ListedContact) => ReactNode> = {
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  tags: ({ tags }) => <Tags tags={tags} />,
  notes: ({ description }) => <span dir="auto">{description}</span>,
  lastSeen: ({ last_seen_at }) => at(last_seen_at),
  lastChat: ({ last_chat_at }) => at(last_chat_at),
  created: ({ created_at }) => at(created_at),
};

function Tags({ tags }: { tags: string[] }) {
  const hidden = tags.length - SHOWN_TAGS;
  return (
    <>
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <span key={tag} className={styles.tag}>
          {tag}
        </span>
      ))}
      {hidden > 0 && <span className={styles.more}>+{hidden}</span>}
    </>
  );
}
