import { recipientsReasons, type SuppressionReason } from '@parley/contract';
import { integer, pick, text } from '../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import { type Fragment, fragment, join, param } from '../../../infra/postgres/sql.ts';
import type { Context, InWidget, Read } from '../../../kernel/data/context.ts';
import { suppressions } from './tables.ts';

const columns = pick(suppressions, 'id', 'channel', 'address', 'reason', 'created_at');
const COLUMNS = fragment`s.id, s.channel, s.address, s.reason, s.created_at`;

interface Filter {
  before: number | undefined;
  limit: number;
  channel: string | undefined;
  reason: SuppressionReason | undefined;
}

export function list({ sql, widgetId }: Context<Read>, { before, limit, channel, reason }: Filter) {
  const conditions = [fragment`s.widget_id = ${widgetId} AND s.id < ${before ?? Number.MAX_SAFE_INTEGER}`];
  if (channel !== undefined) conditions.push(fragment`s.channel = ${channel}`);
  if (reason !== undefined) conditions.push(fragment`s.reason = ${reason}`);
  return sql(columns)`
    SELECT ${COLUMNS} FROM suppressions s WHERE ${join(conditions, ' AND ')} ORDER BY s.id DESC LIMIT ${limit}`;
}

export interface NewSuppression {
  channel: string;
  hash: Buffer;
  /** Masked. */
  address: string;
  reason: SuppressionReason;
  campaignId?: number | null;
}

/** What recipients say themselves, and may take back. */
const OWN_REASONS = [...recipientsReasons, 'stop_word'];

/**
 * What the recipient asked for is never replaced by a weaker reason: that is kept beside it. Having blocked us ends by itself,
 * and so replaces nothing.
 */
export async function upsert({ sql, widgetId, now }: InWidget, given: NewSuppression) {
  const { channel, hash, address, reason, campaignId = null } = given;
  const [own, isOwn] = [param(OWN_REASONS), OWN_REASONS.includes(reason)];
  const replaced = reason === 'recipient_blocked' ? fragment`s.reason` : fragment`excluded.reason`;
  const rows = await sql(columns)`
    INSERT INTO suppressions AS s (widget_id, channel, hash, address, reason, campaign_id, created_at)
    VALUES (${widgetId}, ${channel}, ${hash}, ${address}, ${reason}, ${campaignId}, ${now.toString()})
    ON CONFLICT (widget_id, channel, hash) DO UPDATE SET
      reason = CASE WHEN s.reason = ANY (${own}::text[]) THEN s.reason ELSE ${replaced} END,
      previous_reason = CASE WHEN s.reason = ANY (${own}::text[]) = ${isOwn} THEN s.previous_reason
        WHEN ${isOwn} THEN s.reason ELSE excluded.reason END,
      campaign_id = coalesce(s.campaign_id, excluded.campaign_id)
    RETURNING ${COLUMNS}`;
  return onlyRow(rows);
}

export async function lock({ sql, widgetId }: Context, id: number) {
  const [found] = await sql({ reason: suppressions.reason })`
    SELECT reason FROM suppressions WHERE widget_id = ${widgetId} AND id = ${id} FOR UPDATE`;
  return found;
}

export async function remove({ sql, widgetId }: Context, id: number) {
  await sql`DELETE FROM suppressions WHERE widget_id = ${widgetId} AND id = ${id}`;
}

/** Says whether there was one for these reasons. Another reason stays. */
export async function removeByHash({ sql, widgetId }: InWidget, channel: string, hash: Buffer, reasons: string[]) {
  const ended = fragment`ANY (${param(reasons)}::text[])`;
  const row = fragment`widget_id = ${param(widgetId)} AND channel = ${param(channel)} AND hash = ${param(hash)}`;
  const removed = await sql({ id: suppressions.id })`
    WITH gone AS (
      DELETE FROM suppressions
      WHERE ${row} AND reason = ${ended} AND (previous_reason IS NULL OR previous_reason = ${ended}) RETURNING id
    ), kept AS (
      UPDATE suppressions SET reason = CASE WHEN reason = ${ended} THEN previous_reason ELSE reason END, previous_reason = NULL
      WHERE ${row} AND previous_reason IS NOT NULL AND (reason = ${ended}) <> (previous_reason = ${ended}) RETURNING id
    )
    SELECT id FROM gone UNION ALL SELECT id FROM kept`;
  return removed.length > 0;
}

export async function hasAny({ sql, widgetId }: InWidget<Read>, channel: string) {
  const found = await sql.prepared({})`
    SELECT FROM suppressions WHERE widget_id = ${widgetId} AND channel = ${channel} LIMIT 1`;
  return found.length > 0;
}

/** Those of the hashes that are suppressed. */
export function listByHashes({ sql, widgetId }: InWidget<Read>, channel: string, hashes: Buffer[]) {
  return sql(pick(suppressions, 'hash', 'reason', 'previous_reason'))`
    SELECT hash, reason, previous_reason FROM suppressions
    WHERE widget_id = ${widgetId} AND channel = ${channel} AND hash = ANY (${hashes}::bytea[])`;
}

/** An address of a contact on a channel, by the contact's number. */
const addressColumns = { number: integer(), address: text() };

export function listEmails({ sql, widgetId }: InWidget<Read>, numbers: number[]) {
  return sql(addressColumns)`
    SELECT id AS number, email AS address FROM contacts
    WHERE widget_id = ${widgetId} AND id = ANY (${numbers}::bigint[]) AND email IS NOT NULL ORDER BY id`;
}

/** On the site a contact is known by its own id. */
export function listGuids({ sql, widgetId }: InWidget<Read>, numbers: number[]) {
  return sql(addressColumns)`
    SELECT id AS number, guid AS address FROM contacts
    WHERE widget_id = ${widgetId} AND id = ANY (${numbers}::bigint[]) ORDER BY id`;
}

export function listChannelClients({ sql, widgetId }: InWidget<Read>, channelId: number, numbers: number[]) {
  return sql(addressColumns)`
    SELECT contact_id AS number, external_client_id AS address FROM channel_clients
    WHERE widget_id = ${widgetId} AND channel_id = ${channelId} AND contact_id = ANY (${numbers}::bigint[])
    ORDER BY contact_id, external_client_id`;
}

export function listPeople({ sql, widgetId }: InWidget<Read>, provider: string, numbers: number[]) {
  return sql(addressColumns)`
    SELECT contact_id AS number, external_id AS address FROM messenger_people
    WHERE widget_id = ${widgetId} AND provider = ${provider} AND contact_id = ANY (${numbers}::bigint[])
    ORDER BY contact_id, external_id`;
}

/**
 * The hash of an address in a statement, to compare many with `suppressions.hash`. In application code `hash` of the widget's
 * hashing makes the same.
 */
export function hashOf({ inner, outer }: Record<'inner' | 'outer', Uint8Array>, channel: string, address: Fragment) {
  const normalized = channel === 'email' ? fragment`lower(btrim(${address}))` : fragment`btrim(${address})`;
  const text = fragment`convert_to(${`${channel}\n`}::text || ${normalized}, 'UTF8')`;
  return fragment`sha256(${param(outer)}::bytea || sha256(${param(inner)}::bytea || ${text}))`;
}

export async function findContact({ sql, widgetId }: InWidget<Read>, guid: string) {
  const [found] = await sql({ number: integer() })`
    SELECT id AS number FROM contacts WHERE widget_id = ${widgetId} AND guid = ${guid}`;
  return found?.number;
}

export async function hasChannel({ sql, widgetId }: InWidget<Read>, id: number) {
  const found = await sql({ id: integer() })`SELECT id FROM channels WHERE widget_id = ${widgetId} AND id = ${id}`;
  return found.length > 0;
}
