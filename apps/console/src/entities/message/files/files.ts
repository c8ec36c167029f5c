import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

/** The URL has expired, or the file was deleted. */
class Gone extends Error {
  override readonly name = 'Gone';
}

/** Types that are safe to open in a tab. */
const OPENED: Record<string, string> = {
  'application/pdf': 'application/pdf',
  'text/plain': 'text/plain; charset=utf-8',
};
/** Long enough for the tab to load it. */
const OPENING_MS = 60_000;

/**
 * The bytes of a file. The server sends all but pictures as `application/octet-stream`; the type is set here.
 * Fetched from the origin of the console, which may differ from the origin of the URL.
 */
const fileQuery = (url: string) =>
  queryOptions({
    queryKey: ['file', url],
    queryFn: async ({ signal }) => {
      const answer = await fetch(new URL(url).pathname, { signal });
      if (answer.status === 404) throw new Gone('The file no longer exists');
      if (!answer.ok) throw new Error(`The file request failed with ${answer.status}`);
      return await answer.blob();
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

interface FileAt {
  url: string;
  type: string;
}

/** A `blob:` URL of a file, once it is wanted and loaded. */
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
  const notifyGone = useEffectEvent(onGone);
  useEffect(() => {
    if (isGone) notifyGone();
  }, [isGone]);
  return { address, hasFailed: error !== null, refetch };
}

export const canOpen = (type: string) => Object.hasOwn(OPENED, type);

/** Opens a file in a new tab. */
export function useOpenFile({ url, type }: FileAt, onGone: (() => void) | undefined) {
  const queryClient = useQueryClient();
  return async () => {
    // Opened synchronously: browsers block tabs that do not open within the click.
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
