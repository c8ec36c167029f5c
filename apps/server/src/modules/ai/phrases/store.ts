import { pick } from '../../../infra/postgres/row-schema.ts';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { aiPhrases } from './tables.ts';

const columns = pick(aiPhrases, 'key', 'locale', 'text');

type Key = typeof aiPhrases.$inferSelect.key;

export function list({ sql, widgetId }: InWidget<Read>) {
  return sql(columns)`SELECT key, locale, text FROM ai_phrases WHERE widget_id = ${widgetId} ORDER BY key, locale`;
}

export async function find({ sql, widgetId }: InWidget<Read>, key: Key, locale: string) {
  const [found] = await sql.prepared(pick(aiPhrases, 'text'))`
    SELECT text FROM ai_phrases WHERE widget_id = ${widgetId} AND key = ${key} AND locale = ${locale}`;
  return found?.text;
}

export interface Phrase {
  key: Key;
  locale: string;
  text: string;
}

export async function upsert({ sql, widgetId }: InWidget, phrases: Phrase[]) {
  await sql`
    INSERT INTO ai_phrases (widget_id, key, locale, text)
    SELECT ${widgetId}, key, locale, text
    FROM unnest(${phrases.map(({ key }) => key)}::text[], ${phrases.map(({ locale }) => locale)}::text[],
      ${phrases.map(({ text }) => text)}::text[]) AS given (key, locale, text)
    ON CONFLICT (widget_id, key, locale) DO UPDATE SET text = excluded.text`;
}

export async function remove({ sql, widgetId }: InWidget, phrases: Omit<Phrase, 'text'>[]) {
  await sql`
    DELETE FROM ai_phrases p
    USING unnest(${phrases.map(({ key }) => key)}::text[], ${phrases.map(({ locale }) => locale)}::text[])
      AS given (key, locale)
    WHERE p.widget_id = ${widgetId} AND p.key = given.key AND p.locale = given.locale`;
}

export async function removeAll({ sql, widgetId }: InWidget) {
  await sql`DELETE FROM ai_phrases WHERE widget_id = ${widgetId}`;
}
