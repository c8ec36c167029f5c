import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useConnection } from '../../data/live/live.tsx';
import { buildQuery, isOtherBuild } from '../../data/release.ts';
import { useTexts } from '../../locales/locale.tsx';
import styles from './bar.module.css';

/** Offers to reload when the server has a newer release. Never reloads by itself: an agent may be typing. */
export function NewRelease() {
  const { release } = useTexts();
  const { data: build } = useQuery(buildQuery);
  useBuildRefetch();
  return (
    <div role="status">
      {isOtherBuild(build) && (
        <div className={styles.bar} data-tone="accent">
          {release.ready}
          <Button variant="subtle" size="compact-sm" onClick={() => location.reload()}>
            {release.reload}
          </Button>
        </div>
      )}
    </div>
  );
}

/** After a reconnect or a missing file the server may run another release. */
function useBuildRefetch() {
  const queryClient = useQueryClient();
  const isOpen = useConnection() === 'open';
  useEffect(() => {
    if (isOpen) void queryClient.invalidateQueries(buildQuery);
  }, [queryClient, isOpen]);
  useEffect(() => {
    const look = () => void queryClient.invalidateQueries(buildQuery);
    addEventListener('vite:preloadError', look);
    return () => removeEventListener('vite:preloadError', look);
  }, [queryClient]);
}
