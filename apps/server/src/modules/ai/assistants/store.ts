import { and, eq } from 'drizzle-orm';
import { integer, pick, type RowOf, text } from '../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import { fragment } from '../../../infra/postgres/sql.ts';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { aiAssistants, aiPersonaVersions } from './tables.ts';

const columns = {
  ...pick(
    aiAssistants,
    ...(['id', 'name', 'enabled', 'is_default', 'temperature', 'rag_enabled', 'escalation_triggers'] as const),
    ...(['greeting', 'quick_phrases', 'greeting_i18n', 'quick_phrases_i18n', 'provider', 'model'] as const),
    ...(['persona_version', 'created_at', 'updated_at'] as const),
  ),
  ...pick(aiPersonaVersions, 'persona', 'system_prompt'),
};

type Assistant = RowOf<typeof columns>;

/** They are in the version in use. */
export type Texts = Pick<Assistant, 'persona' | 'system_prompt'>;

export type Settings = Omit<Assistant, 'id' | 'persona_version' | 'created_at' | 'updated_at' | keyof Texts>;

const ASSISTANTS = fragment`
  SELECT a.id, a.name, a.enabled, a.is_default, a.temperature, a.rag_enabled, a.escalation_triggers, a.greeting,
    a.quick_phrases, a.greeting_i18n, a.quick_phrases_i18n, a.provider, a.model, a.persona_version, a.created_at,
    a.updated_at, v.persona, v.system_prompt
  FROM ai_assistants a
  JOIN ai_persona_versions v ON v.widget_id = a.widget_id AND v.assistant_id = a.id AND v.version = a.persona_version`;

export function list({ sql, widgetId }: InWidget<Read>, { before, limit }: { before?: number; limit: number }) {
  return sql(columns)`${ASSISTANTS}
    WHERE a.widget_id = ${widgetId} AND a.deleted_at IS NULL AND a.id < ${before ?? Number.MAX_SAFE_INTEGER}
    ORDER BY a.id DESC LIMIT ${limit}`;
}

export async function find({ sql, widgetId }: InWidget<Read>, id: number) {
  const [found] = await sql.prepared(columns)`${ASSISTANTS}
    WHERE a.widget_id = ${widgetId} AND a.id = ${id} AND a.deleted_at IS NULL`;
  return found;
}

export async function count({ sql, widgetId }: InWidget<Read>) {
  const rows = await sql({ count: integer() })`
    SELECT count(*)::int AS count FROM ai_assistants WHERE widget_id = ${widgetId} AND deleted_at IS NULL`;
  return onlyRow(rows).count;
}

export async function insert({ db, widgetId, now }: InWidget, settings: Partial<Settings> & { name: string }) {
  const times = { created_at: now.toString(), updated_at: now.toString() };
  const rows = await db
    .insert(aiAssistants)
    .values({ widget_id: widgetId, ...settings, ...times })
    .returning({ id: aiAssistants.id });
  return onlyRow(rows).id;
}

interface Version extends Texts {
  id: number;
  version: number;
}

export async function insertVersion({ sql, widgetId, now }: InWidget, { id, version, ...texts }: Version) {
  await sql`
    INSERT INTO ai_persona_versions (widget_id, assistant_id, version, persona, system_prompt, created_at)
    VALUES (${widgetId}, ${id}, ${version}, ${texts.persona}, ${texts.system_prompt}, ${now.toString()})`;
}

/** Also of a deleted assistant. */
export async function findVersion({ sql, widgetId }: InWidget<Read>, id: number, version: number) {
  const [found] = await sql(pick(aiPersonaVersions, 'persona', 'system_prompt'))`
    SELECT persona, system_prompt FROM ai_persona_versions
    WHERE widget_id = ${widgetId} AND assistant_id = ${id} AND version = ${version}`;
  return found;
}

type Changes = Partial<Settings> & { persona_version?: number; deleted_at?: string };

export async function update({ db, widgetId, now }: InWidget, id: number, changes: Changes) {
  await db
    .update(aiAssistants)
    .set({ ...changes, updated_at: now.toString() })
    .where(and(eq(aiAssistants.widget_id, widgetId), eq(aiAssistants.id, id)));
}

/** Before another one becomes the default. */
export async function clearDefault({ sql, widgetId, now }: InWidget) {
  await sql`
    UPDATE ai_assistants SET is_default = false, updated_at = ${now.toString()}
    WHERE widget_id = ${widgetId} AND is_default`;
}

// Operators stand above assistants, so their tables are not imported here.

/** AI operators that are not retired, by age. */
export function listOperators({ sql, widgetId }: InWidget<Read>, id: number) {
  return sql({ id: integer(), name: text() })`
    SELECT g.id, coalesce(o.name, 'Assistant') AS name
    FROM ai_operators o JOIN agents g ON g.widget_id = o.widget_id AND g.id = o.agent_id
    WHERE o.widget_id = ${widgetId} AND o.assistant_id = ${id} AND g.status <> 'banned' ORDER BY g.id`;
}

/** Enabled assistants with the active AI operators that run them. */
const ANSWERING = fragment`
  FROM ai_assistants a
  JOIN ai_operators o ON o.widget_id = a.widget_id AND o.assistant_id = a.id
  JOIN agents g ON g.widget_id = o.widget_id AND g.id = o.agent_id AND g.type = 'ai' AND g.status = 'active'`;

const targetColumns = { assistant_id: aiAssistants.id, operator_id: integer(), persona_version: integer() };

export function listTargets({ sql, widgetId }: InWidget<Read>, limit: number) {
  return sql(targetColumns)`
    SELECT a.id AS assistant_id, g.id AS operator_id, a.persona_version ${ANSWERING}
    WHERE a.widget_id = ${widgetId} AND a.enabled AND a.deleted_at IS NULL ORDER BY a.id, g.id LIMIT ${limit}`;
}

export async function isTarget({ sql, widgetId }: InWidget<Read>, id: number) {
  const found = await sql({})`
    SELECT ${ANSWERING} WHERE a.widget_id = ${widgetId} AND a.id = ${id} AND a.enabled AND a.deleted_at IS NULL LIMIT 1`;
  return found.length > 0;
}

const effectiveColumns = { ...pick(aiAssistants, 'id', 'name'), operator_id: integer() };

/** The default assistant, or the one of the oldest operator. None while an external operator is active: it answers. */
export async function findEffective({ sql, widgetId }: InWidget<Read>) {
  const [found] = await sql(effectiveColumns)`
    SELECT a.id, a.name, g.id AS operator_id ${ANSWERING}
    WHERE a.widget_id = ${widgetId} AND a.enabled AND a.deleted_at IS NULL AND NOT EXISTS (
      SELECT FROM external_operators e JOIN agents x ON x.widget_id = e.widget_id AND x.id = e.agent_id
      WHERE e.widget_id = a.widget_id AND e.state = 'active' AND x.status = 'active')
    ORDER BY a.is_default DESC, g.id LIMIT 1`;
  return found;
}
