import { Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useMessengerHealthTexts } from '../../../locales/pages/messenger-health.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { When } from '../../../ui/time/when.tsx';
import { type Health, healthQuery } from '../model/messenger-queries.ts';
import type { Provider } from '../model/providers.ts';
import { Exchanges } from './exchanges.tsx';
import styles from './health-section.module.css';

/** Whether a messenger works, from what it did. */
export function HealthSection({ provider }: { provider: Provider }) {
  const texts = useMessengerHealthTexts();
  const query = useQuery(healthQuery(provider));
  const id = useId();
  return (
    <section className={styles.health} aria-labelledby={id}>
      <Title order={2} id={id}>
        {texts.heading}
      </Title>
      <Text c="dimmed">{texts.lead}</Text>
      <Loaded query={query} failure={texts.failed} skeleton={<Skeleton height={84} mt="md" radius="lg" />}>
        {(health) => (
          <>
            <Figures health={health} />
            <Failures failures={health.failures} />
            <Exchanges exchanges={health.exchanges} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function Figures({ health: { last_inbound_at, last_outbound_at, waiting, failures } }: { health: Health }) {
  const texts = useMessengerHealthTexts();
  const failed = failures.reduce((sum, { count }) => sum + count, 0);
  const timeOf = (at: string | null) => (at ? <When at={at} /> : texts.never);
  return (
    <dl className={styles.figures}>
      <Figure name={texts.lastInbound}>{timeOf(last_inbound_at)}</Figure>
      <Figure name={texts.lastOutbound}>{timeOf(last_outbound_at)}</Figure>
      <Figure name={texts.waiting}>{waiting}</Figure>
      <Figure name={texts.failedToday} isBad={failed > 0}>
        {failed}
      </Figure>
    </dl>
  );
}

function Figure({ name, isBad = false, children }: { name: string; isBad?: boolean; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value} data-bad={isBad || undefined}>
        {children}
      </dd>
    </div>
  );
}

function Failures({ failures }: Pick<Health, 'failures'>) {
  const texts = useMessengerHealthTexts();
  const id = useId();
  const reasons: Record<string, string> = texts.reasons;
  if (!failures.length) return null;
  return (
    <>
      <h3 id={id} className={styles.heading}>
        {texts.failures}
      </h3>
      <ul className={styles.failures} aria-labelledby={id}>
        {failures.map(({ reason, count }) => (
          <li key={reason} className={styles.failure}>
            {reasons[reason] ?? reason}
            <span className={styles.count}>{count}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
