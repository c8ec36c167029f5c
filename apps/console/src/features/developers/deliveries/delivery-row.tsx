import { IconPlayerSkipForward } from '@tabler/icons-react';
import { useDeliveriesTexts } from '../../../locales/pages/deliveries.ts';
import { StatusBadge, type Tone } from '../../../ui/feedback/status-badge.tsx';
import { ExpandableRow } from '../../../ui/layout/expandable-row.tsx';
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
  const { status, title, attempts, created_at, repeatedAs = [] } = delivery;
  const last = attempts.at(-1);
  return (
    <ExpandableRow
      className={styles.head}
      head={
        <>
          <span>
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
                {repeatedAs.length > 0 && ` · ${texts.sentAgain}`}
              </>
            )}
          </span>
          <span className={styles.when}>
            <When at={created_at} />
          </span>
        </>
      }
    >
      {() => <DeliveryDetails delivery={delivery} {...(onRedeliver && { onRedeliver })} />}
    </ExpandableRow>
  );
}
