import { Text } from '@mantine/core';
import { IconChevronRight, IconMailOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMailTexts } from '../../locales/pages/mail.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ListEnd } from '../../ui/feedback/list-end.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { When } from '../../ui/time/when.tsx';
import { outboxQuery } from './mail-queries.ts';
import styles from './outbox.module.css';

/** E-mails that were written instead of sent, newest first. */
export function Outbox() {
  const texts = useMailTexts();
  const outbox = useInfiniteQuery(outboxQuery);
  return (
    <Loaded query={outbox} failure={texts.outboxFailed}>
      {({ pages }) => {
        const mails = pages.flatMap(({ data }) => data);
        if (!mails.length) {
          return (
            <EmptyState icon={IconMailOff} heading={texts.outboxEmpty}>
              {texts.outboxEmptyLead}
            </EmptyState>
          );
        }
        return (
          <>
            <ul className={styles.mails}>
              {mails.map(({ id, to, subject, text, created_at }) => (
                <li key={id} className={styles.mail}>
                  <details>
                    <summary className={styles.summary}>
                      <IconChevronRight size={16} stroke={1.75} aria-hidden className={styles.chevron} />
                      <span className={styles.words}>
                        <span className={styles.subject} dir="auto">
                          {subject}
                        </span>
                        <span className={styles.facts}>
                          {texts.to(to)} · <When at={created_at} />
                        </span>
                      </span>
                    </summary>
                    <Text className={styles.text} dir="auto">
                      {text.trim()}
                    </Text>
                  </details>
                </li>
              ))}
            </ul>
            <ListEnd list={outbox} end={texts.outboxEnd} />
          </>
        );
      }}
    </Loaded>
  );
}
