import { Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useAiTexts } from '../../../locales/pages/ai.ts';
import { useAiAlertsTexts } from '../../../locales/pages/ai-alerts.ts';
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx';
import { When } from '../../../ui/time/when.tsx';
import { openAlertsQuery } from '../alerts/open-alerts.ts';
import styles from './alerts-card.module.css';
import card from './card.module.css';

const MOST = 3;

/** The latest open alerts. */
export function AlertsCard() {
  const texts = useAiTexts();
  const { kinds, failed } = useAiAlertsTexts();
  const id = useId();
  const query = useQuery({ ...openAlertsQuery, refetchOnMount: 'always' });
  const { data, error } = query;
  return (
    <section className={card.card} aria-labelledby={id}>
      <div className={card.head}>
        <h2 id={id} className={card.heading}>
          {texts.alerts}
        </h2>
        <Link to="/ai/alerts" className={card.link}>
          {texts.allAlerts}
        </Link>
      </div>
      {data?.length === 0 && (
        <div className={card.quiet}>
          <IconCircleCheck size={18} stroke={1.75} aria-hidden className={styles.good} />
          {texts.noAlerts}
        </div>
      )}
      {data && data.length > 0 && (
        <ul className={styles.alerts}>
          {data.slice(0, MOST).map(({ id: alertId, kind, last_at }) => (
            <li key={alertId} className={styles.alert}>
              <IconAlertTriangle size={16} stroke={1.75} aria-hidden className={styles.sign} />
              <span className={styles.name}>{kinds[kind]}</span>
              <span className={styles.when}>
                <When at={last_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {!data && error && <LoadFailure heading={failed} error={error} onRetry={() => void query.refetch()} />}
      {!data && !error && <Skeleton height={96} aria-busy />}
    </section>
  );
}
