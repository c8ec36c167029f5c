import { Skeleton } from '@mantine/core';
import { useSmartInvitationsTexts } from '../../../../locales/pages/smart-invitations.ts';
import { useFormats } from '../../../../ui/report/figures/use-formats.ts';
import type { Funnel } from '../model/invitation-queries.ts';
import { useFormatLift } from '../model/use-format-lift.ts';
import styles from './invitation-list.module.css';

interface RowFiguresProps {
  /** Undefined if nobody has seen it. */
  figures: Funnel['rules'][number] | undefined;
  isLoaded: boolean;
  /** Whether some visitors are held out. */
  isMeasured: boolean;
}

/** What came of it in the last 30 days. */
export function RowFigures({ figures, isLoaded, isMeasured }: RowFiguresProps) {
  const texts = useSmartInvitationsTexts();
  const { count } = useFormats();
  const { points } = useFormatLift();
  const { shown = 0, wrote = 0, lift = null, held_out = 0 } = figures ?? {};
  const hasLift = isMeasured || held_out > 0;
  const rows = [
    [texts.figures.shown, count(shown)],
    [texts.figures.wrote, count(wrote)],
    [texts.figures.lift, lift ? points(lift.value) : hasLift ? texts.tooEarly : '–'],
  ] as const;
  return (
    <dl className={styles.figures} title={texts.figuresLead}>
      {rows.map(([label, value]) => (
        <div key={label} className={styles.figure}>
          <dt>{label}</dt>
          <dd>{isLoaded ? value : <Skeleton width={32} height={14} className={styles.figureSkeleton ?? ''} />}</dd>
        </div>
      ))}
    </dl>
  );
}
