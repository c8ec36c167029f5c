import { assignments } from '../../../../infra/postgres/assignments.ts';
import { integer, pick, type RowOf } from '../../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../../infra/postgres/rows.ts';
import type { RunSql } from '../../../../infra/postgres/run-sql.ts';
import { fragment, join, param } from '../../../../infra/postgres/sql.ts';
import { UNIQUE_VIOLATION } from '../../../../infra/postgres/sqlstate.ts';
import type { SealContext } from '../../../../infra/secrets/vault.ts';
import type { InWidget, Read, Write } from '../../../../kernel/data/context.ts';
import { withProblems } from '../../../../kernel/data/sql-problems.ts';
import { problem } from '../../../../kernel/problems.ts';
import { widgets } from '../../../account/widgets/tables.ts';
import type { Vendor } from '../../drivers/index.ts';
import { messengerConnections } from '../tables.ts';

const columns = {
  ...pick(messengerConnections, 'id', 'widget_id', 'provider', 'slot', 'account', 'account_id', 'url', 'link'),
  ...pick(
    messengerConnections,
    'token',
    'sid',
    'is_twilio',
    'app_secret',
    'hook_key',
    'state',
    'is_registered',
    'mode',
    'reason',
  ),
  ...pick(
    messengerConnections,
    'detail',
    'checked_at',
    'status',
    'is_primary',
    'revision',
    'rejected_at',
    'alerted_at',
  ),
  ...pick(messengerConnections, 'poll_position', 'poll_due_at', 'connected_at', 'created_at', 'updated_at'),
};

/** A connection with its secrets, sealed. */
export type Connection = RowOf<typeof columns>;

const COLUMNS = fragment`
  id, widget_id, provider, slot, account, account_id, url, link, token, sid, is_twilio, app_secret, hook_key, state, is_registered,
  mode, reason, detail, checked_at, status, is_primary, revision, rejected_at, alerted_at, poll_position, poll_due_at,
  connected_at, created_at, updated_at`;

type Sealed = 'token' | 'sid' | 'app_secret' | 'hook_key';

/** Binds a secret to its connection. */
export const sealContextOf = (
  { widget_id, id }: Pick<Connection, 'widget_id' | 'id'>,
  column: Sealed,
): SealContext => ({ table: 'messenger_connections', column, tenant: widget_id, row: id });

/** Every connection of the widget that has a credential, newest first. */
export function listConnected({ sql, widgetId }: InWidget<Read>) {
  return sql(columns)`
    SELECT ${COLUMNS} FROM messenger_connections
    WHERE widget_id = ${widgetId} AND token IS NOT NULL ORDER BY connected_at DESC, id DESC`;
}

interface PageFilter {
  before: { at: string; id: number } | undefined;
  limit: number;
}

/** Communities or cabinets, newest first. */
export function listPage({ sql, widgetId }: InWidget<Read>, provider: Vendor, { before, limit }: PageFilter) {
  const older = before ? fragment`AND (connected_at, id) < (${before.at}, ${before.id})` : fragment``;
  return sql(columns)`
    SELECT ${COLUMNS} FROM messenger_connections
    WHERE widget_id = ${widgetId} AND provider = ${provider} AND token IS NOT NULL ${older}
    ORDER BY connected_at DESC, id DESC LIMIT ${limit}`;
}

export function listOfProvider({ sql, widgetId }: InWidget<Read>, provider: Vendor) {
  return sql(columns)`
    SELECT ${COLUMNS} FROM messenger_connections
    WHERE widget_id = ${widgetId} AND provider = ${provider} AND token IS NOT NULL
    ORDER BY is_primary DESC, connected_at, id`;
}

/** A connection with a credential. */
export async function find({ sql, widgetId }: InWidget<Read>, id: number) {
  const [found] = await sql.prepared(columns)`
    SELECT ${COLUMNS} FROM messenger_connections WHERE widget_id = ${widgetId} AND id = ${id} AND token IS NOT NULL`;
  return found;
}

export async function findSlot({ sql, widgetId }: InWidget<Read>, provider: Vendor, slot = '') {
  const [found] = await sql(columns)`
    SELECT ${COLUMNS} FROM messenger_connections
    WHERE widget_id = ${widgetId} AND provider = ${provider} AND slot = ${slot} AND token IS NOT NULL`;
  return found;
}

/** For work of the server itself, which knows the connection by its id alone. */
async function findById({ sql }: Pick<Read, 'sql'>, id: number) {
  const [found] = await sql.prepared(columns)`
    SELECT ${COLUMNS} FROM messenger_connections WHERE id = ${id} AND token IS NOT NULL`;
  return found;
}

export async function findByKeyHash({ sql }: Pick<Read, 'sql'>, hash: Buffer) {
  const [found] = await sql.prepared(columns)`
    SELECT ${COLUMNS} FROM messenger_connections WHERE hook_key_hash = ${hash} AND token IS NOT NULL`;
  return found;
}

/** Connections of all widgets after one of them, for the watch. */
export function listAfter({ sql }: Pick<Read, 'sql'>, id: number, limit: number) {
  return sql(columns)`
    SELECT ${COLUMNS} FROM messenger_connections WHERE id > ${id} AND token IS NOT NULL ORDER BY id LIMIT ${limit}`;
}

export function listByIds({ sql }: Pick<Read, 'sql'>, ids: number[]) {
  return sql(columns)`
    SELECT ${COLUMNS} FROM messenger_connections WHERE id = ANY (${ids}::bigint[]) AND token IS NOT NULL ORDER BY id`;
}

/** Connections of all widgets to the same messenger that know the secret of their app, besides this one. */
export function listOthers({ sql }: Pick<Read, 'sql'>, { id, provider }: Pick<Connection, 'id' | 'provider'>) {
  return sql(columns)`
    SELECT ${COLUMNS} FROM messenger_connections
    WHERE provider = ${provider} AND id <> ${id} AND token IS NOT NULL AND app_secret IS NOT NULL ORDER BY id`;
}

/** Whether another widget has the account. */
export async function isTaken({ sql, widgetId }: InWidget<Read>, provider: Vendor, accountId: string) {
  const found = await sql({})`
    SELECT FROM messenger_connections
    WHERE provider = ${provider} AND account_id = ${accountId} AND token IS NOT NULL AND widget_id <> ${widgetId}`;
  return found.length > 0;
}

/** Whether another widget has the token. */
export async function isTokenTaken({ sql, widgetId }: InWidget<Read>, provider: Vendor, hash: Buffer) {
  const found = await sql({})`
    SELECT FROM messenger_connections
    WHERE provider = ${provider} AND token_hash = ${hash} AND token IS NOT NULL AND widget_id <> ${widgetId}`;
  return found.length > 0;
}

/** The row of a slot, connected or not. */
export async function ensure(sql: RunSql, row: { widgetId: number; provider: Vendor; slot: string; at: string }) {
  const at = param(row.at);
  const rows = await sql(pick(messengerConnections, 'id', 'widget_id'))`
    INSERT INTO messenger_connections (widget_id, provider, slot, created_at, updated_at)
    VALUES (${row.widgetId}, ${row.provider}, ${row.slot}, ${at}, ${at})
    ON CONFLICT (widget_id, provider, slot) DO UPDATE SET slot = excluded.slot RETURNING id, widget_id`;
  return onlyRow(rows);
}

interface Busy {
  id: number;
  by: string;
  now: string;
  until: string;
}

/** Takes the right to change a connection at its vendor; false while another has it. */
export async function acquire(sql: RunSql, { id, by, now, until }: Busy) {
  const taken = await sql(pick(messengerConnections, 'id'))`
    UPDATE messenger_connections SET busy_by = ${by}, busy_until = ${until}
    WHERE id = ${id} AND (busy_by IS NULL OR busy_by = ${by} OR busy_until <= ${now}) RETURNING id`;
  return taken.length > 0;
}

export async function release(sql: RunSql, { id, by }: Pick<Busy, 'id' | 'by'>) {
  await sql`UPDATE messenger_connections SET busy_by = NULL, busy_until = NULL WHERE id = ${id} AND busy_by = ${by}`;
}

export type Changes = Partial<Omit<typeof messengerConnections.$inferInsert, 'id' | 'widget_id' | 'provider' | 'slot'>>;

/** Returns the connection as it is then, or nothing if its credential was replaced or removed meanwhile. */
export async function update(
  { sql, widgetId, now }: InWidget,
  { id, revision }: Pick<Connection, 'id'> & { revision?: number },
  changes: Changes,
) {
  const unchanged = revision === undefined ? fragment`` : fragment`AND revision = ${revision}`;
  const statement = sql(columns)`
    UPDATE messenger_connections SET ${join(assignments(messengerConnections, { updated_at: now.toString(), ...changes }), ', ')}
    WHERE widget_id = ${widgetId} AND id = ${id} ${unchanged} RETURNING ${COLUMNS}`;
  const [updated] = await withProblems(statement, { [UNIQUE_VIOLATION]: () => problem('messenger_taken') });
  return updated;
}

/**
 * Stores another credential. The revision goes on where a credential that was removed left it: work for that one must not
 * touch this one.
 */
export async function replace(work: InWidget, row: Pick<Connection, 'id'>, changes: Changes) {
  await work.sql`
    UPDATE messenger_connections SET revision = revision + 1 WHERE widget_id = ${work.widgetId} AND id = ${row.id}`;
  const replaced = await update(work, { id: row.id }, changes);
  if (!replaced) throw problem('not_found');
  return replaced;
}

/** Makes one of the communities the primary, and no other. */
export async function setPrimary(work: InWidget, id: number) {
  const { sql, widgetId } = work;
  await lockCommunities(work);
  await sql`
    UPDATE messenger_connections SET is_primary = (id = ${id})
    WHERE widget_id = ${widgetId} AND provider = 'vk' AND is_primary <> (id = ${id})`;
}

/** One request at a time chooses the primary. */
export async function lockCommunities({ sql, widgetId }: InWidget) {
  await sql`SELECT FROM widgets WHERE id = ${widgetId} FOR NO KEY UPDATE`;
}

export async function lockAccount({ sql }: Write, accountId: number) {
  await sql`SELECT FROM accounts WHERE id = ${accountId} FOR UPDATE`;
}

/** Enabled Avito cabinets of all widgets of the account. */
export async function countEnabledCabinets({ sql }: Write, accountId: number) {
  const rows = await sql({ count: integer() })`
    SELECT count(*)::int AS count FROM messenger_connections c JOIN widgets w ON w.id = c.widget_id
    WHERE w.account_id = ${accountId} AND c.provider = 'avito' AND c.token IS NOT NULL AND c.status = 'enabled'`;
  return onlyRow(rows).count;
}

const tenantColumns = { account_id_of_widget: widgets.account_id, button_guid: widgets.button_guid };

/** A connection by the keyed hash of its hook key, with its tenant. */
export async function findByHookKey(work: Pick<Read, 'sql'>, hash: Buffer) {
  const connection = await findByKeyHash(work, hash);
  return connection && withTenant(work, connection);
}

async function withTenant({ sql }: Pick<Read, 'sql'>, connection: Connection) {
  const widgetId = connection.widget_id;
  const [found] = await sql.prepared(tenantColumns)`
    SELECT account_id AS account_id_of_widget, button_guid FROM widgets WHERE id = ${widgetId}`;
  if (!found) return undefined;
  return { connection, tenant: { widgetId, accountId: found.account_id_of_widget, buttonGuid: found.button_guid } };
}

/** Enabled connections of all widgets to these accounts, with their tenants. */
export async function findByAccounts({ sql }: Pick<Read, 'sql'>, provider: Vendor, accountIds: string[]) {
  const found = await sql.prepared({ ...columns, ...tenantColumns })`
    SELECT ${COLUMNS}, account_id_of_widget, button_guid FROM messenger_connections
    JOIN (SELECT id AS tenant, account_id AS account_id_of_widget, button_guid FROM widgets) w ON w.tenant = widget_id
    WHERE provider = ${provider} AND account_id = ANY (${accountIds}::text[]) AND token IS NOT NULL
      AND status = 'enabled' ORDER BY messenger_connections.id`;
  return found.map(({ account_id_of_widget: accountId, button_guid: buttonGuid, ...connection }) => ({
    connection,
    tenant: { widgetId: connection.widget_id, accountId, buttonGuid },
  }));
}

/** A connection with its tenant, for work of the server itself. */
export async function findWithTenant(work: Pick<Read, 'sql'>, id: number) {
  const connection = await findById(work, id);
  return connection && withTenant(work, connection);
}

/** The one that customers are led to. */
export async function findForWidget({ sql, widgetId }: InWidget<Read>, provider: Vendor) {
  const [found] = await sql(columns)`
    SELECT ${COLUMNS} FROM messenger_connections
    WHERE widget_id = ${widgetId} AND provider = ${provider} AND token IS NOT NULL
    ORDER BY is_primary DESC, connected_at, id LIMIT 1`;
  return found;
}
