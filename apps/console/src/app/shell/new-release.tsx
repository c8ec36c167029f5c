import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useConnection } from '../../data/live/live.tsx';
import { buildQuery, isOther } from '../../data/release.ts';
import { useTexts } from '../../locales/locale.tsx';
import styles from './new-release.module.css';

/** Offers the release that the server has by now. Nobody is made to reload in the middle of a sentence. */
export function NewRelease() {
  const { release } = useTexts();
  const { data: build } = useQuery(buildQuery);
  useLookAgain();
  return (
    <div role="status">
      {isOther(build) && (
        <div className={styles.bar}>
          {release.ready}
          <Button variant="subtle" size="compact-sm" onClick={() => location.reload()}>
            {release.reload}
          </Button>
        </div>
      )}
    </div>
  );
}

/** A server that was away, or lacks a file, may be another. */
function useLookAgain() {
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
