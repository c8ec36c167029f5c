import { and, eq } from 'drizzle-orm';
import { boolean, integer, pick, type RowOf } from '../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import { fragment } from '../../../infra/postgres/sql.ts';
import type { SealContext } from '../../../infra/secrets/vault.ts';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { aiAssistants } from '../assistants/tables.ts';
import { aiCredentials } from './tables.ts';

const columns = {
  ...pick(
    aiCredentials,
    'id',
    'provider',
    'base_url',
    'model',
    'embedding_model',
    'is_active',
    'assistant_id',
    'operator_id',
    'price_input',
    'price_output',
    'backup_credential_id',
    'created_at',
    'updated_at',
  ),
  has_api_key: boolean(),
  has_signing_secret: boolean(),
};

export type Credential = RowOf<typeof columns>;

const COLUMNS = fragment`
  c.id, c.provider, c.base_url, c.model, c.embedding_model, c.is_active, c.assistant_id, c.operator_id, c.price_input,
  c.price_output, c.backup_credential_id, c.created_at, c.updated_at, c.api_key IS NOT NULL AS has_api_key,
  c.signing_secret IS NOT NULL AS has_signing_secret`;

/** Newest first. */
export function list({ sql, widgetId }: InWidget<Read>, { before, limit }: { before?: number; limit: number }) {
  return sql(columns)`
    SELECT ${COLUMNS} FROM ai_credentials c
    WHERE c.widget_id = ${widgetId} AND c.id < ${before ?? Number.MAX_SAFE_INTEGER} ORDER BY c.id DESC LIMIT ${limit}`;
}

export async function find({ sql, widgetId }: InWidget<Read>, id: number) {
  const [found] = await sql(columns)`
    SELECT ${COLUMNS} FROM ai_credentials c WHERE c.widget_id = ${widgetId} AND c.id = ${id}`;
  return found;
}

/** With an assistant that was not deleted, and all that its provider needs. */
const USABLE = fragment`
  c.is_active AND c.api_key IS NOT NULL AND (c.provider <> 'webhook' OR c.signing_secret IS NOT NULL)
  AND a.deleted_at IS NULL AS usable`;
const WITH_ASSISTANTS = fragment`
  ai_credentials c LEFT JOIN ai_assistants a ON a.widget_id = c.widget_id AND a.id = c.assistant_id`;

const linkColumns = {
  ...pick(aiCredentials, 'id', 'provider', 'model', 'is_active', 'backup_credential_id'),
  usable: boolean(),
};

export type Link = RowOf<typeof linkColumns>;

/** Every credential of the widget, as a link of a chain. */
export function listLinks({ sql, widgetId }: InWidget<Read>) {
  return sql(linkColumns)`
    SELECT c.id, c.provider, c.model, c.is_active, c.backup_credential_id, ${USABLE}
    FROM ${WITH_ASSISTANTS} WHERE c.widget_id = ${widgetId}`;
}

const sealedColumns = {
  ...pick(
    aiCredentials,
    'id',
    'provider',
    'base_url',
    'model',
    'embedding_model',
    'assistant_id',
    'operator_id',
    'price_input',
    'price_output',
    'backup_credential_id',
    'api_key',
    'signing_secret',
  ),
  usable: boolean(),
};

export type SealedCredential = RowOf<typeof sealedColumns>;

const SEALED_COLUMNS = fragment`
  c.id, c.provider, c.base_url, c.model, c.embedding_model, c.assistant_id, c.operator_id, c.price_input,
  c.price_output, c.backup_credential_id, c.api_key, c.signing_secret, ${USABLE}`;

/** Every credential of the widget with its sealed secrets, oldest first. */
export function listSealed({ sql, widgetId }: InWidget<Read>) {
  return sql.prepared(sealedColumns)`
    SELECT ${SEALED_COLUMNS} FROM ${WITH_ASSISTANTS} WHERE c.widget_id = ${widgetId} ORDER BY c.id`;
}

/** The default one first. */
export function listEnabledAssistants({ sql, widgetId }: InWidget<Read>) {
  return sql.prepared(pick(aiAssistants, 'id'))`
    SELECT id FROM ai_assistants WHERE widget_id = ${widgetId} AND enabled AND deleted_at IS NULL
    ORDER BY is_default DESC, id`;
}

export async function findSealed({ sql, widgetId }: InWidget<Read>, id: number) {
  const [found] = await sql(sealedColumns)`
    SELECT ${SEALED_COLUMNS} FROM ${WITH_ASSISTANTS} WHERE c.widget_id = ${widgetId} AND c.id = ${id}`;
  return found;
}

/** Serializes changes in a widget: a chain is checked against all its credentials, and so is their number. */
export function lockAll({ run, widgetId }: InWidget) {
  run`SELECT pg_advisory_xact_lock(hashtextextended('ai credentials', ${widgetId}))`;
}

export async function count({ sql, widgetId }: InWidget<Read>) {
  const rows = await sql({ count: integer() })`
    SELECT count(*)::int AS count FROM ai_credentials WHERE widget_id = ${widgetId}`;
  return onlyRow(rows).count;
}

export async function hasAssistant({ sql, widgetId }: InWidget<Read>, id: number) {
  const found = await sql({})`
    SELECT FROM ai_assistants WHERE widget_id = ${widgetId} AND id = ${id} AND deleted_at IS NULL`;
  return found.length > 0;
}

/** External operators have no model of ours. */
export async function hasOperator({ sql, widgetId }: InWidget<Read>, id: number) {
  const found = await sql({})`
    SELECT FROM agents WHERE widget_id = ${widgetId} AND id = ${id} AND type = 'ai'`;
  return found.length > 0;
}

/** Binds a sealed secret to its credential. */
export const sealContextOf = (widgetId: number, id: number, column: 'api_key' | 'signing_secret'): SealContext => ({
  table: 'ai_credentials',
  column,
  tenant: widgetId,
  row: id,
});

type Row = typeof aiCredentials.$inferInsert;
export type Settings = Pick<
  Row,
  | 'base_url'
  | 'model'
  | 'embedding_model'
  | 'is_active'
  | 'assistant_id'
  | 'operator_id'
  | 'price_input'
  | 'price_output'
  | 'backup_credential_id'
>;
export type Secrets = Pick<Row, 'api_key' | 'signing_secret'>;

export async function insert(ctx: InWidget, credential: Settings & Pick<Row, 'provider'>) {
  const now = ctx.now.toString();
  const rows = await ctx.db
    .insert(aiCredentials)
    .values({ widget_id: ctx.widgetId, ...credential, created_at: now, updated_at: now })
    .returning({ id: aiCredentials.id });
  return onlyRow(rows).id;
}

export async function update(ctx: InWidget, id: number, changes: Settings & Secrets) {
  await ctx.db
    .update(aiCredentials)
    .set({ ...changes, updated_at: ctx.now.toString() })
    .where(and(eq(aiCredentials.widget_id, ctx.widgetId), eq(aiCredentials.id, id)));
}
