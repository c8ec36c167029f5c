import { Link } from '@tanstack/react-router';
import { useKnowledgeSearchTexts } from '../../../../locales/pages/knowledge-search.ts';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { Row, Rows } from '../../../../ui/layout/rows.tsx';
import type { Hit, Search } from '../model/kb-queries.ts';
import { SourceName } from '../parts/source-name.tsx';
import styles from './hits.module.css';
import { markWords } from './marked.ts';
import { useFigures } from './use-figures.ts';

interface HitsProps {
  search: Search;
  /** The rule whose page this is. */
  ruleId?: number | undefined;
}

/** What was found, best first, and why. */
export function Hits({ search: { hits, mode, took_ms }, ruleId }: HitsProps) {
  const texts = useKnowledgeSearchTexts();
  const { count } = useFigures();
  const end = [texts.modes[mode], texts.took(count(took_ms))].join(' · ');
  if (!hits.length) return <p className={styles.none}>{texts.nothing}</p>;
  return (
    <Rows label={texts.found} end={end}>
      {hits.map((hit) => (
        <HitRow key={hit.id} hit={hit} isOwn={hit.id === ruleId} />
      ))}
    </Rows>
  );
}

function HitRow({ hit, isOwn }: { hit: Hit; isOwn: boolean }) {
  const texts = useKnowledgeSearchTexts();
  const { rank, percent, decimal } = useFigures();
  const { id, content, score, similarity, why } = hit;
  return (
    <Row>
      <article className={styles.hit} data-own={isOwn || undefined}>
        <div className={styles.head}>
          <SourceName source={hit} />
          {isOwn && <StatusBadge tone="good">{texts.own}</StatusBadge>}
          <span className={styles.score} title={texts.score}>
            {percent(score)}
          </span>
        </div>
        <p className={styles.text} dir="auto">
          {markWords(content.replace(/\n{2,}/g, '\n'), why.terms).map(({ at, text, isMarked }) =>
            isMarked ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
          )}
        </p>
        <div className={styles.why}>
          <span>{why.text_rank === null ? texts.noTextRank : texts.textRank(rank(why.text_rank))}</span>
          <span>{why.vector_rank === null ? texts.noVectorRank : texts.vectorRank(rank(why.vector_rank))}</span>
          {similarity !== null && <span>{texts.similarity(decimal(similarity))}</span>}
          {!isOwn && (
            <Link to="/ai/knowledge/rules/$id" params={{ id }} className={styles.open}>
              {texts.open}
            </Link>
          )}
        </div>
      </article>
    </Row>
  );
}
