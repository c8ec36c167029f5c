import { useSession } from '../../../data/session.ts';
import { useAgents } from '../../../entities/agent/use-agents.ts';
import { PhraseActions } from '../../../entities/phrase/phrase-actions.tsx';
import type { Phrase } from '../../../entities/phrase/phrases.ts';
import styles from './phrase-manager.module.css';

export function PhraseRow({ phrase, onEdit }: { phrase: Phrase; onEdit: () => void }) {
  const { agent } = useSession();
  const owner = useAgents().get(phrase.agent_id);
  return (
    <div className={styles.phrase}>
      <span className={styles.words}>
        <span className={styles.name}>
          {phrase.name}{' '}
          {owner && owner.id !== agent.id && <span className={styles.owner}>{owner.name ?? owner.email}</span>}
        </span>
        <span className={styles.text}>{phrase.phrase}</span>
      </span>
      <PhraseActions phrase={phrase} onEdit={onEdit} />
    </div>
  );
}
