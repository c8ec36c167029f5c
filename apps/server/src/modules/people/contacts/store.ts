import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Context, InWidget, Read, WidgetContext } from '../../../kernel/data/context.ts';
import { type CustomField, contacts, contactTags } from './tables.ts';

/** A contact as read, with its number for sorting and events. */
export interface ContactRow {
  number: number;
  id: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  description: string | null;
  user_id: string | null;
  attributes: Record<string, unknown>;
  tags: string[];
  custom_data: CustomField[];
  crm_data: CustomField[];
  crm_link: string | null;
  blocked_at: string | null;
  created_at: string;
  updated_at: string;
}

const COLUMNS = `
  c.id AS number, c.guid AS id, c.name, c.email, c.phone, c.description, c.user_id, c.attributes, c.custom_data,
  c.crm_data, c.crm_link, c.blocked_at, c.created_at, c.updated_at,
  ARRAY(SELECT t.name FROM contact_tags t WHERE t.widget_id = c.widget_id AND t.contact_id = c.id ORDER BY t.name COLLATE "C") AS tags`;

export interface Filter {
  before: number | undefined;
  limit: number;
  tag?: string;
  from?: string;
  to?: string;
}

/** Newest first. The plain page is a prepared statement; one with filters is planned for their values. */
export function list(ctx: Context<Read>, filter: Filter) {
  const { text, values, isPlain } = whereOf(ctx, filter);
  return ctx.sql<ContactRow>({
    ...(isPlain && { name: 'contacts.page' }),
    text: `SELECT ${COLUMNS} FROM contacts c WHERE ${text} ORDER BY c.id DESC LIMIT $${values.length + 1}`,
    values: [...values, filter.limit],
  });
}

/** How many of the newest contacts are scanned first, which finds common texts at once. */
const NEWEST = 2_000;
/** Above this many index matches the text is common, and an ordered scan meets it soon. */
const MANY = 5_000;

/**
 * Contacts with a text in name, e-mail or phone, newest first. The planner picks the wrong strategy often enough to
 * turn milliseconds into seconds, so: scan the newest, then ask the index, and if that matches too much, scan in order
 * until the page is full.
 */
export async function search(ctx: Context<Read>, query: string, filter: Filter): Promise<ContactRow[]> {
  const { text, values } = whereOf(ctx, filter);
  const [queryAt, limitAt] = [`$${values.length + 1}`, `$${values.length + 2}`];
  const matches = `(strpos(fold(c.name), fold(${queryAt})) > 0 OR strpos(fold(c.email), fold(${queryAt})) > 0
    OR strpos(fold(c.phone), fold(${queryAt})) > 0)`;
  const run = (source: string) =>
    ctx.sql<ContactRow & { found: number }>({
      text: `WITH found AS MATERIALIZED (${source}),
             page AS MATERIALIZED (SELECT id FROM found ORDER BY id DESC LIMIT ${limitAt})
             SELECT (SELECT count(*) FROM found) AS found, ${COLUMNS}
             FROM page JOIN contacts c ON c.widget_id = $1 AND c.id = page.id ORDER BY c.id DESC`,
      values: [...values, query, filter.limit],
    });
  const newest = await run(
    `SELECT c.id FROM (SELECT * FROM contacts c WHERE ${text} ORDER BY c.id DESC LIMIT ${NEWEST}) AS c WHERE ${matches}`,
  );
  if (newest.length === filter.limit) return newest;
  const indexed = await run(
    `SELECT c.id FROM contacts c WHERE ${text} AND ${matches}
     AND search_terms(c.widget_id, c.name, c.email, c.phone) @> search_terms_of($1, ${queryAt}) LIMIT ${MANY}`,
  );
  if ((indexed[0]?.found ?? 0) < MANY) return indexed;
  return run(`SELECT c.id FROM contacts c WHERE ${text} AND ${matches} ORDER BY c.id DESC LIMIT ${limitAt}`);
}

function whereOf({ widgetId }: Context<Read>, { before, tag, from, to }: Filter) {
  const values: unknown[] = [widgetId, before ?? Number.MAX_SAFE_INTEGER];
  let text = 'c.widget_id = $1 AND c.id < $2';
  const add = (condition: (place: string) => string, value: unknown) => {
    if (value === undefined) return;
    values.push(value);
    text += ` AND ${condition(`$${values.length}`)}`;
  };
  add((tagAt) => `c.id IN (SELECT contact_id FROM contact_tags WHERE widget_id = $1 AND name = ${tagAt})`, tag);
  add((fromAt) => `c.created_at >= ${fromAt}`, from);
  add((toAt) => `c.created_at < ${toAt}`, to);
  return { text, values, isPlain: values.length === 2 };
}

export async function find({ sql: run, widgetId }: InWidget<Read>, guid: string): Promise<ContactRow | undefined> {
  const [found] = await run<ContactRow>({
    name: 'contacts.find',
    text: `SELECT ${COLUMNS} FROM contacts c WHERE c.widget_id = $1 AND c.guid = $2`,
    values: [widgetId, guid],
  });
  return found;
}

export async function findByNumber({ sql: run, widgetId }: WidgetContext, number: number) {
  const [found] = await run<ContactRow>({
    text: `SELECT ${COLUMNS} FROM contacts c WHERE c.widget_id = $1 AND c.id = $2`,
    values: [widgetId, number],
  });
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
}

const INSERT = `
  INSERT INTO contacts AS c (widget_id, guid, name, email, phone, description, attributes, custom_data, created_at, updated_at, user_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)
  RETURNING c.id AS number, c.guid AS id, c.name, c.email, c.phone, c.description, c.user_id, c.attributes,
    c.custom_data, c.crm_data, c.crm_link, c.blocked_at, c.created_at, c.updated_at, '{}'::text[] AS tags`;

export async function insert(ctx: WidgetContext, guid: string, fields: Fields) {
  const { name, email, phone, description, attributes = {}, custom_data = [], user_id } = fields;
  const texts = [name, email, phone, description, JSON.stringify(attributes), JSON.stringify(custom_data)];
  const [inserted] = await ctx.sql<ContactRow>({
    name: 'contacts.insert',
    text: INSERT,
    values: [ctx.widgetId, guid, ...texts, ctx.now.toString(), user_id],
  });
  return inserted as ContactRow;
}

/** Locks the row, so that concurrent changes merge. By guid or number. */
export async function lock({ db, widgetId }: InWidget, name: string | number) {
  const { id, guid, attributes, email, phone, description } = contacts;
  const [found] = await db
    .select({ number: id, guid, attributes, name: contacts.name, email, phone, description })
    .from(contacts)
    .where(and(eq(contacts.widget_id, widgetId), typeof name === 'number' ? eq(id, name) : eq(guid, name)))
    .for('update');
  return found;
}

/** Locks the existing ones in a fixed order. */
export async function lockAll({ sql: run, widgetId }: Context, guids: string[]): Promise<ContactRow[]> {
  if (!guids.length) return [];
  return run<ContactRow>({
    text: `SELECT ${COLUMNS} FROM contacts c WHERE c.widget_id = $1 AND c.guid = ANY ($2::text[]) ORDER BY c.id FOR UPDATE`,
    values: [widgetId, guids],
  });
}

interface Changes extends Fields {
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
export async function releaseFiles({ sql: run, widgetId, now }: Context, guid: string) {
  const visitors = `SELECT FROM visitors v JOIN contacts k ON k.widget_id = v.widget_id AND k.id = v.contact_id
    WHERE k.widget_id = $1 AND k.guid = $2 ORDER BY v.id FOR UPDATE OF v`;
  const heads = `SELECT FROM chat_heads h JOIN chats c ON c.widget_id = h.widget_id AND c.id = h.chat_id
    JOIN contacts k ON k.widget_id = c.widget_id AND k.id = c.contact_id
    WHERE k.widget_id = $1 AND k.guid = $2 FOR UPDATE OF h`;
  const files = `SELECT FROM files f WHERE f.widget_id = $1 AND f.id IN (
      SELECT m.file_id FROM contacts k JOIN chats c ON c.widget_id = k.widget_id AND c.contact_id = k.id
      JOIN messages m ON m.widget_id = c.widget_id AND m.chat_id = c.id WHERE k.widget_id = $1 AND k.guid = $2
    ) ORDER BY f.id FOR UPDATE OF f`;
  const contact = 'SELECT FROM contacts WHERE widget_id = $1 AND guid = $2 FOR UPDATE';
  for (const text of [visitors, contact, heads, files]) await run({ text, values: [widgetId, guid] });
  await run({
    text: `UPDATE files f SET expires_at = $3 FROM contacts k
           JOIN chats c ON c.widget_id = k.widget_id AND c.contact_id = k.id
           JOIN messages m ON m.widget_id = c.widget_id AND m.chat_id = c.id
           WHERE k.widget_id = $1 AND k.guid = $2 AND f.widget_id = $1 AND f.id = m.file_id
           AND NOT EXISTS (
             SELECT FROM messages other JOIN chats o ON o.widget_id = other.widget_id AND o.id = other.chat_id
             WHERE other.widget_id = $1 AND other.file_id = f.id AND o.contact_id IS DISTINCT FROM k.id
           )`,
    values: [widgetId, guid, now.toString()],
  });
}

/** Deletes migration-layer deliveries about the contact, sent or pending: their bodies contain personal data. */
export async function removeDeliveries({ sql: run, widgetId }: Context, guid: string) {
  await run({
    text: `DELETE FROM deliveries d USING contacts k
           WHERE k.widget_id = $1 AND k.guid = $2 AND d.widget_id = k.widget_id AND d.kind = 'legacy' AND (
             (d.data ->> 'client_id')::bigint = k.id OR (d.data ->> 'chat_id')::bigint IN (
               SELECT c.id FROM chats c WHERE c.widget_id = k.widget_id AND c.contact_id = k.id))`,
    values: [widgetId, guid],
  });
}

export async function remove({ db, widgetId }: Context, guid: string) {
  const removed = await db
    .delete(contacts)
    .where(and(eq(contacts.widget_id, widgetId), eq(contacts.guid, guid)))
    .returning({ number: contacts.id });
  return removed[0]?.number;
}

export async function insertTags({ db, accountId, widgetId }: Context, number: number, names: string[]) {
  const rows = names.map((name) => ({ account_id: accountId, widget_id: widgetId, contact_id: number, name }));
  await db.insert(contactTags).values(rows).onConflictDoNothing();
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
export async function listTagNames(
  { db, accountId }: Context<Read>,
  { after, limit }: { after: string; limit: number },
) {
  const { rows } = await db.execute<{ name: string }>(sql`
    WITH RECURSIVE names AS (
      (SELECT name COLLATE "C" AS name, 1 AS place FROM contact_tags
       WHERE account_id = ${accountId} AND name COLLATE "C" > ${after} ORDER BY name COLLATE "C" LIMIT 1)
      UNION ALL
      SELECT next.name, names.place + 1 FROM names, LATERAL (
        SELECT name COLLATE "C" AS name FROM contact_tags
        WHERE account_id = ${accountId} AND name COLLATE "C" > names.name ORDER BY name COLLATE "C" LIMIT 1
      ) AS next WHERE names.place < ${limit}
    )
    SELECT name FROM names ORDER BY place`);
  return rows;
}

/** Chats deleted with the contact. */
export async function listChats(ctx: WidgetContext, guid: string) {
  const found = await ctx.sql<{ id: number }>({
    text: `SELECT c.id FROM chats c JOIN contacts k ON k.widget_id = c.widget_id AND k.id = c.contact_id
           WHERE k.widget_id = $1 AND k.guid = $2`,
    values: [ctx.widgetId, guid],
  });
  return found.map(({ id }) => id);
}
