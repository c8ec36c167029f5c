import { Tooltip } from '@mantine/core';
import { isManager, useSession } from '../../data/session.ts';
import { useAgents } from '../../entities/agent/use-agents.ts';
import { PhraseActions } from '../../entities/phrase/phrase-actions.tsx';
import type { Phrase } from '../../entities/phrase/phrases.ts';
import { useTexts } from '../../locales/locale.tsx';
import { Row } from '../../ui/layout/rows.tsx';
import { PersonAvatar } from '../../ui/person/person-avatar.tsx';
import styles from './phrase-row.module.css';
import { PhraseText } from './phrase-text.tsx';

/** A phrase, with whose it is and what one may do with it. */
export function PhraseRow({ phrase, onEdit }: { phrase: Phrase; onEdit: () => void }) {
  const { people } = useTexts();
  const session = useSession();
  const owner = useAgents().get(phrase.agent_id);
  const isMine = phrase.agent_id === session.agent.id;
  const ownerName = owner?.name ?? owner?.email ?? people.colleague;
  return (
    <Row>
      <div className={styles.phrase}>
        <div className={styles.words}>
          <span className={styles.name} dir="auto">
            {phrase.name}
          </span>
          <PhraseText text={phrase.phrase} />
        </div>
        <Tooltip label={isMine ? people.you(ownerName) : ownerName}>
          <span className={styles.owner}>
            <PersonAvatar name={ownerName} url={owner?.avatar_url ?? null} size={24} />
            <span className={styles.ownerName}>{isMine ? people.you(ownerName) : ownerName}</span>
          </span>
        </Tooltip>
        <div className={styles.actions}>
          {(isMine || isManager(session)) && <PhraseActions phrase={phrase} onEdit={onEdit} />}
        </div>
      </div>
    </Row>
  );
}
