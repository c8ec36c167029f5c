import { integer, text } from '../../../../infra/postgres/row-schema.ts';
import type { InWidget, Read } from '../../../../kernel/data/context.ts';

interface Part {
  part: string;
  trigrams: string[];
}

/** Words with a form that contains the part, and in how many rules each is. */
export function listContaining({ sql, widgetId }: InWidget<Read>, { part, trigrams }: Part, limit: number) {
  return sql({ word: text(), rules: integer() })`
    SELECT c.word::text AS word, c.rules FROM kb_word_counts c
    WHERE c.widget_id = ${widgetId} AND c.rules > 0 AND c.word IN (
      SELECT f.word FROM kb_forms f
      WHERE f.widget_id = ${widgetId} AND f.trigrams @> ${trigrams}::bigint[] AND strpos(f.form, ${part}) > 0
    ) LIMIT ${limit}`;
}

/** Forget words of rules that are gone. */
export async function prune({ sql, widgetId }: InWidget) {
  await sql`
    DELETE FROM kb_forms f WHERE f.widget_id = ${widgetId} AND NOT EXISTS (
      SELECT FROM kb_word_counts c WHERE c.widget_id = f.widget_id AND c.word = f.word AND c.rules > 0
    )`;
  await sql`DELETE FROM kb_word_counts WHERE widget_id = ${widgetId} AND rules <= 0`;
}
