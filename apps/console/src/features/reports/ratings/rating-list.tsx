import { Button, Switch, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../../locales/locale.tsx';
import { useReportsTexts } from '../../../locales/pages/reports.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import type { ReportPeriod } from '../../../ui/report/period/periods.ts';
import { ReportSection } from '../../../ui/report/tables/report-section.tsx';
import { DownloadButton } from '../../../ui/report/tables/table-section.tsx';
import { type RatingFilters, ratingsQuery } from '../report-queries.ts';
import styles from './rating-list.module.css';
import { RatingRow } from './rating-row.tsx';
import { ScoreFilter } from './score-filter.tsx';
import { useRatingDownload } from './use-rating-download.ts';

/** Every rating of the period with its comment and its chat, newest first. */
export function RatingList({ period }: { period: ReportPeriod }) {
  const { ratings: texts } = useReportsTexts();
  const [filters, setFilters] = useState<RatingFilters>({});
  const { isPending, download } = useRatingDownload(period, filters);
  const setScore = (score: number | undefined) =>
    setFilters(({ commented }) => ({ ...(commented && { commented }), ...(score && { score }) }));
  const actions = (
    <>
      <Switch
        label={texts.commentedOnly}
        checked={filters.commented === 1}
        onChange={({ currentTarget: { checked } }) =>
          setFilters(({ score }) => ({ ...(score && { score }), ...(checked && { commented: 1 as const }) }))
        }
        className={styles.switch ?? ''}
      />
      <ScoreFilter score={filters.score} onChange={setScore} />
      <DownloadButton title={texts.list} isLoading={isPending} onClick={download} />
    </>
  );
  return (
    <ReportSection title={texts.list} actions={actions}>
      <Ratings period={period} filters={filters} onClear={() => setFilters({})} />
    </ReportSection>
  );
}

interface RatingsProps {
  period: ReportPeriod;
  filters: RatingFilters;
  onClear: () => void;
}

function Ratings({ period, filters, onClear }: RatingsProps) {
  const texts = useReportsTexts();
  const { failures } = useTexts();
  const query = useInfiniteQuery(ratingsQuery(period.current, filters));
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  return (
    <Loaded query={query} failure={texts.failed}>
      {({ pages }) => {
        const ratings = pages.flatMap(({ data }) => data);
        if (!ratings.length) {
          return (
            <div className={styles.nothing}>
              <Text c="dimmed">{texts.ratings.noMatches}</Text>
              <Button variant="default" onClick={onClear}>
                {texts.ratings.clear}
              </Button>
            </div>
          );
        }
        return (
          <>
            <ul className={styles.list}>
              {ratings.map((rating) => (
                <RatingRow key={`${rating.agent_id} ${rating.contact_id}`} rating={rating} />
              ))}
            </ul>
            {hasNextPage ? (
              <Button
                variant="default"
                className={styles.more ?? ''}
                loading={isFetchingNextPage}
                onClick={() => void fetchNextPage()}
              >
                {isFetchNextPageError ? failures.retry : texts.ratings.more}
              </Button>
            ) : (
              <Text c="dimmed" ta="center" size="xs">
                {texts.ratings.end}
              </Text>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
