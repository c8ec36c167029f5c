import { Anchor, Button, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useMerge } from '../../entities/contact/actions/use-merge.ts';
import { nameOf } from '../../entities/contact/contact-name.ts';
import type { Contact } from '../../entities/contact/contact-queries.ts';
import { sameNumberQuery } from '../../entities/contact/same-number.ts';
import { useTexts } from '../../locales/locale.tsx';
import { useMessengerChatTexts } from '../../locales/pages/messenger-chat.ts';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import styles from './same-number.module.css';

const SHOWN = 2;

/** Contacts who may be the same person, since the messenger told a number that they have too. Only an agent merges them. */
export function SameNumber({ contact }: { contact: Contact }) {
  const texts = useTexts();
  const { data: others = [] } = useQuery({ ...sameNumberQuery(contact), enabled: contact.phone !== null });
  const { merge, finish } = useMerge(contact);
  const place = useRef<HTMLUListElement>(null);
  /** Kept while the dialog fades. */
  const [chosen, setChosen] = useState<{ other: Contact; isOpen: boolean }>();
  if (!others.length && !chosen) return null;
  const { other, isOpen = false } = chosen ?? {};
  const close = () => setChosen(chosen && { ...chosen, isOpen: false });
  return (
    <>
      <ul ref={place} className={styles.list}>
        {others.slice(0, SHOWN).map((each) => (
          <Suggestion key={each.id} other={each} onMerge={() => setChosen({ other: each, isOpen: true })} />
        ))}
      </ul>
      <ConfirmDialog
        title={texts.contacts.mergeHeading(nameOf(contact, texts))}
        label={texts.contacts.mergeConfirm}
        isDangerous={false}
        isOpen={isOpen}
        onClose={close}
        send={async () => {
          if (!other) return;
          const merged = await merge(other);
          // The button that has had the focus disappears.
          place.current?.previousElementSibling?.querySelector('a')?.focus();
          await finish(merged, other);
        }}
      >
        {other && <Text>{texts.contacts.mergeLead(nameOf(other, texts), nameOf(contact, texts))}</Text>}
      </ConfirmDialog>
    </>
  );
}

function Suggestion({ other, onMerge }: { other: Contact; onMerge: () => void }) {
  const allTexts = useTexts();
  const texts = useMessengerChatTexts();
  const name = nameOf(other, allTexts);
  return (
    <li className={styles.suggestion}>
      <IconUsers size={18} stroke={1.75} aria-hidden className={styles.icon} />
      <div className={styles.words}>
        <span>
          {texts.samePerson}{' '}
          <Anchor
            size="xs"
            fw={600}
            renderRoot={(props) => <Link to="/contacts/$contactId" params={{ contactId: other.id }} {...props} />}
          >
            <bdi>{name}</bdi>
          </Anchor>
        </span>
        <span className={styles.why}>
          {texts.sameNumber} <bdi className={styles.number}>{other.phone}</bdi>
        </span>
      </div>
      <Button size="compact-sm" variant="default" aria-label={texts.mergeWith(name)} onClick={onMerge}>
        {texts.merge}
      </Button>
    </li>
  );
}
