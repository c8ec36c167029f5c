import { useLocale } from '../../../../locales/locale.tsx';
import { useSendsTexts } from '../../../../locales/pages/sends.ts';
import { numberFormat } from '../../../../ui/time/formats.ts';
import type { CountedSend } from '../model/send.ts';
import styles from './outcomes.module.css';

type Counts = CountedSend['counts'];

type CountName = Exclude<keyof Counts, 'total'>;

interface OutcomesProps {
  counts: Counts;
  /** States of recipients that occur. */
  states: readonly CountName[];
  /** What those who got the message may have done. */
  effects: readonly CountName[];
}

/** What became of the recipients, and what those who got the message did. */
export function Outcomes({ counts, states, effects }: OutcomesProps) {
  const texts = useSendsTexts();
  if (!counts.total) return null;
  return (
    <div className={styles.outcomes}>
      <Figures label={texts.outcomes} names={states} counts={counts} whole={counts.total} />
      <Figures label={texts.effects} names={effects} counts={counts} whole={counts.sent} />
    </div>
  );
}

const BAD: ReadonlySet<CountName> = new Set(['failed', 'bounced', 'complained']);

interface FiguresProps {
  label: string;
  names: readonly CountName[];
  counts: Counts;
  /** Of which the figures are shares. */
  whole: number;
}

function Figures({ label, names, counts, whole }: FiguresProps) {
  const texts = useSendsTexts();
  const { locale } = useLocale();
  const count = numberFormat(locale, {});
  const share = numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <dl className={styles.figures} aria-label={label}>
      {names.map((name) => (
        <div key={name} className={styles.figure}>
          <dt className={styles.name} title={texts.countLeads[name as keyof typeof texts.countLeads]}>
            {texts.counts[name]}
          </dt>
          <dd className={styles.value} data-bad={(BAD.has(name) && counts[name] > 0) || undefined}>
            {count.format(counts[name])}
            {whole > 0 && counts[name] > 0 && (
              <span className={styles.share}>{share.format(counts[name] / whole)}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
