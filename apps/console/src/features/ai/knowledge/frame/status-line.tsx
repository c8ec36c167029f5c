import { useKnowledgeTexts } from '../../../../locales/pages/knowledge.ts';
import { useAmounts } from '../../model/money.ts';
import type { KbStatus } from '../model/kb-queries.ts';
import styles from './knowledge.module.css';

/** How much there is, what is on its way, and how it is found. */
export function StatusLine({ status: { rules, pending, embedding, index } }: { status: KbStatus }) {
  const { status: texts } = useKnowledgeTexts();
  const { count } = useAmounts();
  return (
    <span className={styles.status}>
      <span>{texts.rules(count(rules), rules)}</span>
      {pending > 0 && embedding && <span className={styles.pending}>{texts.pending(count(pending))}</span>}
      {embedding && (
        <span title={texts.modelName}>
          <bdi>{embedding.model}</bdi>
        </span>
      )}
      {embedding && <span title={texts.index}>{texts.indexes[index]}</span>}
    </span>
  );
}
