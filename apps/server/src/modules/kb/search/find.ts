import type { InWidget, Read } from '../../../kernel/data/context.ts';
import type { Embedding } from '../embedding/index.ts';
import { findIn } from '../rules/index.ts';
import { findByMeaning } from './by-meaning.ts';
import { findByWords, type Ranked } from './by-words.ts';
import { fuse, ranksOf } from './fusion.ts';
import { countSearch } from './metrics.ts';
import type { Similar } from './neighbours.ts';
import { listRules } from './store/rules.ts';

/** Places of a list that count. */
const RANKED = 100;

export interface FoundRule {
  id: number;
  content: string;
  doc_id: string | null;
  source: string;
  source_label: string | null;
  source_ref: string | null;
  token_count: number;
  /** 1 for the first by words and by meaning. */
  score: number;
  /** Cosine of text and question; null if it was found by its words alone. */
  similarity: number | null;
  why: {
    text_rank: number | null;
    vector_rank: number | null;
    /** Words of the question that the text has, as the text writes them. */
    terms: string[];
  };
}

interface Question {
  text: string;
  /** Null: by words alone. */
  embedding: Embedding | null;
  /** Rules of this operator alone are found too. */
  operatorId: number | null;
  limit: number;
}

/** Best first. */
export async function find(work: InWidget<Read>, question: Question): Promise<FoundRule[]> {
  const { text, embedding, operatorId, limit } = question;
  const end = countSearch(embedding ? 'hybrid' : 'text');
  const [{ ranked, words }, similar] = await Promise.all([
    findByWords(work, { text, operatorId, limit: RANKED }),
    embedding ? findByMeaning(work, { embedding, operatorId }) : undefined,
  ]);
  const best = combine(ranked, similar).slice(0, limit);
  const rules = new Map(
    (best.length
      ? await listRules(
          work,
          best.map(({ id }) => id),
        )
      : []
    ).map((rule) => [rule.id, rule]),
  );
  end();
  return best.flatMap(({ id, score, similarity, text_rank, vector_rank }) => {
    const rule = rules.get(id);
    // One that was deleted meanwhile.
    if (!rule) return [];
    return { ...rule, score, similarity, why: { text_rank, vector_rank, terms: findIn(rule.content, words) } };
  });
}

/** Of equal scores, a text that has the words comes first. */
const isByText = ({ text_rank: rank }: { text_rank: number | null }) => (rank === null ? 0 : 1);

/**
 * Joins both lists by reciprocal ranks. A text that has little of the question in words counts as little there: any list has a
 * first place, and that of a question in other words is one of chance.
 */
function combine(ranked: Ranked[], similar: Similar[] | undefined) {
  const textRanks = ranksOf(ranked, ({ score }) => score);
  const near = similar?.slice(0, RANKED) ?? [];
  const vectorRanks = ranksOf(near, ({ similarity }) => similarity);
  const byText = new Map(ranked.map((each, at) => [each.rule_id, { share: each.share, rank: textRanks[at] ?? null }]));
  const byVector = new Map(near.map(({ rule_id }, at) => [rule_id, vectorRanks[at] ?? null]));
  const similarities = new Map(similar?.map(({ rule_id, similarity }) => [rule_id, similarity]));
  return [...new Set([...byText.keys(), ...byVector.keys()])]
    .map((id) => {
      const { rank: text_rank, share } = byText.get(id) ?? { rank: null, share: 0 };
      const vector_rank = byVector.get(id) ?? null;
      const score = similar
        ? fuse([
            { rank: text_rank, weight: share },
            { rank: vector_rank, weight: 1 },
          ])
        : fuse([{ rank: text_rank, weight: 1 }]);
      return { id, score, similarity: similarities.get(id) ?? null, text_rank, vector_rank };
    })
    .sort((a, b) => b.score - a.score || isByText(b) - isByText(a) || b.id - a.id);
}
