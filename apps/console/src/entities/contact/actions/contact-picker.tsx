import { Skeleton, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../../locales/locale.tsx';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { PersonAvatar } from '../../../ui/person/person-avatar.tsx';
import { nameOf } from '../contact-name.ts';
import { type Contact, contactsQuery } from '../contact-queries.ts';
import styles from './contact-picker.module.css';

const SHOWN = 6;
const TYPING_MS = 250;

interface ContactPickerProps {
  /** The contact to leave out: the one to merge into. */
  except: string;
  chosen: Contact | undefined;
  onChoose: (contact: Contact) => void;
}

export function ContactPicker({ except, chosen, onChoose }: ContactPickerProps) {
  const texts = useTexts();
  const { contacts: own } = texts;
  const explain = useExplain();
  const [text, setText] = useState('');
  const [typed] = useDebouncedValue(text.trim(), TYPING_MS);
  const { data, error } = useInfiniteQuery({
    ...contactsQuery(typed ? { query: typed } : {}),
    placeholderData: keepPreviousData,
  });
  const found = data?.pages[0]?.data.filter(({ id }) => id !== except).slice(0, SHOWN);
  return (
    <div>
      <TextInput
        label={own.otherContact}
        placeholder={own.search}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        autoComplete="off"
        data-autofocus
      />
      <div className={styles.found}>
        {!found && !error && <Skeleton height={48} />}
        {error && <Text c="dimmed">{explain(error)}</Text>}
        {found?.length === 0 && <Text c="dimmed">{own.nobodyFits}</Text>}
        <ul className={styles.list} aria-label={own.title}>
          {found?.map((contact) => (
            <li key={contact.id}>
              <UnstyledButton
                className={styles.contact}
                aria-pressed={contact.id === chosen?.id}
                onClick={() => onChoose(contact)}
              >
                <PersonAvatar name={contact.name} id={contact.id} size={32} />
                <span className={styles.words}>
                  <span className={styles.name}>{nameOf(contact, texts)}</span>
                  <span className={styles.more}>{[contact.email, contact.phone].filter(Boolean).join(' · ')}</span>
                </span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
