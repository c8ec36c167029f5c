import { Button } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { sourceKindOf, useSourceName } from '../../../../entities/chat/ai/source-names.ts';
import { useAiTurnTexts } from '../../../../locales/pages/ai-turn.ts';
import { useKnowledgeRulesTexts } from '../../../../locales/pages/knowledge-rules.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { Loaded } from '../../../../ui/feedback/loaded.tsx';
import { Row, Rows } from '../../../../ui/layout/rows.tsx';
import { When } from '../../../../ui/time/when.tsx';
import { useAmounts } from '../../model/money.ts';
import { type Source, sourcesQuery } from '../model/kb-queries.ts';
import { sourceIcon } from '../model/sources.ts';
import { RemoveSource } from './remove-source.tsx';
import styles from './source-list.module.css';

/** Where the rules come from, and how many each source gives. */
export function SourceList() {
  const { sources: texts } = useKnowledgeRulesTexts();
  const query = useQuery(sourcesQuery);
  /** Kept while the dialog fades. */
  const [asked, setAsked] = useState<{ source: Source; isOpen: boolean }>();
  return (
    <>
      <Loaded query={query} failure={texts.failed}>
        {(sources) =>
          sources.length ? (
            <Rows label={texts.title}>
              {sources.map((source) => (
                <SourceRow key={source.source} source={source} onRemove={() => setAsked({ source, isOpen: true })} />
              ))}
            </Rows>
          ) : (
            <EmptyState icon={IconBook2} heading={texts.empty}>
              {texts.emptyLead}
            </EmptyState>
          )
        }
      </Loaded>
      {asked && <RemoveSource {...asked} onClose={() => setAsked({ ...asked, isOpen: false })} />}
    </>
  );
}

function SourceRow({ source, onRemove }: { source: Source; onRemove: () => void }) {
  const { sources: texts } = useKnowledgeRulesTexts();
  const { sourceKinds } = useAiTurnTexts();
  const name = useSourceName()(source);
  const { count } = useAmounts();
  const Sign = sourceIcon(source.source);
  const kind = sourceKinds[sourceKindOf(source.source) ?? 'other'];
  return (
    <Row>
      <div className={styles.source}>
        <span className={styles.sign} aria-hidden>
          <Sign size={18} stroke={1.75} />
        </span>
        <div className={styles.words}>
          <Link to="/ai/knowledge" search={{ source: source.source }} className={styles.name}>
            <bdi>{name}</bdi>
          </Link>
          <span className={styles.facts}>
            {kind !== name && <span>{kind}</span>}
            <span>{texts.count(count(source.chunk_count), source.chunk_count)}</span>
            <span>
              {texts.updated} <When at={source.updated_at} />
            </span>
            {source.source_is_managed && <span>{texts.managed}</span>}
          </span>
        </div>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          className={styles.remove ?? ''}
          aria-label={texts.deleteAllOf(name)}
          onClick={onRemove}
        >
          {texts.deleteAll}
        </Button>
      </div>
    </Row>
  );
}
