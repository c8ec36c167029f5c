import { useLocale } from '../../../locales/locale.tsx';
import { useBroadcastsTexts } from '../../../locales/pages/broadcasts.ts';
import { numberFormat } from '../../../ui/time/formats.ts';
import type { Broadcast } from '../model/broadcast-queries.ts';
import styles from './outcomes.module.css';

type Counts = Broadcast['counts'];

const STATES = ['sent', 'pending', 'failed', 'skipped', 'unknown'] as const;
const EFFECTS = ['delivered', 'read', 'replied', 'unsubscribed'] as const;

/** What became of the recipients, and what those who got the message did. */
export function Outcomes({ counts }: { counts: Counts }) {
  const texts = useBroadcastsTexts();
  if (!counts.total) return null;
  return (
    <div className={styles.outcomes}>
      <Figures label={texts.outcomes} names={STATES} counts={counts} whole={counts.total} />
      <Figures label={texts.effects} names={EFFECTS} counts={counts} whole={counts.sent} />
    </div>
  );
}

interface FiguresProps {
  label: string;
  names: readonly (keyof Counts)[];
  counts: Counts;
  /** Of which the figures are shares. */
  whole: number;
}

function Figures({ label, names, counts, whole }: FiguresProps) {
  const texts = useBroadcastsTexts();
  const { locale } = useLocale();
  const count = numberFormat(locale, {});
  const share = numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <dl className={styles.figures} aria-label={label}>
      {names.map((name) => (
        <div key={name} className={styles.figure}>
          <dt className={styles.name} title={texts.countLeads[name as keyof typeof texts.countLeads]}>
            {texts.counts[name as keyof typeof texts.counts]}
          </dt>
          <dd className={styles.value} data-bad={(name === 'failed' && counts.failed > 0) || undefined}>
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
