import { UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconPlayerSkipForward } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useDeliveriesTexts } from '../../../locales/pages/deliveries.ts';
import { StatusBadge, type Tone } from '../../../ui/feedback/status-badge.tsx';
import { Row } from '../../../ui/layout/rows.tsx';
import { When } from '../../../ui/time/when.tsx';
import { DeliveryDetails } from './delivery-details.tsx';
import styles from './delivery-row.module.css';
import type { LoggedDelivery } from './logged-delivery.ts';

const TONES: Record<LoggedDelivery['status'], Tone> = {
  delivered: 'good',
  pending: 'waiting',
  failed: 'bad',
  skipped: 'off',
};

interface DeliveryRowProps {
  delivery: LoggedDelivery;
  onRedeliver?: (id: string) => void;
}

export function DeliveryRow({ delivery, onRedeliver }: DeliveryRowProps) {
  const texts = useDeliveriesTexts();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { status, title, attempts, created_at } = delivery;
  const last = attempts.at(-1);
  return (
    <Row>
      <UnstyledButton
        className={styles.head}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen((was) => !was)}
      >
        <IconChevronRight size={16} stroke={1.75} aria-hidden className={styles.chevron} />
        <span className={styles.badge}>
          <StatusBadge tone={TONES[status]} {...(status === 'skipped' && { icon: IconPlayerSkipForward })}>
            {texts.statuses[status]}
          </StatusBadge>
        </span>
        <span className={styles.title}>{title}</span>
        <span className={styles.facts}>
          {last && (
            <>
              {last.status ?? texts.noResponse} · {texts.duration(last.duration_ms)}
              {attempts.length > 1 && ` · ${texts.attempts(attempts.length)}`}
            </>
          )}
        </span>
        <span className={styles.when}>
          <When at={created_at} />
        </span>
      </UnstyledButton>
      <div id={id} hidden={!isOpen}>
        {isOpen && <DeliveryDetails delivery={delivery} {...(onRedeliver && { onRedeliver })} />}
      </div>
    </Row>
  );
}
