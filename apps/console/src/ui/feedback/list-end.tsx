import { Button, Text } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useTexts } from '../../locales/locale.tsx';
import { useExplain } from './explain.ts';
import styles from './list-end.module.css';

interface ListEndProps {
  list: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
  >;
  /** Said below the last row. */
  end: string;
}

/** The end of a list: a button for the next page, the error of loading it, or a mark that this was the last. */
export function ListEnd({ list, end }: ListEndProps) {
  const { showMore, failures } = useTexts();
  const explain = useExplain();
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = list;
  if (!hasNextPage) {
    return (
      <Text c="dimmed" size="xs" className={styles.end}>
        {end}
      </Text>
    );
  }
  return (
    <div className={styles.end}>
      {isFetchNextPageError && <Text role="alert">{explain(error)}</Text>}
      <Button
        variant="default"
        aria-busy={isFetchingNextPage}
        onClick={() => isFetchingNextPage || void fetchNextPage()}
      >
        {isFetchNextPageError ? failures.retry : showMore}
      </Button>
    </div>
  );
}
