import { Button, Text, Title } from '@mantine/core';
import { IconCircleCheck, IconExternalLink, IconHourglass } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { useMessengersTexts } from '../../../locales/pages/messengers.ts';
import { stateOf } from '../model/connection-state.ts';
import { healthQuery, type Messenger } from '../model/messenger-queries.ts';
import { usePlaceName } from '../model/use-messengers.ts';
import styles from './first-message.module.css';

interface FirstMessageProps {
  messenger: Pick<Messenger, 'provider' | 'link' | 'webhook'>;
  /** It was connected just now: it has the focus, and stays when the message has arrived. */
  isNew: boolean;
}

/** Until the first message has arrived: how to write one. */
export function FirstMessage({ messenger: { provider, link, webhook }, isNew }: FirstMessageProps) {
  const texts = useMessengersTexts();
  const name = usePlaceName()(provider);
  const { data: health } = useQuery(healthQuery(provider));
  const heading = useRef<HTMLHeadingElement>(null);
  const [hasWaited, setWaited] = useState(false);
  const id = useId();
  const hasArrived = Boolean(health?.last_inbound_at);
  if (health && !hasArrived && !hasWaited) setWaited(true);
  const isBroken = stateOf(webhook) === 'broken' && !hasArrived;
  const isShown = isNew || (hasWaited && !isBroken);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  if (!isShown) return null;
  const Sign = hasArrived ? IconCircleCheck : IconHourglass;
  return (
    <section className={styles.test} aria-labelledby={id}>
      <div className={styles.words}>
        <Title order={2} id={id} ref={heading} tabIndex={-1} className={styles.heading ?? ''}>
          {texts.test}
        </Title>
        <Text c="dimmed">{texts.testWaiting}</Text>
        <div role="status" className={styles.state} data-arrived={hasArrived || undefined}>
          <Sign size={18} stroke={1.75} aria-hidden />
          {hasArrived ? texts.testArrived : texts.testNotYet}
        </div>
      </div>
      {hasArrived ? (
        <Button variant="default" renderRoot={(props) => <Link to="/inbox" {...props} />}>
          {texts.testInbox}
        </Button>
      ) : (
        link && (
          <Button
            variant="default"
            component="a"
            href={link}
            target="_blank"
            rel="noreferrer"
            rightSection={<IconExternalLink size={16} stroke={1.75} role="img" aria-label={texts.opensNew} />}
          >
            {texts.testOpen(name)}
          </Button>
        )
      )}
    </section>
  );
}
