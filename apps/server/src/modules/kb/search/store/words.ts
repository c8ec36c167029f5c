import { integer, number, pick, text } from '../../../../infra/postgres/row-schema.ts';
import { type Fragment, fragment, join, param, raw } from '../../../../infra/postgres/sql.ts';
import type { InWidget, Read } from '../../../../kernel/data/context.ts';
import { kbForms, kbStates, kbWords } from '../../rules/tables.ts';
import { hiddenFrom } from './hidden.ts';

/** Of all rules of the widget. */
export async function findTotals({ sql, widgetId }: InWidget<Read>) {
  const [found] = await sql.prepared(pick(kbStates, 'rules', 'length'))`
    SELECT rules, length FROM kb_states WHERE widget_id = ${widgetId}`;
  return found ?? { rules: 0, length: 0 };
}

/** In how many rules each of the words is, for those that are in any. */
export function countRules({ sql, widgetId }: InWidget<Read>, words: string[]) {
  return sql.prepared({ word: text(), rules: integer() })`
    SELECT word::text AS word, rules FROM kb_word_counts
    WHERE widget_id = ${widgetId} AND word = ANY (${words}::bigint[]) AND rules > 0`;
}

const nearColumns = { ...pick(kbForms, 'form'), word: text(), rules: integer(), similarity: number() };

/** Words of rules that look like this one, the most similar first. */
export function listNear(
  { sql, widgetId }: InWidget<Read>,
  { form, trigrams }: { form: string; trigrams: string[] },
  { similarity, limit }: { similarity: number; limit: number },
) {
  return sql.prepared(nearColumns)`
    SELECT n.form, n.word::text AS word, c.rules, n.similarity
    FROM (
      SELECT f.form, f.word, similarity(f.form, ${form}) AS similarity FROM kb_forms f
      WHERE f.widget_id = ${widgetId} AND f.trigrams && ${trigrams}::bigint[]
    ) AS n JOIN kb_word_counts c ON c.widget_id = ${widgetId} AND c.word = n.word AND c.rules > 0
    WHERE n.similarity >= ${similarity} ORDER BY n.similarity DESC, n.form LIMIT ${limit}`;
}

/** A word to rank by. */
interface Term {
  word: string;
  /** What having it is worth at most. */
  weight: number;
}

interface Ranking {
  terms: Term[];
  /** The words that candidates have one of. */
  rarest: string[];
  averageLength: number;
  operatorId: number | null;
}

const MAX_CANDIDATES = 2_000;
/** Of BM25: how soon repeating a word stops to count, and how much the length of a text does. */
const SATURATION = 1.2;
const LENGTH = 0.75;

/** Best first, by BM25. Each word is a part of the expression: a subquery for each row would take ten times as long. */
export function rank(
  { sql, widgetId }: InWidget<Read>,
  { terms, rarest, averageLength, operatorId }: Ranking,
  limit: number,
) {
  const parts = terms.map(({ word, weight }) => scoreOf(word, weight));
  return sql({ ...pick(kbWords, 'rule_id'), score: number() })`
    SELECT s.rule_id, s.score FROM (
      SELECT w.rule_id, ${join(parts, ' + ')} AS score
      FROM (
        SELECT rule_id, words, counts,
          ${SATURATION}::float8 * (1 - ${LENGTH}::float8 + ${LENGTH}::float8 * length / ${averageLength}::float8) AS needed
        FROM kb_words
        WHERE widget_id = ${widgetId} AND words && ${rarest}::bigint[]
          AND rule_id NOT IN (${hiddenFrom(widgetId, operatorId)})
        LIMIT ${raw(MAX_CANDIDATES)}
      ) AS w
    ) AS s ORDER BY s.score DESC, s.rule_id DESC LIMIT ${limit}`;
}

/** By halves, since words are in order. A parameter for each use would be sent again. */
function scoreOf(word: string, weight: number): Fragment {
  const term = fragment`${param(word)}::bigint`;
  const place = fragment`width_bucket(${term}, w.words)`;
  return fragment`CASE WHEN w.words[${place}] = ${term} THEN ${weight}::float8 / (1 + w.needed / w.counts[${place}]) ELSE 0 END`;
}
