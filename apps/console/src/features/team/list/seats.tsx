import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTeamTexts } from '../../../locales/pages/team.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { seatsQuery } from '../team-queries.ts';
import styles from './seats.module.css';

/** Seats used, held and free. */
export function Seats() {
  const { seats: texts } = useTeamTexts();
  const query = useQuery(seatsQuery);
  return (
    <Loaded query={query} failure={texts.failed} skeleton={<Skeleton height={68} radius="lg" aria-busy />}>
      {({ total, used, reserved, available }) => (
        <section className={styles.seats} aria-label={texts.heading}>
          <div className={styles.words}>
            <span className={styles.used}>{texts.used(used, total)}</span>
            <span className={styles.rest}>
              {[...(reserved ? [texts.reserved(reserved)] : []), texts.free(available)].join(' · ')}
            </span>
          </div>
          <div className={styles.bar} aria-hidden>
            <span className={styles.taken} style={{ inlineSize: share(used, total) }} />
            <span className={styles.held} style={{ inlineSize: share(reserved, total) }} />
          </div>
          {available === 0 && <p className={styles.full}>{texts.full}</p>}
        </section>
      )}
    </Loaded>
  );
}

const share = (count: number, total: number) => `${Math.min(100, (count / Math.max(1, total)) * 100)}%`;
