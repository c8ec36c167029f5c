import { useQuery } from '@tanstack/react-query';
import { useReportsTexts } from '../../../locales/pages/reports.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { BarList } from '../../../ui/report/charts/bar-list.tsx';
import { TrendChart } from '../../../ui/report/charts/trend-chart.tsx';
import { extremeOf, toPoints } from '../../../ui/report/charts/trend-points.ts';
import { type Figure, FigureCards } from '../../../ui/report/figures/figure-cards.tsx';
import { useFormats } from '../../../ui/report/figures/use-formats.ts';
import type { ReportPeriod } from '../../../ui/report/period/periods.ts';
import { useReportPeriod } from '../../../ui/report/period/use-report-period.ts';
import { ReportPage } from '../page/report-page.tsx';
import { ratingCountsQuery, type TrendBucket, trendQuery } from '../report-queries.ts';
import { NoRatings } from './no-ratings.tsx';
import { RatingList } from './rating-list.tsx';
import styles from './ratings-report.module.css';

type RatingCounts = Awaited<ReturnType<NonNullable<ReturnType<typeof ratingCountsQuery>['queryFn']>>>;

/** What visitors think, in figures and in their words. */
export function RatingsReport() {
  const texts = useReportsTexts();
  const period = useReportPeriod();
  const counts = useQuery(ratingCountsQuery(period.current));
  return (
    <ReportPage title={texts.tabs.ratings} period={period}>
      <Loaded query={counts} failure={texts.failed}>
        {(found) => (found.ratings_total ? <FoundRatings period={period} counts={found} /> : <NoRatings />)}
      </Loaded>
    </ReportPage>
  );
}

function FoundRatings({ period, counts }: { period: ReportPeriod; counts: RatingCounts }) {
  const before = useQuery(ratingCountsQuery(period.previous)).data;
  return (
    <>
      <FigureCards figures={useRatingFigures(counts, before)} />
      <div className={styles.charts}>
        <Distribution counts={counts} before={before} />
        <AverageOverTime period={period} />
      </div>
      <RatingList period={period} />
    </>
  );
}

const positiveIn = ({ rating_distribution: of }: RatingCounts) => of[4] + of[5];

function useRatingFigures(counts: RatingCounts, before: RatingCounts | undefined): Figure[] {
  const { terms } = useReportsTexts();
  const { count, rating, share } = useFormats();
  const print = (value: number | null) => count(value ?? 0);
  const figure = (
    name: keyof typeof terms,
    of: (counts: RatingCounts) => number | null,
    rest: Pick<Figure, 'format' | 'more' | 'detail'>,
  ) => ({
    ...terms[name],
    value: of(counts),
    previous: before && of(before),
    ...rest,
  });
  return [
    figure('rating_average', (each) => each.rating_average, { format: rating, more: 'good' }),
    figure('ratings_total', (each) => each.ratings_total, { format: print, more: 'neutral' }),
    figure('ratings_positive', positiveIn, {
      format: print,
      more: 'good',
      detail: share(positiveIn(counts), counts.ratings_total),
    }),
    figure('ratings_commented', (each) => each.ratings_commented, { format: print, more: 'neutral' }),
  ];
}

const SCORES = [5, 4, 3, 2, 1] as const;

function Distribution({ counts, before }: { counts: RatingCounts; before: RatingCounts | undefined }) {
  const { ratings: texts } = useReportsTexts();
  const { count, share } = useFormats();
  return (
    <BarList
      title={texts.distribution}
      message={texts.positive(share(positiveIn(counts), counts.ratings_total))}
      items={SCORES.map((score) => ({
        key: score,
        name: texts.score(score),
        value: counts.rating_distribution[score],
        previous: before?.rating_distribution[score],
        label: `${count(counts.rating_distribution[score])} · ${share(counts.rating_distribution[score], counts.ratings_total)}`,
      }))}
    />
  );
}

const averageOf = ({ rating_average }: TrendBucket) => rating_average;

function AverageOverTime({ period }: { period: ReportPeriod }) {
  const { terms, messages } = useReportsTexts();
  const formats = useFormats();
  const trend = useQuery(trendQuery(period.current, period.interval)).data;
  const before = useQuery(trendQuery(period.wholePrevious, period.interval)).data;
  const points = toPoints(trend, averageOf, { period, formats });
  const lowest = extremeOf(points, 'smallest');
  return (
    <TrendChart
      title={terms.rating_average.name}
      message={lowest ? messages.rating(formats.rating(lowest.value), lowest.label) : messages.nothing}
      points={points}
      previous={toPoints(before, averageOf, { period, formats })}
      scale="rating"
      isUnfinished={period.isUnfinished}
      format={formats.rating}
      formatTick={String}
    />
  );
}
