import { ActionIcon, Button, Skeleton, Text, Tooltip } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ContactActions } from '../../../entities/contact/actions/contact-actions.tsx';
import { ContactHeading } from '../../../entities/contact/contact-heading.tsx';
import { contactQuery } from '../../../entities/contact/contact-queries.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { ContactDetails } from './contact-details.tsx';
import styles from './contact-pane.module.css';

/** The open contact beside the list. */
export function ContactPane({ id, onClose }: { id: string; onClose: () => void }) {
  const { contacts: texts, close } = useTexts();
  const { data: contact, error, refetch } = useQuery(contactQuery(id));
  return (
    <div className={styles.pane}>
      <div className={styles.header}>
        {contact ? <ContactHeading contact={contact} /> : <Skeleton height={40} width="60%" animate={!error} />}
        {contact && <ContactActions contact={contact} onGone={onClose} />}
        <Tooltip label={close}>
          <ActionIcon variant="subtle" color="gray" size={32} aria-label={texts.closePane} onClick={onClose}>
            <IconX size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      {contact && <ContactDetails key={id} contact={contact} />}
      {!contact && error && <Failure error={error} onRetry={() => void refetch()} />}
      {!contact && !error && <Pending />}
    </div>
  );
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { contacts: texts, failures } = useTexts();
  const explain = useExplain();
  const isGone = error instanceof ParleyProblem && error.code === 'not_found';
  return (
    <Message text={isGone ? texts.gone : explain(error)}>
      {!isGone && <Button onClick={onRetry}>{failures.retry}</Button>}
    </Message>
  );
}

function Message({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div role="alert" className={styles.message}>
      <Text c="dimmed">{text}</Text>
      {children}
    </div>
  );
}

function Pending() {
  return (
    <div aria-busy="true">
      {['name', 'email', 'phone', 'description', 'tags'].map((line) => (
        <Skeleton key={line} height={20} my={10} />
      ))}
    </div>
  );
}
