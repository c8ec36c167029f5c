import { Text, Title } from '@mantine/core';
import { IconArrowUpRight, IconBook2 } from '@tabler/icons-react';
import type { Session } from '../../data/api.ts';
import { useDevelopersTexts } from '../../locales/pages/developers.ts';
import { CopyableCode } from '../../ui/controls/copyable-code.tsx';
import styles from './api-hints.module.css';

/** How to get access to the API. */
export function ApiHints({ widget }: { widget: Session['widget'] }) {
  const texts = useDevelopersTexts();
  const cli = 'npm run --silent cli --';
  return (
    <>
      <a className={styles.reference} href="/docs" target="_blank" rel="noreferrer">
        <IconBook2 size={20} stroke={1.75} aria-hidden className={styles.icon} />
        <span className={styles.words}>
          <span className={styles.title}>{texts.reference}</span>
          <span className={styles.lead}>{texts.referenceLead}</span>
        </span>
        <IconArrowUpRight size={18} stroke={1.75} aria-hidden className={styles.icon} />
      </a>
      <section className={styles.hint}>
        <Title order={2}>{texts.token}</Title>
        <Text c="dimmed">{texts.tokenLead}</Text>
        <CopyableCode
          label={texts.token}
        >{`${cli} token create --widget ${widget.id} --scopes chats:read,messages:read`}</CopyableCode>
      </section>
      {!widget.api_enabled && (
        <section className={styles.hint}>
          <Title order={2}>{texts.switchOn}</Title>
          <Text c="dimmed">{texts.switchOnLead}</Text>
          <CopyableCode
            label={texts.switchOn}
          >{`${cli} widget set --widget ${widget.id} --api-enabled true`}</CopyableCode>
        </section>
      )}
    </>
  );
}
