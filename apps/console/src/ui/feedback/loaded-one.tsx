import { ParleyProblem } from '@parley/sdk';
import { IconError404 } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../../locales/locale.tsx';
import { EmptyState } from './empty-state.tsx';
import { Loaded } from './loaded.tsx';

interface LoadedOneProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  failure: string;
  /** The heading when it was deleted, or never existed. */
  missing: string;
  children: (data: Data) => ReactNode;
}

/** One thing by its id, which may no longer exist. */
export function LoadedOne<Data>({ query, failure, missing, children }: LoadedOneProps<Data>) {
  const { failures } = useTexts();
  if (query.error instanceof ParleyProblem && query.error.status === 404) {
    return (
      <EmptyState icon={IconError404} heading={missing}>
        {failures.missing}
      </EmptyState>
    );
  }
  return (
    <Loaded query={query} failure={failure}>
      {children}
    </Loaded>
  );
}
