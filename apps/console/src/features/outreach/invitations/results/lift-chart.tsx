import { useInvitationResultsTexts } from '../../../../locales/pages/invitation-results.ts';
import { ChartCard } from '../../../../ui/report/charts/chart-card.tsx';
import { useFormats } from '../../../../ui/report/figures/use-formats.ts';
import type { Funnel } from '../model/invitation-queries.ts';
import { useFormatLift } from '../model/use-format-lift.ts';
import styles from './lift-chart.module.css';
import { meaningOf, scaleOf } from './lift-scale.ts';

type Counts = Funnel['totals'];
type Lift = NonNullable<Counts['lift']>;

const LEAST = 100;

/** What invitations add to the share of visitors who write: a point with its 95 % confidence interval around zero. */
export function LiftChart({ funnel: { totals, rules } }: { funnel: Funnel }) {
  const texts = useInvitationResultsTexts();
  const { size } = useFormatLift();
  const measured = rules.filter(({ held_out }) => held_out > 0);
  const rows = [
    ...(measured.length > 1 || !measured.length ? [{ ...totals, rule_id: 0, name: texts.all, deleted: false }] : []),
    ...measured,
  ];
  const at = scaleOf(rows.flatMap(({ lift }) => lift ?? []));
  const { lift } = measured.length === 1 ? (measured[0] ?? totals) : totals;
  return (
    <ChartCard
      title={texts.liftTitle}
      message={lift ? texts.liftMessages[meaningOf(lift)](size(lift.value)) : undefined}
    >
      <ul className={styles.list}>
        {rows.map((row) => (
          <li key={row.rule_id} className={styles.item} data-total={row.rule_id === 0 || undefined}>
            <span className={styles.name}>{row.deleted ? texts.deleted(row.name) : row.name}</span>
            {row.lift ? <Measured lift={row.lift} at={at} /> : <TooFew counts={row} />}
          </li>
        ))}
      </ul>
      {lift && <p className={styles.legend}>{texts.liftLegend}</p>}
    </ChartCard>
  );
}

function Measured({ lift, at }: { lift: Lift; at: (value: number) => number }) {
  const texts = useInvitationResultsTexts();
  const { points, signed } = useFormatLift();
  const { value, low, high } = lift;
  const meaning = meaningOf(lift);
  const percent = (share: number) => `${at(share)}%`;
  return (
    <>
      <span className={styles.track} data-meaning={meaning} aria-hidden>
        <span className={styles.zero} style={{ insetInlineStart: percent(0) }} />
        <span
          className={styles.interval}
          style={{ insetInlineStart: percent(low), inlineSize: `${at(high) - at(low)}%` }}
        />
        <span className={styles.point} style={{ insetInlineStart: percent(value) }} />
      </span>
      <span className={styles.value}>
        <strong>{points(value)}</strong>
        <span className={styles.range}>{texts.range(signed(low), signed(high))}</span>
        <span className={styles.meaning}>{texts.meanings[meaning]}</span>
      </span>
    </>
  );
}

/** In words what is missing for a figure. */
function TooFew({ counts: { shown, held_out } }: { counts: Pick<Counts, 'shown' | 'held_out'> }) {
  const texts = useInvitationResultsTexts();
  const { count } = useFormats();
  const words = held_out ? texts.tooFew(count(LEAST), count(shown), count(held_out)) : texts.notMeasured;
  return <span className={styles.missing}>{words}</span>;
}
