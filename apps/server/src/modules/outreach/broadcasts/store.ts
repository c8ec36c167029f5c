import type { BroadcastSettings, SkipReason } from '@parley/contract';
import { array, integer, nullable, pick, type RowOf, text } from '../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import { type Fragment, fragment, join, param, raw } from '../../../infra/postgres/sql.ts';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { contacts } from '../../people/contacts/tables.ts';
import { type findPads, hashOf } from '../../people/suppressions/index.ts';
import { audienceOf, isContactedSince } from '../audience/index.ts';
import type { SharedSettings } from '../sends/index.ts';

const SITE = 'service';
const customId = (channel: string) => Number(/^ch(\d+)$/.exec(channel)?.[1] ?? 0);

export async function isKnownChannel({ sql, widgetId }: InWidget<Read>, channel: string) {
  const id = customId(channel);
  if (!id) return true;
  const rows = await sql({})`SELECT FROM channels WHERE widget_id = ${widgetId} AND id = ${id}`;
  return rows.length > 0;
}

/** Whether replies through the channel would leave: it is connected, or active and has a URL. */
export async function isUsable({ sql, widgetId }: InWidget<Read>, channel: string) {
  if (channel === SITE) return true;
  const id = customId(channel);
  const rows = id
    ? await sql.prepared({})`
        SELECT FROM channels
        WHERE widget_id = ${widgetId} AND id = ${id} AND is_active AND outbound_url IS NOT NULL AND secret IS NOT NULL`
    : await sql.prepared({})`
        SELECT FROM messenger_connections
        WHERE widget_id = ${widgetId} AND provider = ${channel} AND token IS NOT NULL AND status = 'enabled'
          AND rejected_at IS NULL`;
  return rows.length > 0;
}

type Pads = Awaited<ReturnType<typeof findPads>>;

export interface Target {
  channel: string;
  /** While anybody is suppressed on the channel. */
  pads?: Pads;
  settings: Pick<SharedSettings, 'audience' | 'min_gap_hours'> & Pick<BroadcastSettings, 'template'>;
}

const NOT_READY = fragment`
  n.token IS NULL OR n.status <> 'enabled' OR n.rejected_at IS NOT NULL OR t.account_id <> n.account_id`;

/** The suppression `x` of a contact `k` in their chat `c`, while there are any on the channel. */
function suppression(widget: Fragment, channel: string, pads: Pads) {
  if (!pads) return NOBODY_SUPPRESSED;
  const { people, address } = addressIn(widget, channel);
  return fragment`LEFT JOIN LATERAL (
    SELECT s.reason FROM ${people} JOIN suppressions s ON s.widget_id = ${widget} AND s.channel = ${channel}
      AND s.hash = ${hashOf(pads, channel, address)} LIMIT 1
  ) AS x ON true`;
}

const NOBODY_SUPPRESSED = fragment`LEFT JOIN (SELECT NULL AS reason) AS x ON true`;

/** How suppressions know a contact. */
function addressIn(widget: Fragment, channel: string) {
  if (channel === SITE) return { people: fragment`(SELECT k.guid AS address) AS p`, address: fragment`p.address` };
  if (customId(channel))
    return { people: fragment`(SELECT c.external_client_id AS address) AS p`, address: fragment`p.address` };
  const people = fragment`(
    SELECT m.external_id AS address FROM messenger_people m
    WHERE m.widget_id = ${widget} AND m.contact_id = k.id AND m.provider = ${channel}) AS p`;
  return { people, address: fragment`p.address` };
}

/** Why a contact would be skipped, the first reason that applies. */
function reasonOf(widget: Fragment, { channel, settings }: Target, now: Temporal.Instant) {
  const hours = settings.min_gap_hours ?? 0;
  const isMessenger = channel !== SITE && !customId(channel);
  const hasWindow = isMessenger && !settings.template;
  const cases: [Fragment, SkipReason][] = [
    [fragment`k.blocked_at IS NOT NULL`, 'blocked'],
    [fragment`h.state = 'spam'`, 'spam'],
    ...(isMessenger ? [[fragment`t.chat_id IS NULL OR ${NOT_READY}`, 'no_address'] as [Fragment, SkipReason]] : []),
    ...(customId(channel) ? [[fragment`c.external_client_id IS NULL`, 'no_address'] as [Fragment, SkipReason]] : []),
    [fragment`x.reason IN ('unsubscribed', 'stop_word')`, 'unsubscribed'],
    [fragment`x.reason IS NOT NULL OR t.blocked_at IS NOT NULL`, 'suppressed'],
    ...(hours
      ? [[isContactedSince(widget, now.subtract({ hours })), 'contacted_recently'] as [Fragment, SkipReason]]
      : []),
    ...(hasWindow ? [[fragment`t.reply_until <= ${now.toString()}`, 'window_closed'] as [Fragment, SkipReason]] : []),
  ];
  return fragment`CASE ${join(
    cases.map(([condition, reason]) => fragment`WHEN ${condition} THEN ${raw(`'${reason}'`)}`),
    ' ',
  )} END`;
}

/** Contacts with a chat on the channel, each with the chat that was active last, and why they would be skipped. */
function candidates(work: InWidget<Read>, target: Target, conditions: Fragment[]) {
  const widget = fragment`${param(work.widgetId)}`;
  const { channel } = target;
  return fragment`
    SELECT DISTINCT ON (k.id) k.id AS contact_id, c.id AS chat_id, ${reasonOf(widget, target, work.now)} AS reason
    FROM chats c JOIN chat_heads h ON h.widget_id = c.widget_id AND h.chat_id = c.id
    JOIN contacts k ON k.widget_id = c.widget_id AND k.id = c.contact_id
    LEFT JOIN messenger_chats t ON t.widget_id = c.widget_id AND t.chat_id = c.id
    LEFT JOIN messenger_connections n ON n.widget_id = t.widget_id AND n.id = c.connection_id
    ${suppression(widget, channel, target.pads)}
    WHERE ${join([fragment`c.widget_id = ${widget} AND c.channel = ${channel}`, ...conditions], ' AND ')}
    ORDER BY k.id, h.last_message_at DESC NULLS LAST, c.id DESC`;
}

/** The same for few contacts: it never reads more than theirs, whatever the planner believes of the tables. */
function candidatesAmong(work: InWidget<Read>, target: Target, condition: Fragment) {
  const widget = fragment`${param(work.widgetId)}`;
  const { channel } = target;
  return fragment`
    SELECT k.id AS contact_id, c.id AS chat_id, ${reasonOf(widget, target, work.now)} AS reason
    FROM contacts k CROSS JOIN LATERAL (
      SELECT c.id, c.external_client_id, c.connection_id, h.state
      FROM chats c JOIN chat_heads h ON h.widget_id = c.widget_id AND h.chat_id = c.id
      WHERE c.widget_id = ${widget} AND c.contact_id = k.id AND c.channel = ${channel}
      ORDER BY h.last_message_at DESC NULLS LAST, c.id DESC LIMIT 1
    ) AS c CROSS JOIN LATERAL (SELECT c.state) AS h
    LEFT JOIN messenger_chats t ON t.widget_id = ${widget} AND t.chat_id = c.id
    LEFT JOIN messenger_connections n ON n.widget_id = t.widget_id AND n.id = c.connection_id
    ${suppression(widget, channel, target.pads)}
    WHERE k.widget_id = ${widget} AND ${condition} ORDER BY k.id`;
}

const inAudience = (work: InWidget<Read>, target: Target) =>
  candidates(work, target, audienceOf(fragment`${work.widgetId}`, target.settings.audience));

/** How many are matched, by the reason to skip them, and the first contacts of each. */
export function countMatched(work: InWidget<Read>, target: Target, most: number) {
  return work.sql({ reason: nullable(text<SkipReason>()), count: integer(), first: array(integer()) })`
    WITH matched AS (${inAudience(work, target)})
    SELECT reason, count(*)::int AS count, (array_agg(contact_id ORDER BY contact_id))[1:${raw(most)}] AS first
    FROM matched GROUP BY reason`;
}

interface Batch {
  sendId: number;
  after: number;
  limit: number;
  /** When the broadcast began. */
  until: string;
}

/**
 * Fixes the next recipients as the preview counts them, of contacts that there were at the start. Returns how many it looked
 * at and the last of them.
 */
export async function insertRecipients(work: InWidget, target: Target, { sendId, after, limit, until }: Batch) {
  const widget = param(work.widgetId);
  const conditions = [
    fragment`k.widget_id = ${widget} AND k.id > ${after} AND k.created_at <= ${until}`,
    fragment`EXISTS (
      SELECT FROM chats c WHERE c.widget_id = ${widget} AND c.contact_id = k.id AND c.channel = ${target.channel})`,
    ...audienceOf(fragment`${widget}`, target.settings.audience),
  ];
  const rows = await work.sql({ count: integer(), last: nullable(integer()) })`
    WITH next AS MATERIALIZED (
      SELECT k.id FROM contacts k WHERE ${join(conditions, ' AND ')} ORDER BY k.id LIMIT ${limit}
    ), batch AS (${candidatesAmong(work, target, fragment`k.id IN (SELECT id FROM next)`)}),
    added AS (
      INSERT INTO send_recipients (widget_id, send_id, contact_id, chat_id, state, reason)
      SELECT ${widget}, ${sendId}, contact_id, chat_id, CASE WHEN reason IS NULL THEN 'pending' ELSE 'skipped' END, reason
      FROM batch ORDER BY contact_id ON CONFLICT DO NOTHING
    )
    SELECT count(*)::int AS count, max(id) AS last FROM next`;
  return onlyRow(rows);
}

const reachedColumns = {
  contact_id: integer(),
  chat_id: integer(),
  reason: nullable(text<SkipReason>()),
  guid: contacts.guid,
  ...pick(contacts, 'name', 'email', 'phone', 'attributes'),
};

export type Reached = RowOf<typeof reachedColumns>;

/** The same for contacts as they are now, with what texts may say of them. */
export function listReached(work: InWidget<Read>, target: Target, contactIds: number[]) {
  return work.sql(reachedColumns)`
    WITH reached AS (${candidatesAmong(work, target, fragment`k.id = ANY (${contactIds}::bigint[])`)})
    SELECT r.contact_id, r.chat_id, r.reason, k.guid, k.name, k.email, k.phone, k.attributes
    FROM reached r JOIN contacts k ON k.widget_id = ${work.widgetId} AND k.id = r.contact_id ORDER BY r.chat_id`;
}
