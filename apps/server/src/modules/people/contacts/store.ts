import { and, eq, inArray } from 'drizzle-orm';
import { array, integer, json, nullable, pick, type RowOf, text, time } from '../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import { type Fragment, fragment, join, param, raw } from '../../../infra/postgres/sql.ts';
import type { Context, InWidget, Read, WidgetContext } from '../../../kernel/data/context.ts';
import { hashOf } from '../suppressions/index.ts';
import { type CustomField, contacts, contactTags } from './tables.ts';

const columns = {
  /** For sorting and events. */
  number: contacts.id,
  id: contacts.guid,
  ...pick(contacts, 'name', 'email', 'phone', 'description', 'user_id', 'attributes', 'custom_data', 'crm_data'),
  ...pick(contacts, 'crm_link', 'blocked_at', 'email_consent', 'email_consent_at', 'created_at', 'updated_at'),
  tags: array(text()),
  external_ids: json<{ channel: string; external_client_id: string }[]>(),
};

/** What the list shows in addition. */
export const listColumns = { ...columns, last_seen_at: nullable(time()), last_chat_at: nullable(time()) };

/** A contact as read. */
export type ContactRow = RowOf<typeof columns>;

const OWN_COLUMNS = fragment`
  c.id AS number, c.guid AS id, c.name, c.email, c.phone, c.description, c.user_id, c.attributes, c.custom_data,
  c.crm_data, c.crm_link, c.blocked_at, c.email_consent, c.email_consent_at, c.created_at, c.updated_at`;
const COLUMNS = fragment`${OWN_COLUMNS}, ARRAY (
    SELECT t.name FROM contact_tags t WHERE t.widget_id = c.widget_id AND t.contact_id = c.id ORDER BY t.name COLLATE "C"
  ) AS tags, (
    SELECT coalesce(json_agg(json_build_object('channel', 'ch' || x.channel_id, 'external_client_id', x.external_client_id)
      ORDER BY x.channel_id, x.external_client_id COLLATE "C"), '[]')
    FROM channel_clients x WHERE x.widget_id = c.widget_id AND x.contact_id = c.id
  ) AS external_ids`;

export const LIST_COLUMNS = fragment`${COLUMNS}, (
    SELECT max(v.seen_at) FROM visitors v WHERE v.widget_id = c.widget_id AND v.contact_id = c.id
  ) AS last_seen_at, (
    SELECT max(h.last_message_at) FROM chats t JOIN chat_heads h ON h.widget_id = t.widget_id AND h.chat_id = t.id
    WHERE t.widget_id = c.widget_id AND t.contact_id = c.id
  ) AS last_chat_at`;

export type ListedRow = RowOf<typeof listColumns>;

export interface Filter {
  before: number | undefined;
  limit: number;
  tag?: string;
  email?: string;
  phone?: string;
  from?: string;
  to?: string;
}

/** Newest first. The plain page is a prepared statement; one with filters is planned for their values. */
export function list(ctx: Context<Read>, filter: Filter) {
  const { before: _, limit: __, ...conditions } = filter;
  if (Object.values(conditions).every((value) => value === undefined)) return listPlain(ctx, filter);
  return ctx.sql(columns)`
    SELECT ${COLUMNS} FROM contacts c WHERE ${conditionOf(ctx, filter)} ORDER BY c.id DESC LIMIT ${filter.limit}`;
}

function listPlain({ sql, widgetId }: Context<Read>, { before = Number.MAX_SAFE_INTEGER, limit }: Filter) {
  return sql.prepared(columns)`
    SELECT ${COLUMNS} FROM contacts c WHERE c.widget_id = ${widgetId} AND c.id < ${before} ORDER BY c.id DESC LIMIT ${limit}`;
}

/** The same with the times that the console shows. */
export function listWithTimes(ctx: Context<Read>, filter: Filter) {
  return ctx.sql(listColumns)`
    SELECT ${LIST_COLUMNS} FROM contacts c WHERE ${conditionOf(ctx, filter)} ORDER BY c.id DESC LIMIT ${filter.limit}`;
}

/** How many of the newest contacts are scanned first, which finds common texts at once. */
const NEWEST = raw(2_000);
/** Above this many index matches the text is common, and an ordered scan meets it soon. */
const MAX_INDEXED = 5_000;

/**
 * Contacts with a text in name, e-mail or phone, newest first. The planner picks the wrong strategy often enough to
 * turn milliseconds into seconds, so: scan the newest, then ask the index, and if that matches too much, scan in order
 * until the page is full.
 */
export async function search(ctx: Context<Read>, query: string, filter: Filter): Promise<ListedRow[]> {
  const condition = conditionOf(ctx, filter);
  const [term, limit] = [param(query), param(filter.limit)];
  const matches = fragment`(strpos(fold(c.name), fold(${term})) > 0 OR strpos(fold(c.email), fold(${term})) > 0
    OR strpos(fold(c.phone), fold(${term})) > 0)`;
  const read = (source: Fragment) => ctx.sql({ found: integer(), ...listColumns })`
    WITH found AS MATERIALIZED (${source}),
    page AS MATERIALIZED (SELECT id FROM found ORDER BY id DESC LIMIT ${limit})
    SELECT (SELECT count(*) FROM found) AS found, ${LIST_COLUMNS}
    FROM page JOIN contacts c ON c.widget_id = ${ctx.widgetId} AND c.id = page.id ORDER BY c.id DESC`;
  const newest = await read(fragment`
    SELECT c.id FROM (SELECT * FROM contacts c WHERE ${condition} ORDER BY c.id DESC LIMIT ${NEWEST}) AS c WHERE ${matches}`);
  if (newest.length === filter.limit) return newest;
  const indexed = await read(fragment`
    SELECT c.id FROM contacts c WHERE ${condition} AND ${matches}
    AND search_terms(c.widget_id, c.name, c.email, c.phone) @> search_terms_of(${ctx.widgetId}, ${term}) LIMIT ${raw(MAX_INDEXED)}`);
  if ((indexed[0]?.found ?? 0) < MAX_INDEXED) return indexed;
  return read(fragment`
    SELECT c.id FROM contacts c WHERE ${condition} AND ${matches} ORDER BY c.id DESC LIMIT ${limit}`);
}

/** Contacts `c` that match. */
export function conditionOf(
  { widgetId }: Context<Read>,
  { before, tag, email, phone, from, to }: Omit<Filter, 'limit'>,
) {
  const widget = param(widgetId);
  const conditions = [fragment`c.widget_id = ${widget} AND c.id < ${before ?? Number.MAX_SAFE_INTEGER}`];
  if (tag !== undefined) {
    conditions.push(
      fragment`c.id IN (SELECT contact_id FROM contact_tags WHERE widget_id = ${widget} AND name = ${tag})`,
    );
  }
  if (email !== undefined) {
    conditions.push(fragment`c.email IS NOT NULL AND lower(btrim(c.email)) = lower(btrim(${email}))`);
  }
  if (phone !== undefined) {
    const digits = phone.replace(/[^0-9]/g, '');
    conditions.push(fragment`c.phone IS NOT NULL AND regexp_replace(c.phone, '[^0-9]', '', 'g') = ${digits}`);
  }
  if (from !== undefined) conditions.push(fragment`c.created_at >= ${from}`);
  if (to !== undefined) conditions.push(fragment`c.created_at < ${to}`);
  return join(conditions, ' AND ');
}

export async function find({ sql, widgetId }: InWidget<Read>, guid: string): Promise<ContactRow | undefined> {
  const [found] = await sql.prepared(columns)`
    SELECT ${COLUMNS} FROM contacts c WHERE c.widget_id = ${widgetId} AND c.guid = ${guid}`;
  return found;
}

export async function findByNumber({ sql, widgetId }: InWidget<Read>, number: number) {
  const [found] = await sql(columns)`
    SELECT ${COLUMNS} FROM contacts c WHERE c.widget_id = ${widgetId} AND c.id = ${number}`;
  return found;
}

export interface Fields {
  name?: string | null;
  email?: string | null;
  phone?: string | null;
  description?: string | null;
  user_id?: string;
  attributes?: Record<string, unknown>;
  custom_data?: CustomField[];
  crm_data?: CustomField[];
  crm_link?: string | null;
  email_consent?: boolean | null;
}

/** As stored: when consent changed goes with it. */
export interface StoredFields extends Fields {
  email_consent_at?: string | null;
  consent_before?: 'given' | 'unknown' | null;
}

export async function insert({ sql, widgetId, now }: InWidget, guid: string, fields: StoredFields) {
  const { name, email, phone, description, attributes = {}, custom_data = [], user_id } = fields;
  const { email_consent, email_consent_at } = fields;
  const at = param(now.toString());
  const rows = await sql.prepared(columns)`
    INSERT INTO contacts AS c (widget_id, guid, name, email, phone, description, attributes, custom_data, user_id,
      email_consent, email_consent_at, created_at, updated_at)
    VALUES (${widgetId}, ${guid}, ${name}, ${email}, ${phone}, ${description}, ${JSON.stringify(attributes)},
      ${JSON.stringify(custom_data)}, ${user_id}, ${email_consent}, ${email_consent_at}, ${at}, ${at})
    RETURNING ${OWN_COLUMNS}, '{}'::text[] AS tags, '[]'::json AS external_ids`;
  return onlyRow(rows);
}

/** Locks the row, so that concurrent changes merge. By guid or number. */
export async function lock({ db, widgetId }: InWidget, name: string | number) {
  const { id, guid, attributes, email, phone, description, email_consent, email_consent_at } = contacts;
  const [found] = await db
    .select({
      ...{ number: id, guid, attributes, name: contacts.name, email, phone, description },
      ...{ email_consent, email_consent_at },
    })
    .from(contacts)
    .where(and(eq(contacts.widget_id, widgetId), typeof name === 'number' ? eq(id, name) : eq(guid, name)))
    .for('update');
  return found;
}

export async function findAll({ sql, widgetId }: Context<Read>, guids: string[]): Promise<ContactRow[]> {
  if (!guids.length) return [];
  return sql(columns)`
    SELECT ${COLUMNS} FROM contacts c WHERE c.widget_id = ${widgetId} AND c.guid = ANY (${guids}::text[])`;
}

/** Locks the existing ones in a fixed order. */
export async function lockAll({ sql, widgetId }: Context, guids: string[]): Promise<ContactRow[]> {
  if (!guids.length) return [];
  return sql(columns)`
    SELECT ${COLUMNS} FROM contacts c
    WHERE c.widget_id = ${widgetId} AND c.guid = ANY (${guids}::text[]) ORDER BY c.id FOR UPDATE`;
}

const addressed = {
  number: contacts.id,
  id: contacts.guid,
  ...pick(contacts, 'email', 'email_consent', 'consent_before'),
};
const ADDRESSED = fragment`c.id AS number, c.guid AS id, c.email, c.email_consent, c.consent_before`;

/** A locked contact with an e-mail address. */
export type AddressedContact = RowOf<typeof addressed>;

/** Everybody with the same e-mail address as a contact, if that has one. */
export function lockByAddress({ sql, widgetId }: InWidget, number: number) {
  const widget = param(widgetId);
  return sql(addressed)`
    SELECT ${ADDRESSED} FROM contacts c
    WHERE c.widget_id = ${widget} AND c.email IS NOT NULL AND lower(btrim(c.email)) = (
      SELECT lower(btrim(k.email)) FROM contacts k WHERE k.widget_id = ${widget} AND k.id = ${number}
    ) ORDER BY c.id FOR UPDATE OF c`;
}

/** Everybody whose address has this hash. Reads every contact: for a link whose contact is gone. */
export function lockByHash({ sql, widgetId }: InWidget, pads: Parameters<typeof hashOf>[0], hash: Buffer) {
  return sql(addressed)`
    SELECT ${ADDRESSED} FROM contacts c
    WHERE c.widget_id = ${widgetId} AND c.email IS NOT NULL
    AND ${hashOf(pads, 'email', fragment`c.email`)} = ${hash} ORDER BY c.id FOR UPDATE OF c`;
}

interface Changes extends StoredFields {
  blocked_at?: string | null;
}

export async function update({ db, widgetId, now }: InWidget, number: number, changes: Changes) {
  await db
    .update(contacts)
    .set({ ...changes, updated_at: now.toString() })
    .where(and(eq(contacts.widget_id, widgetId), eq(contacts.id, number)));
}

/**
 * Locks what the contact's messages lock, in the common order (visitors, contact, heads), and releases the files of its
 * chats: the next sweep deletes those, foreign keys everything else.
 */
export async function releaseFiles({ sql, widgetId, now }: Context, guid: string) {
  const widget = param(widgetId);
  const isContact = fragment`k.widget_id = ${widget} AND k.guid = ${guid}`;
  await sql`
    SELECT FROM visitors v JOIN contacts k ON k.widget_id = v.widget_id AND k.id = v.contact_id
    WHERE ${isContact} ORDER BY v.id FOR UPDATE OF v`;
  await sql`SELECT FROM contacts k WHERE ${isContact} FOR UPDATE`;
  await sql`
    SELECT FROM chat_heads h JOIN chats c ON c.widget_id = h.widget_id AND c.id = h.chat_id
    JOIN contacts k ON k.widget_id = c.widget_id AND k.id = c.contact_id WHERE ${isContact} FOR UPDATE OF h`;
  await sql`
    SELECT FROM files f WHERE f.widget_id = ${widget} AND f.id IN (
      SELECT m.file_id FROM contacts k JOIN chats c ON c.widget_id = k.widget_id AND c.contact_id = k.id
      JOIN messages m ON m.widget_id = c.widget_id AND m.chat_id = c.id WHERE ${isContact}
    ) ORDER BY f.id FOR UPDATE OF f`;
  await sql`
    UPDATE files f SET expires_at = ${now.toString()} FROM contacts k
    JOIN chats c ON c.widget_id = k.widget_id AND c.contact_id = k.id
    JOIN messages m ON m.widget_id = c.widget_id AND m.chat_id = c.id
    WHERE ${isContact} AND f.widget_id = ${widget} AND f.id = m.file_id
    AND NOT EXISTS (
      SELECT FROM messages other JOIN chats o ON o.widget_id = other.widget_id AND o.id = other.chat_id
      WHERE other.widget_id = ${widget} AND other.file_id = f.id AND o.contact_id IS DISTINCT FROM k.id
    )`;
}

/** Deletes deliveries with personal data, sent or pending: of the migration layer about the contact, and replies to them. */
export async function removeDeliveries({ sql, widgetId }: Context, guid: string) {
  await sql`
    DELETE FROM deliveries d USING contacts k
    WHERE k.widget_id = ${widgetId} AND k.guid = ${guid} AND d.widget_id = k.widget_id AND (
      d.kind = 'legacy' AND (d.data ->> 'client_id')::bigint = k.id
      OR d.kind = 'legacy' AND (d.data ->> 'chat_id')::bigint IN (
        SELECT c.id FROM chats c WHERE c.widget_id = k.widget_id AND c.contact_id = k.id)
      OR d.kind IN ('channel', 'broadcast', 'messenger') AND d.chat_id IN (
        SELECT c.id FROM chats c WHERE c.widget_id = k.widget_id AND c.contact_id = k.id))`;
}

/** Broadcasts and campaigns have nobody to send to any longer. */
export async function settleRecipients({ sql, widgetId }: Context, guid: string) {
  await sql`
    UPDATE send_recipients r SET state = 'skipped', reason = 'erased', next_attempt_at = NULL, handed_at = NULL
    FROM contacts k
    WHERE k.widget_id = ${widgetId} AND k.guid = ${guid} AND r.widget_id = k.widget_id AND r.contact_id = k.id
      AND r.state IN ('pending', 'handed')`;
}

/** Forgets what messengers said about the contact, also what is not processed yet. */
export async function removeUpdates({ sql, widgetId }: Context, guid: string) {
  const widget = param(widgetId);
  await sql`
    DELETE FROM messenger_updates u USING contacts k
    WHERE k.widget_id = ${widget} AND k.guid = ${guid} AND u.widget_id = ${widget} AND (
      u.contact_id = k.id
      OR (u.connection_id, u.event ->> 'conversation') IN (
        SELECT m.connection_id, m.conversation FROM messenger_chats m
        JOIN chats c ON c.widget_id = m.widget_id AND c.id = m.chat_id
        WHERE m.widget_id = ${widget} AND c.contact_id = k.id))`;
}

export async function remove({ db, widgetId }: Context, guid: string) {
  const removed = await db
    .delete(contacts)
    .where(and(eq(contacts.widget_id, widgetId), eq(contacts.guid, guid)))
    .returning({ number: contacts.id });
  return removed[0]?.number;
}

/** Whether any is new. */
export async function insertTags({ db, accountId, widgetId }: Context, number: number, names: string[]) {
  const rows = names.map((name) => ({ account_id: accountId, widget_id: widgetId, contact_id: number, name }));
  const added = await db.insert(contactTags).values(rows).onConflictDoNothing().returning({ name: contactTags.name });
  return added.length > 0;
}

export async function removeTags({ db, widgetId }: Context, number: number, names: string[]) {
  const removed = await db
    .delete(contactTags)
    .where(
      and(eq(contactTags.widget_id, widgetId), eq(contactTags.contact_id, number), inArray(contactTags.name, names)),
    )
    .returning({ name: contactTags.name });
  return removed.length > 0;
}

/** A loose index scan: the cost depends on distinct names, not on their uses. */
export function listTagNames({ sql, accountId }: Context<Read>, { after, limit }: { after: string; limit: number }) {
  return sql({ name: contactTags.name })`
    WITH RECURSIVE names AS (
      (SELECT name COLLATE "C" AS name, 1 AS place FROM contact_tags
       WHERE account_id = ${accountId} AND name COLLATE "C" > ${after} ORDER BY name COLLATE "C" LIMIT 1)
      UNION ALL
      SELECT next.name, names.place + 1 FROM names, LATERAL (
        SELECT name COLLATE "C" AS name FROM contact_tags
        WHERE account_id = ${accountId} AND name COLLATE "C" > names.name ORDER BY name COLLATE "C" LIMIT 1
      ) AS next WHERE names.place < ${limit}
    )
    SELECT name FROM names ORDER BY place`;
}

/** Chats deleted with the contact. */
export async function listChats({ sql, widgetId }: WidgetContext, guid: string) {
  const found = await sql({ id: integer() })`
    SELECT c.id FROM chats c JOIN contacts k ON k.widget_id = c.widget_id AND k.id = c.contact_id
    WHERE k.widget_id = ${widgetId} AND k.guid = ${guid}`;
  return found.map(({ id }) => id);
}
