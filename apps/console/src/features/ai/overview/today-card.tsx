import { Skeleton } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { api } from '../../../data/api.ts';
import { useSession } from '../../../data/session.ts';
import { useAiTexts } from '../../../locales/pages/ai.ts';
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx';
import { dateAt, startOfDay } from '../../../ui/report/period/dates.ts';
import type { AiSettings } from '../model/ai-queries.ts';
import { useAmounts } from '../model/money.ts';
import card from './card.module.css';
import styles from './today-card.module.css';

const EVERY_MS = 60_000;

/** What was used since midnight in the account's time zone. */
const todayQuery = (timeZone: string) =>
  queryOptions({
    queryKey: ['ai', 'usage', 'today', timeZone],
    queryFn: async () => {
      const from = startOfDay(dateAt(Date.now(), timeZone), timeZone);
      // A period can't be empty, not even at midnight.
      const to = Math.max(Date.now(), from + 1_000);
      const query = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
      return (await api.aiUsage.read({ query })).totals;
    },
    refetchInterval: EVERY_MS,
  });

/** Today's usage against the budgets of the widget. */
export function TodayCard({ settings }: { settings: AiSettings }) {
  const texts = useAiTexts();
  const id = useId();
  const { count, cost } = useAmounts();
  const query = useQuery(todayQuery(useSession().account.timezone));
  const { data, error } = query;
  return (
    <section className={card.card} aria-labelledby={id}>
      <div className={card.head}>
        <h2 id={id} className={card.heading}>
          {texts.today}
        </h2>
        <Link to="/ai/usage" className={card.link}>
          {texts.usage}
        </Link>
      </div>
      {data ? (
        <>
          <Meter
            name={texts.tokens}
            used={data.input_tokens + data.output_tokens}
            budget={settings.budget_widget_tokens}
            format={count}
          />
          <Meter name={texts.cost} used={data.cost_usd_micro} budget={settings.budget_widget_usd_micro} format={cost} />
          <Meter name={texts.calls} used={data.calls} format={count} />
        </>
      ) : error ? (
        <LoadFailure heading={texts.failed} error={error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={96} aria-busy />
      )}
    </section>
  );
}

interface MeterProps {
  name: string;
  used: number;
  /** Null: none. Undefined: there can't be one. */
  budget?: number | null;
  format: (value: number) => string;
}

const CLOSE = 0.8;

function Meter({ name, used, budget, format }: MeterProps) {
  const texts = useAiTexts();
  const share = budget == null ? 0 : budget ? used / budget : 1;
  const state = budget == null || share < CLOSE ? undefined : share < 1 ? 'close' : 'spent';
  return (
    <div className={styles.meter} data-state={state}>
      <div className={styles.words}>
        <span>{name}</span>
        <span className={styles.value}>
          {budget == null ? format(used) : texts.ofBudget(format(used), format(budget))}
          {budget === null && <span className={styles.none}> · {texts.noBudget}</span>}
        </span>
      </div>
      {budget != null && (
        <div
          className={styles.track}
          role="progressbar"
          aria-label={name}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(Math.min(1, share) * 100)}
        >
          <span className={styles.bar} style={{ inlineSize: `${Math.min(1, share) * 100}%` }} />
        </div>
      )}
      {state && <p className={styles.note}>{state === 'spent' ? texts.budgetSpent : texts.budgetClose}</p>}
    </div>
  );
}
