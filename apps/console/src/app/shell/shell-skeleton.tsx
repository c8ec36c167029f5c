import { Skeleton } from '@mantine/core';
import { ScreenSkeleton } from '../../ui/layout/screen-skeleton.tsx';
import rail from './rail.module.css';
import styles from './shell.module.css';

/** Shown until the session is loaded. */
export function ShellSkeleton() {
  return (
    <div className={styles.shell} aria-busy="true">
      <div className={rail.rail}>
        <div className={rail.home}>
          <Skeleton width={28} height={28} />
        </div>
        <div className={rail.sections}>
          <div className={rail.section}>
            <Skeleton width={20} height={20} />
          </div>
        </div>
        <div className={rail.section}>
          <Skeleton circle width={32} height={32} />
        </div>
      </div>
      <main className={styles.main}>
        <ScreenSkeleton />
      </main>
    </div>
  );
}
