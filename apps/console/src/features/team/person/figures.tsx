import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { type Locale, useLocale } from '../../../locales/locale.tsx';
import { useTeamTexts } from '../../../locales/pages/team.ts';
import { SegmentedChoice } from '../../../ui/controls/segmented-choice.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { numberFormat } from '../../../ui/time/formats.ts';
import styles from './figures.module.css';

const DAY_MS = 86_400_000;
const periods = ['7', '30'] as const;
type Days = (typeof periods)[number];

const metrics = [
  'chats_total',
  'chats_accepted',
  'chats_missed',
  'messages_total',
  'avg_response_time_seconds',
  'rating_average',
  'chats_transferred_in',
  'chats_transferred_out',
] as const;
type Metric = (typeof metrics)[number];

/** The person's statistics of the last days. */
export function Figures({ agentId }: { agentId: number }) {
  const { person: texts } = useTeamTexts();
  const { locale } = useLocale();
  const [days, setDays] = useState<Days>('7');
  const query = useQuery({
    queryKey: ['team', 'figures', agentId, days],
    queryFn: () => {
      const to = new Date();
      const from = new Date(to.getTime() - Number(days) * DAY_MS);
      const query = { from: from.toISOString(), to: to.toISOString(), metric: metrics.join(',') };
      return api.stats.agent({ params: { id: agentId }, query });
    },
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <SegmentedChoice
        label={texts.period}
        isLabelHidden
        value={days}
        options={periods.map((value) => ({ value, label: texts.days[value] }))}
        onChange={setDays}
      />
      <Loaded query={query} failure={texts.figuresFailed} skeleton={<Skeleton height={160} mt="md" aria-busy />}>
        {(stats) => (
          <dl className={styles.figures} aria-busy={query.isPlaceholderData}>
            {metrics.map((metric) => (
              <div key={metric} className={styles.figure}>
                <dt>{texts.metrics[metric]}</dt>
                <dd>{formatMetric(metric, stats[metric] ?? null, locale)}</dd>
              </div>
            ))}
          </dl>
        )}
      </Loaded>
    </>
  );
}

function formatMetric(metric: Metric, value: number | null, locale: Locale) {
  if (value === null) return '–';
  if (metric === 'avg_response_time_seconds') return formatDuration(value, locale);
  return numberFormat(locale, { maximumFractionDigits: 1 }).format(value);
}

/** In the largest unit that fits. */
function formatDuration(seconds: number, locale: Locale) {
  const [unit, length] = seconds < 60 ? (['second', 1] as const) : longer(seconds);
  const options = {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: unit === 'hour' ? 1 : 0,
  } as const;
  return numberFormat(locale, options).format(seconds / length);
}

const longer = (seconds: number) => (seconds < 3_600 ? (['minute', 60] as const) : (['hour', 3_600] as const));
