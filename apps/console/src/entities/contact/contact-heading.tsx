import { Title } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { useTexts } from '../../locales/locale.tsx';
import { PersonAvatar } from '../../ui/person/person-avatar.tsx';
import styles from './contact-heading.module.css';
import { nameOf } from './contact-name.ts';
import type { Contact } from './contact-queries.ts';

export function ContactHeading({ contact }: { contact: Contact }) {
  const texts = useTexts();
  const name = nameOf(contact, texts);
  return (
    <div className={styles.heading}>
      <PersonAvatar name={contact.name} id={contact.id} size={40} />
      <div className={styles.words}>
        <Title order={2} className={styles.name}>
          {name}
        </Title>
        {contact.blocked_at !== null && (
          <span className={styles.blocked}>
            <IconBan size={14} stroke={1.75} aria-hidden />
            {texts.contacts.blocked}
          </span>
        )}
      </div>
    </div>
  );
}
