import { UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useKnowledgeRulesTexts } from '../../../../locales/pages/knowledge-rules.ts';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { Row } from '../../../../ui/layout/rows.tsx';
import { When } from '../../../../ui/time/when.tsx';
import { useAmounts } from '../../model/money.ts';
import type { Rule } from '../model/kb-queries.ts';
import { SourceName } from '../parts/source-name.tsx';
import styles from './rule-row.module.css';

/** A rule: its text, where it comes from, and whether it is of use. */
export function RuleRow({ rule, onDocument }: { rule: Rule; onDocument: (docId: string) => void }) {
  const texts = useKnowledgeRulesTexts();
  const { count } = useAmounts();
  const { id, content, doc_id, has_embedding, used_30d, last_used_at, updated_at } = rule;
  return (
    <Row>
      <article className={styles.rule}>
        <Link to="/ai/knowledge/rules/$id" params={{ id }} className={styles.text} dir="auto">
          {content}
        </Link>
        <div className={styles.facts}>
          <SourceName source={rule} />
          {doc_id && (
            <UnstyledButton className={styles.document} title={texts.docId} onClick={() => onDocument(doc_id)}>
              <bdi>{doc_id}</bdi>
            </UnstyledButton>
          )}
          {used_30d > 0 && <span>{texts.used(count(used_30d), used_30d)}</span>}
          {used_30d === 0 && (
            <span>
              {last_used_at ? (
                <>
                  {texts.lastUsed} <When at={last_used_at} />
                </>
              ) : (
                texts.neverUsed
              )}
            </span>
          )}
          <span>
            {texts.changed} <When at={updated_at} />
          </span>
          {!has_embedding && <StatusBadge tone="waiting">{texts.notEmbedded}</StatusBadge>}
        </div>
      </article>
    </Row>
  );
}
