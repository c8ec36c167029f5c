import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Context } from '../../kernel/context.ts';
import { contacts, contactTags } from './tables.ts';

/** A contact as it is read, with its number for sorting and for events. */
export interface ContactRow {
  number: number;
  id: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  description: string | null;
  attributes: Record<string, unknown>;
  tags: string[];
  created_at: string;
  updated_at: string;
}

const COLUMNS = `
  c.id AS number, c.guid AS id, c.name, c.email, c.phone, c.description, c.attributes, c.created_at, c.updated_at,
  ARRAY(SELECT t.name FROM contact_tags t WHERE t.widget_id = c.widget_id AND t.contact_id = c.id ORDER BY t.name COLLATE "C") AS tags`;

export interface Filter {
  before: number | undefined;
  limit: number;
  tag?: string;
  from?: string;
  to?: string;
}

/** Newest first. The plain page is compiled once; a page with filters is planned for their values. */
export function list(ctx: Context, filter: Filter) {
  const { text, values, isPlain } = whereOf(ctx, filter);
  return ctx.sql<ContactRow>({
    ...(isPlain && { name: 'contacts.page' }),
    text: `SELECT ${COLUMNS} FROM contacts c WHERE ${text} ORDER BY c.id DESC LIMIT $${values.length + 1}`,
    values: [...values, filter.limit],
  });
}

/** So many of the newest contacts are looked through one by one, which finds what is common at once. */
const NEWEST = 2_000;
/** More than this the index need not find: then the text is common, and reading in order meets it soon. */
const MANY = 5_000;

/**
 * Contacts with a text in name, e-mail or phone, newest first. Left to choose, the planner takes the wrong way often
 * enough to turn milliseconds into seconds; so the newest are read first, then the index is asked, and where that has
 * too much to tell, all are read in order until the page is full.
 */
export async function search(ctx: Context, query: string, filter: Filter): Promise<ContactRow[]> {
  const { text, values } = whereOf(ctx, filter);
  const [queryAt, limitAt] = [`$${values.length + 1}`, `$${values.length + 2}`];
  const matches = `(strpos(lower(c.name), lower(${queryAt})) > 0 OR strpos(lower(c.email), lower(${queryAt})) > 0
    OR strpos(lower(c.phone), lower(${queryAt})) > 0)`;
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

function whereOf({ widgetId }: Context, { before, tag, from, to }: Filter) {
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

export async function find({ sql: run, widgetId }: Context, guid: string): Promise<ContactRow | undefined> {
  const [found] = await run<ContactRow>({
    name: 'contacts.find',
    text: `SELECT ${COLUMNS} FROM contacts c WHERE c.widget_id = $1 AND c.guid = $2`,
    values: [widgetId, guid],
  });
  return found;
}

export interface Fields {
  name?: string | null;
  email?: string | null;
  phone?: string | null;
  description?: string | null;
  attributes?: Record<string, unknown>;
}

const INSERT = `
  INSERT INTO contacts AS c (widget_id, guid, name, email, phone, description, attributes, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)
  RETURNING c.id AS number, c.guid AS id, c.name, c.email, c.phone, c.description, c.attributes, c.created_at,
    c.updated_at, '{}'::text[] AS tags`;

export async function insert(ctx: Context, guid: string, { name, email, phone, description, attributes }: Fields) {
  const [inserted] = await ctx.sql<ContactRow>({
    name: 'contacts.insert',
    text: INSERT,
    values: [ctx.widgetId, guid, name, email, phone, description, JSON.stringify(attributes ?? {}), ctx.now.toString()],
  });
  return inserted as ContactRow;
}

/** Locks the row, so that two changes at one moment merge and neither is lost. */
export async function lock({ db, widgetId }: Context, guid: string) {
  const [found] = await db
    .select({ number: contacts.id, attributes: contacts.attributes })
    .from(contacts)
    .where(and(eq(contacts.widget_id, widgetId), eq(contacts.guid, guid)))
    .for('update');
  return found;
}

export async function update({ db, widgetId, now }: Context, number: number, changes: Fields) {
  await db
    .update(contacts)
    .set({ ...changes, updated_at: now.toString() })
    .where(and(eq(contacts.widget_id, widgetId), eq(contacts.id, number)));
}

export async function remove({ db, widgetId }: Context, guid: string) {
  const removed = await db
    .delete(contacts)
    .where(and(eq(contacts.widget_id, widgetId), eq(contacts.guid, guid)))
    .returning({ number: contacts.id });
  return removed.length > 0;
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

/** Jumps from name to name in the index: how often each is used does not matter. */
export async function listTagNames({ db, accountId }: Context, { after, limit }: { after: string; limit: number }) {
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
