import { Button, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isManager, useSession } from '../../../data/session.ts';
import { filterPhrases } from '../../../entities/phrase/phrase-filter.ts';
import { PhraseForm } from '../../../entities/phrase/phrase-form.tsx';
import { type Phrase, phrasesQuery } from '../../../entities/phrase/phrases.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import styles from './phrase-manager.module.css';
import { PhraseRow } from './phrase-row.tsx';

/** The agent's own phrases; managers see everybody's. */
export function PhraseManager({ onClose }: { onClose: () => void }) {
  const { composer: texts } = useTexts();
  const session = useSession();
  const { data: phrases } = useQuery(phrasesQuery);
  const [edited, setEdited] = useState<Phrase | 'new'>();
  const isMine = ({ agent_id }: Phrase) => agent_id === session.agent.id || isManager(session);
  const shown = filterPhrases(phrases?.filter(isMine) ?? [], '', session.agent.id);
  const close = () => setEdited(undefined);
  return (
    <Dialog title={texts.phrases} isOpen onClose={onClose}>
      <Stack gap="md">
        {edited === 'new' ? (
          <PhraseForm onDone={close} />
        ) : (
          <Button
            variant="default"
            data-autofocus
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => setEdited('new')}
          >
            {texts.newPhrase}
          </Button>
        )}
        {phrases && !shown.length && edited !== 'new' && <span className={styles.empty}>{texts.noPhrases}</span>}
        <ul className={styles.list}>
          {shown.map((phrase) => (
            <li key={phrase.id} className={styles.row}>
              {edited === phrase ? (
                <PhraseForm phrase={phrase} onDone={close} />
              ) : (
                <PhraseRow phrase={phrase} onEdit={() => setEdited(phrase)} />
              )}
            </li>
          ))}
        </ul>
      </Stack>
    </Dialog>
  );
}
