import { queryOptions, useQueryClient } from '@tanstack/react-query';

/** What a browser shows in a tab of its own without running anything of it. */
const OPENED: Record<string, string> = {
  'application/pdf': 'application/pdf',
  'text/plain': 'text/plain; charset=utf-8',
};
/** Long enough for a tab to have read what it shows. */
const OPENING_MS = 60_000;

/**
 * The bytes of a file. The server hands out all but pictures as data that no browser shows; what it is, is said here.
 * From where the console is: it may have been opened at another address than the one that files have.
 */
const fileQuery = (url: string) =>
  queryOptions({
    queryKey: ['file', url],
    queryFn: async ({ signal }) => {
      const answer = await fetch(new URL(url).pathname, { signal });
      if (!answer.ok) throw new Error('The file can not be fetched');
      return await answer.blob();
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

export const canOpen = (type: string) => Object.hasOwn(OPENED, type);

/** Shows a file in a tab of its own. */
export function useOpenFile({ url, type, onFail }: { url: string; type: string; onFail: (() => void) | undefined }) {
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
    } catch {
      tab.close();
      onFail?.();
    }
  };
}
