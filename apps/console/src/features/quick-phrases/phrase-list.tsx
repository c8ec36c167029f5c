import { Button } from '@mantine/core';
import { IconMessageBolt } from '@tabler/icons-react';
import { useState } from 'react';
import { useSession } from '../../data/session.ts';
import { filterPhrases } from '../../entities/phrase/phrase-filter.ts';
import type { Phrase } from '../../entities/phrase/phrases.ts';
import { useQuickPhrasesTexts } from '../../locales/pages/quick-phrases.ts';
import { ListTools } from '../../ui/controls/list-tools.tsx';
import { SegmentedChoice } from '../../ui/controls/segmented-choice.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Rows } from '../../ui/layout/rows.tsx';
import { isInGroup, type PhraseGroup, phraseGroups } from './phrase-groups.ts';
import { PhraseRow } from './phrase-row.tsx';

interface PhraseListProps {
  phrases: Phrase[];
  onEdit: (phrase: Phrase) => void;
}

/** Of hundreds of rows, more are rendered only when asked for. */
const STEP = 100;

export function PhraseList({ phrases, onEdit }: PhraseListProps) {
  const texts = useQuickPhrasesTexts();
  const me = useSession().agent.id;
  const [query, setQuery] = useState('');
  const [group, setGroup] = useState<PhraseGroup>('all');
  const [limit, setLimit] = useState(STEP);
  const countOf = (each: PhraseGroup) => phrases.filter((phrase) => isInGroup(phrase, each, me)).length;
  const found = filterPhrases(
    phrases.filter((phrase) => isInGroup(phrase, group, me)),
    query,
    me,
  );
  const showAll = () => {
    setQuery('');
    setGroup('all');
  };
  return (
    <>
      <ListTools label={texts.search} query={query} onSearch={setQuery}>
        <SegmentedChoice
          label={texts.title}
          isLabelHidden
          value={group}
          options={phraseGroups.map((value) => ({ value, label: `${texts.groups[value]} · ${countOf(value)}` }))}
          onChange={setGroup}
        />
      </ListTools>
      {found.length ? (
        <Rows
          label={texts.title}
          end={
            found.length > limit ? (
              <Button variant="default" onClick={() => setLimit(limit + STEP)}>
                {texts.showMore}
              </Button>
            ) : (
              texts.end(found.length)
            )
          }
        >
          {found.slice(0, limit).map((phrase) => (
            <PhraseRow key={phrase.id} phrase={phrase} onEdit={() => onEdit(phrase)} />
          ))}
        </Rows>
      ) : (
        <EmptyState
          icon={IconMessageBolt}
          heading={texts.noMatch}
          action={
            <Button variant="default" onClick={showAll}>
              {texts.showAll}
            </Button>
          }
        >
          {texts.noMatchLead}
        </EmptyState>
      )}
    </>
  );
}
