import { pick } from '../../../../infra/postgres/row-schema.ts';
import type { Context, Read } from '../../../../kernel/data/context.ts';
import { quickPhrases } from '../tables.ts';

export interface StoredPhrase {
  id: number;
  agent_id: number;
  name: string;
  phrase: string;
}

/** Two imports at once would both create a phrase that neither sees. */
export function lockImports({ run, widgetId }: Context) {
  run`SELECT pg_advisory_xact_lock(hashtextextended('quick phrases', ${widgetId}))`;
}

/** Oldest first. */
export function listAll({ sql, widgetId }: Context<Read>): Promise<StoredPhrase[]> {
  return sql(pick(quickPhrases, 'id', 'agent_id', 'name', 'phrase'))`
    SELECT id, agent_id, name, phrase FROM quick_phrases WHERE widget_id = ${widgetId} ORDER BY id`;
}

export async function insertAll({ sql, widgetId }: Context, phrases: Omit<StoredPhrase, 'id'>[]) {
  const rows = JSON.stringify(phrases.map((phrase, place) => ({ ...phrase, place })));
  await sql`
    INSERT INTO quick_phrases (widget_id, agent_id, name, phrase)
    SELECT ${widgetId}, agent_id, name, phrase
    FROM jsonb_to_recordset(${rows}) AS (place int, agent_id bigint, name text, phrase text) ORDER BY place`;
}

export async function updateAll({ sql, widgetId }: Context, phrases: StoredPhrase[]) {
  await sql`
    UPDATE quick_phrases p SET name = r.name, phrase = r.phrase
    FROM jsonb_to_recordset(${JSON.stringify(phrases)}) AS r (id bigint, name text, phrase text)
    WHERE p.widget_id = ${widgetId} AND p.id = r.id`;
}
