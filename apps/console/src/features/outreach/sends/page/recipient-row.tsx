import { type Icon, IconCheck, IconPlayerSkipForward, IconQuestionMark } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { nameOf } from '../../../../entities/contact/contact-name.ts';
import { contactQuery } from '../../../../entities/contact/contact-queries.ts';
import { useLocale, useTexts } from '../../../../locales/locale.tsx';
import { useSendsTexts } from '../../../../locales/pages/sends.ts';
import { StatusBadge, type Tone } from '../../../../ui/feedback/status-badge.tsx';
import { Row } from '../../../../ui/layout/rows.tsx';
import { PersonAvatar } from '../../../../ui/person/person-avatar.tsx';
import { exactTime } from '../../../../ui/time/age.tsx';
import { When } from '../../../../ui/time/when.tsx';
import type { SendKind } from '../model/send.ts';
import type { Recipient } from '../model/send-queries.ts';
import { useKindTexts } from '../model/use-kind-texts.ts';
import styles from './recipients.module.css';

const SIGNS: Record<Recipient['state'], [Tone, Icon?]> = {
  pending: ['waiting'],
  sent: ['good', IconCheck],
  failed: ['bad'],
  bounced: ['bad'],
  skipped: ['off', IconPlayerSkipForward],
  unknown: ['waiting', IconQuestionMark],
};

interface RecipientRowProps {
  kind: SendKind;
  recipient: Recipient;
}

/** A recipient, with links to the contact and the chat. */
export function RecipientRow({ kind, recipient }: RecipientRowProps) {
  const texts = useSendsTexts();
  const { contact_id, state, chat_id, sent_at } = recipient;
  const [tone, icon] = SIGNS[state];
  const reason = useReason(kind, recipient);
  return (
    <Row>
      <div className={styles.row}>
        <Person contactId={contact_id} reason={reason} />
        <StatusBadge tone={tone} {...(icon && { icon })}>
          {texts.states[state]}
        </StatusBadge>
        <span className={styles.when}>
          {sent_at && <When at={sent_at} />}
          {chat_id !== null && contact_id !== null && (
            <Link to="/inbox/$chatId" params={{ chatId: String(chat_id) }} className={styles.chat}>
              {texts.openChat}
            </Link>
          )}
        </span>
      </div>
    </Row>
  );
}

/** The list has ids only. */
function Person({ contactId, reason }: { contactId: string | null; reason: string | undefined }) {
  const texts = useTexts();
  const { erased } = useSendsTexts();
  const { data: contact } = useQuery({ ...contactQuery(contactId ?? ''), enabled: contactId !== null });
  return (
    <>
      <PersonAvatar name={contact?.name ?? null} id={contactId} size={32} />
      <span className={styles.words}>
        {contactId === null ? (
          <span className={styles.name}>{erased}</span>
        ) : (
          <Link to="/contacts/$contactId" params={{ contactId }} className={styles.name}>
            {contact ? nameOf(contact, texts) : '…'}
          </Link>
        )}
        {reason && <span className={styles.reason}>{reason}</span>}
      </span>
    </>
  );
}

/** Why somebody was skipped, did not get it, or gets it later. */
function useReason(kind: SendKind, { state, reason, attempts, next_attempt_at }: Recipient) {
  const { locale } = useLocale();
  const { skipReasons, unknownLead, retryAt } = useSendsTexts();
  const { failReasons } = useKindTexts(kind);
  if (state === 'unknown') return unknownLead;
  if (state === 'pending') {
    return attempts && next_attempt_at ? retryAt(attempts, exactTime(new Date(next_attempt_at), locale)) : undefined;
  }
  if (reason === null) return undefined;
  const words: Record<string, string> = state === 'skipped' ? skipReasons : failReasons;
  return words[reason] ?? reason;
}
