import { Button, Text } from '@mantine/core';
import { useLocale } from '../../../locales/locale.tsx';
import { useDeliveriesTexts } from '../../../locales/pages/deliveries.ts';
import { CodeBlock } from '../../../ui/controls/code-block.tsx';
import { dateFormat } from '../../../ui/time/formats.ts';
import styles from './delivery-details.module.css';
import type { LoggedAttempt, LoggedDelivery } from './logged-delivery.ts';

const printHeaders = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

interface DeliveryDetailsProps {
  delivery: LoggedDelivery;
  onRedeliver?: (id: string) => void;
}

/** The request, and each attempt with the response. */
export function DeliveryDetails({ delivery, onRedeliver }: DeliveryDetailsProps) {
  const texts = useDeliveriesTexts();
  const { id, status, payload, attempts, next_attempt_at, isRedeliverable, repeats, repeatedAs = [] } = delivery;
  const headers = attempts.at(-1)?.headers;
  return (
    <div className={styles.details}>
      {status === 'skipped' && <Text c="dimmed">{texts.skippedLead}</Text>}
      {repeats && (
        <Text c="dimmed">
          {texts.repeats}: <code>{repeats}</code>
        </Text>
      )}
      {repeatedAs.length > 0 && (
        <Text c="dimmed">
          {texts.repeatedAs}: <code>{repeatedAs.join(', ')}</code>
        </Text>
      )}
      <section className={styles.part} aria-label={texts.request}>
        <h3 className={styles.heading}>{texts.request}</h3>
        {headers && (
          <>
            <CodeBlock label={texts.requestHeaders}>{printHeaders(headers)}</CodeBlock>
            <Text size="xs" c="dimmed">
              {texts.signatureNote}
            </Text>
          </>
        )}
        {payload ? (
          <CodeBlock label={texts.requestBody}>{JSON.stringify(payload, null, 2)}</CodeBlock>
        ) : (
          <Text c="dimmed">{texts.notSent}</Text>
        )}
      </section>
      {attempts.map((attempt, index) => (
        <Attempt key={attempt.at} attempt={attempt} number={index + 1} />
      ))}
      {next_attempt_at && attempts.length > 0 && (
        <Text c="dimmed">
          {texts.next}: <Exact at={next_attempt_at} />
        </Text>
      )}
      {onRedeliver && isRedeliverable && (
        <div>
          <Button variant="default" onClick={() => onRedeliver(id)}>
            {texts.redeliver}
          </Button>
        </div>
      )}
    </div>
  );
}

function Attempt({ attempt, number }: { attempt: LoggedAttempt; number: number }) {
  const texts = useDeliveriesTexts();
  const { at, status, duration_ms, error, answer } = attempt;
  return (
    <section className={styles.part} aria-label={texts.attempt(number)}>
      <h3 className={styles.heading}>
        {texts.attempt(number)}
        <span className={styles.facts}>
          {status === null ? texts.noResponse : `HTTP ${status}`} · {texts.duration(duration_ms)} · <Exact at={at} />
        </span>
      </h3>
      {error && <Text c="var(--mantine-color-error)">{error}</Text>}
      {answer && (
        <>
          <CodeBlock label={texts.response}>{answer}</CodeBlock>
          <Text size="xs" c="dimmed">
            {texts.responseNote}
          </Text>
        </>
      )}
      {answer === '' && <Text c="dimmed">{texts.emptyResponse}</Text>}
    </section>
  );
}

/** To the second: attempts are seconds apart. */
function Exact({ at }: { at: string }) {
  const { locale } = useLocale();
  return (
    <time dateTime={at}>{dateFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(at))}</time>
  );
}
