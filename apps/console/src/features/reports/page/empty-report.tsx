import { Button } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useReportsTexts } from '../../../locales/pages/reports.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { TrendChart } from '../../../ui/report/charts/trend-chart.tsx';
import { useSetPeriod } from '../../../ui/report/period/use-report-period.ts';
import { anyChatQuery } from '../report-queries.ts';
import styles from './empty-report.module.css';

const LONGER = 'last-90-days';

/** In place of a report without chats: what to do about it, or what will be here. */
export function EmptyReport() {
  const texts = useReportsTexts();
  const setPeriod = useSetPeriod();
  const { data: hasChats } = useQuery(anyChatQuery);
  if (hasChats === undefined) return null;
  if (!hasChats) return <FirstReport />;
  return (
    <EmptyState
      icon={IconCalendarOff}
      heading={texts.empty.period}
      action={
        <Button variant="default" onClick={() => setPeriod({ period: LONGER })}>
          {texts.empty.longer(texts.presets[LONGER])}
        </Button>
      }
    >
      {texts.empty.periodLead}
    </EmptyState>
  );
}

const SAMPLE = [
  12, 15, 11, 18, 22, 9, 7, 16, 19, 17, 24, 26, 12, 10, 21, 25, 23, 28, 31, 14, 12, 24, 29, 27, 33, 36, 18, 15,
];
const SAMPLE_BEFORE = [
  10, 12, 11, 13, 15, 8, 6, 12, 14, 15, 16, 19, 9, 8, 15, 17, 16, 20, 21, 11, 9, 18, 19, 21, 22, 25, 12, 11,
];

/** What a report will look like. */
function FirstReport() {
  const { empty } = useReportsTexts();
  const toPoints = (values: number[]) => values.map((value, index) => ({ tick: '', label: String(index), value }));
  return (
    <div className={styles.first}>
      <div className={styles.words}>
        <p className={styles.heading}>{empty.heading}</p>
        <p className={styles.lead}>{empty.lead}</p>
        <Button renderRoot={(props) => <Link to="/inbox" {...props} />}>{empty.action}</Button>
      </div>
      <div className={styles.sample} aria-hidden inert>
        <TrendChart
          title={empty.sampleTitle}
          message={empty.sample}
          points={toPoints(SAMPLE)}
          previous={toPoints(SAMPLE_BEFORE)}
          scale="count"
          format={String}
        />
      </div>
    </div>
  );
}
