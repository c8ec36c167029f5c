import { ActionIcon, Button, Skeleton, Text, Tooltip } from '@mantine/core';
import type { Chat } from '@parley/live';
import { ParleyProblem } from '@parley/sdk';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { tellsNumber } from '../../entities/chat/messengers.ts';
import { ContactActions } from '../../entities/contact/actions/contact-actions.tsx';
import { ContactHeading } from '../../entities/contact/contact-heading.tsx';
import { type Contact, contactQuery } from '../../entities/contact/contact-queries.ts';
import { useTexts } from '../../locales/locale.tsx';
import { useExplain } from '../../ui/feedback/explain.ts';
import styles from './contact-panel.module.css';
import { InternalPanel } from './internal-panel.tsx';
import { PanelSections } from './panel-sections.tsx';
import { SameNumber } from './same-number.tsx';

/** Details of the contact, or of an internal chat, beside the chat. */
export function ContactPanel({ chat }: { chat: Chat }) {
  const { panel: texts } = useTexts();
  return (
    <div className={styles.panel}>
      {chat.is_internal ? (
        <InternalPanel chat={chat} />
      ) : chat.contact_id === null ? (
        <Text c="dimmed" p="md">
          {texts.nobody}
        </Text>
      ) : (
        <Known key={chat.contact_id} chat={chat} id={chat.contact_id} />
      )}
    </div>
  );
}

function Known({ chat, id }: { chat: Chat; id: string }) {
  const { data, error, refetch } = useQuery(contactQuery(id));
  // Deferred: the messages render first.
  const contact = useDeferredValue(data, null);
  if (!contact) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Pending />;
  return (
    <>
      <div className={styles.header}>
        <ContactHeading contact={contact} />
        <ContactLink contact={contact} />
        <ContactActions contact={contact} onGone={() => void refetch()} />
      </div>
      {tellsNumber(chat.channel) && <SameNumber contact={contact} />}
      <PanelSections chat={chat} contact={contact} />
    </>
  );
}

function ContactLink({ contact }: { contact: Contact }) {
  const { panel: texts } = useTexts();
  return (
    <Tooltip label={texts.openContact}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={texts.openContact}
        renderRoot={(props) => <Link to="/contacts/$contactId" params={{ contactId: contact.id }} {...props} />}
      >
        <IconExternalLink size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { contacts, failures } = useTexts();
  const explain = useExplain();
  const isGone = error instanceof ParleyProblem && error.code === 'not_found';
  return (
    <div role="alert" className={styles.failure}>
      <Text c="dimmed">{isGone ? contacts.gone : explain(error)}</Text>
      {!isGone && (
        <Button variant="default" onClick={onRetry}>
          {failures.retry}
        </Button>
      )}
    </div>
  );
}

const LINES = ['name', 'email', 'phone', 'description', 'tags', 'page'];

function Pending() {
  return (
    <div aria-busy="true">
      <div className={styles.header}>
        <Skeleton circle height={40} />
        <Skeleton height={20} width="50%" />
      </div>
      <div className={styles.lines}>
        {LINES.map((line) => (
          <Skeleton key={line} height={20} my={10} />
        ))}
      </div>
    </div>
  );
}
