import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { When } from '../../../ui/time/when.tsx';
import type { Contact } from '../contact-queries.ts';
import { useContactUpdate } from '../use-contact-update.ts';
import styles from './email-consent.module.css';

const VALUES = { unknown: null, yes: true, no: false } as const;
type Choice = keyof typeof VALUES;

const choices = Object.keys(VALUES) as Choice[];

/** Whether a contact with an e-mail address agreed to marketing, and since when. */
export function EmailConsent({ contact }: { contact: Contact }) {
  const { contacts: texts } = useTexts();
  const explain = useExplain();
  const change = useContactUpdate(contact);
  const [error, setError] = useState<string>();
  const { id, email, email_consent, email_consent_at } = contact;
  if (email === null) return null;

  const save = async (choice: Choice) => {
    const body = { email_consent: VALUES[choice] };
    setError(undefined);
    try {
      await change({ optimistic: body, send: () => api.contacts.update({ params: { id }, body }) });
    } catch (failure) {
      setError(explain(failure));
    }
  };

  return (
    <NativeSelect
      label={texts.emailConsent}
      data={choices.map((value) => ({ value, label: texts.emailConsents[value] }))}
      value={choices.find((choice) => VALUES[choice] === email_consent) ?? 'unknown'}
      onChange={({ currentTarget }) => void save(currentTarget.value as Choice)}
      error={error}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        email_consent_at && (
          <>
            {texts.emailConsentAt} <When at={email_consent_at} />
          </>
        )
      }
      classNames={{
        root: styles.field ?? '',
        label: styles.label ?? '',
        input: styles.input ?? '',
        description: styles.since ?? '',
        error: styles.error ?? '',
      }}
    />
  );
}
