import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useSession } from '../../../data/session.ts';
import { useAgents } from '../../../entities/agent/use-agents.ts';
import type { Phrase } from '../../../entities/phrase/phrases.ts';
import { useRemovePhrase } from '../../../entities/phrase/use-remove-phrase.ts';
import { useTexts } from '../../../locales/locale.tsx';
import styles from './phrase-manager.module.css';

export function PhraseRow({ phrase, onEdit }: { phrase: Phrase; onEdit: () => void }) {
  const { composer: texts } = useTexts();
  const { agent } = useSession();
  const owner = useAgents().get(phrase.agent_id);
  const remove = useRemovePhrase();
  return (
    <div className={styles.phrase}>
      <span className={styles.words}>
        <span className={styles.name}>
          {phrase.name}{' '}
          {owner && owner.id !== agent.id && <span className={styles.owner}>{owner.name ?? owner.email}</span>}
        </span>
        <span className={styles.text}>{phrase.phrase}</span>
      </span>
      <Tooltip label={texts.edit}>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.editPhrase(phrase.name)} onClick={onEdit}>
          <IconPencil size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={texts.remove}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={texts.removePhrase(phrase.name)}
          onClick={() => remove(phrase)}
        >
          <IconTrash size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
