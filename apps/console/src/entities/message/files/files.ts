import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

/** Its address has expired, or it was deleted. */
class Gone extends Error {
  override readonly name = 'Gone';
}

/** What a browser shows in a tab of its own without running anything of it. */
const OPENED: Record<string, string> = {
  'application/pdf': 'application/pdf',
  'text/plain': 'text/plain; charset=utf-8',
};
/** Long enough for a tab to have read what it shows. */
const OPENING_MS = 60_000;

/**
 * The bytes of a file. The server hands out all but pictures as data that no browser shows; what it is, is said here.
 * They come from where the console was opened, which may be another address than the one that files have.
 */
const fileQuery = (url: string) =>
  queryOptions({
    queryKey: ['file', url],
    queryFn: async ({ signal }) => {
      const answer = await fetch(new URL(url).pathname, { signal });
      if (answer.status === 404) throw new Gone('There is no such file any more');
      if (!answer.ok) throw new Error(`The file was answered with ${answer.status}`);
      return await answer.blob();
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

interface FileAt {
  url: string;
  type: string;
}

/** Where what is in a file can be played, once it is wanted and here. */
export function useFile({ url, type }: FileAt, isWanted: boolean, onGone: () => void) {
  const { data: bytes, error, refetch } = useQuery({ ...fileQuery(url), enabled: isWanted });
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!bytes) return;
    const made = URL.createObjectURL(bytes.slice(0, bytes.size, type));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, type]);
  const isGone = error instanceof Gone;
  const tellGone = useEffectEvent(onGone);
  useEffect(() => {
    if (isGone) tellGone();
  }, [isGone]);
  return { address, hasFailed: error !== null, refetch };
}

export const canOpen = (type: string) => Object.hasOwn(OPENED, type);

/** Shows a file in a tab of its own. */
export function useOpenFile({ url, type }: FileAt, onGone: (() => void) | undefined) {
  const queryClient = useQueryClient();
  return async () => {
    // At once: a browser blocks what is opened later than the click.
    const tab = window.open('', '_blank');
    if (!tab) return;
    tab.opener = null;
    try {
      const bytes = await queryClient.fetchQuery(fileQuery(url));
      const address = URL.createObjectURL(bytes.slice(0, bytes.size, OPENED[type] ?? ''));
      tab.location.replace(address);
      setTimeout(() => URL.revokeObjectURL(address), OPENING_MS);
    } catch (error) {
      tab.close();
      if (error instanceof Gone) onGone?.();
    }
  };
}
