import { IconCheck, IconCircleCheck, IconCircleX, IconX } from '@tabler/icons-react';
import { useInvitationVisitTexts } from '../../../../locales/pages/invitation-visit.ts';
import { useDescribeCondition } from '../model/use-describe-rule.ts';
import styles from './trial.module.css';
import type { JudgedRule, Verdict } from './visit-values.ts';

/** The answer in words, with the conditions that are met and those that aren't. */
export function TrialVerdict({ rule, verdict }: { rule: JudgedRule; verdict: Verdict | undefined }) {
  const texts = useInvitationVisitTexts();
  if (!verdict) {
    return (
      <p className={styles.waiting} role="status">
        {texts.enterAddress}
      </p>
    );
  }
  const { shows, why, other } = verdict;
  const Sign = shows ? IconCircleCheck : IconCircleX;
  return (
    <div className={styles.verdict} data-shows={shows}>
      <div role="status" className={styles.answer}>
        <Sign size={20} stroke={1.75} aria-hidden className={styles.sign} />
        <div>
          <strong className={styles.word}>{shows ? texts.shows : texts.hidden}</strong>
          <span>{shows || !why ? texts.actions[rule.action] : texts.reasons[why](other ?? '')}</span>
          {shows && !rule.enabled && <span>{texts.onceEnabled}</span>}
          {!shows && why !== 'priority' && other !== undefined && <span>{texts.instead(other)}</span>}
        </div>
      </div>
      <Conditions rule={rule} verdict={verdict} />
    </div>
  );
}

function Conditions({ rule: { conditions }, verdict: { met } }: { rule: JudgedRule; verdict: Verdict }) {
  const texts = useInvitationVisitTexts();
  const describe = useDescribeCondition();
  const rows = conditions.items.map((item, at) => ({ key: String(at), item, isMet: met[at] ?? false }));
  if (!rows.length) return null;
  return (
    <ul className={styles.conditions} aria-label={texts.conditionList}>
      {rows.map(({ key, item, isMet }) => {
        const Mark = isMet ? IconCheck : IconX;
        return (
          <li key={key} className={styles.condition} data-met={isMet}>
            <Mark
              size={16}
              stroke={2}
              aria-label={isMet ? texts.met : texts.notMet}
              role="img"
              className={styles.mark}
            />
            <span>{capitalised(describe([item]))}</span>
          </li>
        );
      })}
    </ul>
  );
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
