import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { LoadFailure } from './load-failure.tsx';

interface LoadedProps<Data> {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  /** The heading of the error, such as "Couldn't load tokens". */
  failure: string;
  /** Takes about the room of what is loading. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Shows what a query has loaded, a skeleton before, or an error that can be retried. */
export function Loaded<Data>({ query, failure, skeleton, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <LoadFailure heading={failure} error={query.error} onRetry={() => void query.refetch()} />;
  return skeleton ?? <RowSkeletons />;
}

function RowSkeletons() {
  return (
    <Stack gap="xs" aria-busy>
      {['1', '2', '3', '4'].map((row) => (
        <Skeleton key={row} height={48} />
      ))}
    </Stack>
  );
}
