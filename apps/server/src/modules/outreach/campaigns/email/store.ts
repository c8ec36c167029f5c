import type { EmailSettings, SkipReason } from '@parley/contract';
import { toIsoString } from '../../../../infra/clock.ts';
import { array, bytes, integer, nullable, pick, type RowOf, text } from '../../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../../infra/postgres/rows.ts';
import { type Fragment, fragment, join, param, raw } from '../../../../infra/postgres/sql.ts';
import type { InWidget, Read, WidgetWork } from '../../../../kernel/data/context.ts';
import { contacts } from '../../../people/contacts/tables.ts';
import { sendRecipients } from '../../../people/recipients/tables.ts';
import { type findPads, hashOf } from '../../../people/suppressions/index.ts';
import { audienceOf, isContactedSince } from '../../audience/index.ts';

type Pads = NonNullable<Awaited<ReturnType<typeof findPads>>>;

const CHANNEL = 'email';

export interface Target {
  settings: Pick<EmailSettings, 'audience' | 'min_gap_hours' | 'consent_basis'>;
  /** Undefined while nobody is suppressed, or where no address is hashed. */
  pads: Pads | undefined;
}

/** The first reason against a contact `k` alone. Reasons that depend on other recipients follow in `reasonAmong`. */
function reasonOf(widget: Fragment, { consent_basis = 'recorded' }: Target['settings']) {
  const refused =
    consent_basis === 'attested' ? fragment`k.email_consent IS FALSE` : fragment`k.email_consent IS NOT TRUE`;
  const cases: [Fragment, SkipReason][] = [
    [fragment`k.blocked_at IS NOT NULL`, 'blocked'],
    [
      fragment`EXISTS (
        SELECT FROM chats c JOIN chat_heads h ON h.widget_id = c.widget_id AND h.chat_id = c.id
        WHERE c.widget_id = ${widget} AND c.contact_id = k.id AND h.state = 'spam')`,
      'spam',
    ],
    [fragment`k.email IS NULL OR btrim(k.email) !~ '^[^@[:space:]]+@[^@[:space:]]+$'`, 'no_address'],
    [fragment`x.reason IN ('unsubscribed', 'stop_word')`, 'unsubscribed'],
    [fragment`x.reason IS NOT NULL`, 'suppressed'],
    [refused, 'no_consent'],
  ];
  return fragment`CASE ${join(
    cases.map(([condition, reason]) => fragment`WHEN ${condition} THEN ${raw(`'${reason}'`)}`),
    ' ',
  )} END`;
}

const suppression = (widget: Fragment, pads: Pads | undefined) =>
  pads
    ? fragment`LEFT JOIN suppressions x ON x.widget_id = ${widget} AND x.channel = ${CHANNEL}
        AND x.hash = ${hashOf(pads, CHANNEL, fragment`k.email`)}`
    : fragment`LEFT JOIN (SELECT NULL AS reason) AS x ON true`;

/** Contacts that meet the conditions, each with their address and why they would be skipped. */
function people(work: InWidget<Read>, { settings, pads }: Target, conditions: Fragment[]) {
  const widget = fragment`${param(work.widgetId)}`;
  const hours = settings.min_gap_hours ?? 0;
  const contacted = hours ? isContactedSince(widget, work.now.subtract({ hours })) : fragment`false`;
  return fragment`
    SELECT k.id AS contact_id, lower(btrim(k.email)) AS address, ${reasonOf(widget, settings)} AS reason,
      ${contacted} AS is_contacted, ${pads ? hashOf(pads, CHANNEL, fragment`k.email`) : fragment`NULL::bytea`} AS hash
    FROM contacts k ${suppression(widget, pads)}
    WHERE ${join([fragment`k.widget_id = ${widget}`, ...conditions], ' AND ')}`;
}

const inAudience = (work: InWidget<Read>, { settings }: Target) =>
  audienceOf(fragment`${work.widgetId}`, settings.audience);

/** Of people `p`: with the first of an address stay those who come later, too. */
const reasonAmong = (isDuplicate: Fragment) => fragment`
  CASE WHEN p.reason IS NOT NULL THEN p.reason WHEN ${isDuplicate} THEN 'duplicate_address'
    WHEN p.is_contacted THEN 'contacted_recently' END`;

const IS_LATER = fragment`row_number() OVER (PARTITION BY p.address, p.reason IS NULL ORDER BY p.contact_id) > 1`;

/** How many are matched, by the reason to skip them, and the first contacts of each. */
export function countMatched(work: InWidget<Read>, target: Target, most: number) {
  return work.sql({ reason: nullable(text<SkipReason>()), count: integer(), first: array(integer()) })`
    WITH people AS (${people(work, target, inAudience(work, target))}),
    matched AS (SELECT p.contact_id, ${reasonAmong(IS_LATER)} AS reason FROM people p)
    SELECT reason, count(*)::int AS count, (array_agg(contact_id ORDER BY contact_id))[1:${raw(most)}] AS first
    FROM matched GROUP BY reason`;
}

interface Batch {
  sendId: number;
  after: number;
  limit: number;
  /** When the campaign began. */
  until: string;
}

/** Whether another contact of the send has the address of people `p`. */
const isTaken = (widget: Fragment, sendId: number) => fragment`EXISTS (
  SELECT FROM send_recipients o WHERE o.widget_id = ${widget} AND o.send_id = ${sendId} AND o.address_hash = p.hash
    AND o.contact_id <> p.contact_id)`;

/** Fixes the next recipients as the preview counts them. Returns how many it looked at and the last of them. */
export async function insertRecipients(work: InWidget, target: Target, { sendId, after, limit, until }: Batch) {
  const widget = fragment`${param(work.widgetId)}`;
  const rows = await work.sql({ count: integer(), last: nullable(integer()) })`
    WITH people AS MATERIALIZED (
      ${people(work, target, [...inAudience(work, target), fragment`k.id > ${after} AND k.created_at <= ${until}`])} ORDER BY k.id LIMIT ${limit}
    ), batch AS (
      SELECT p.contact_id, ${reasonAmong(fragment`${IS_LATER} OR ${isTaken(widget, sendId)}`)} AS reason,
        CASE WHEN p.reason IS NULL AND NOT (${IS_LATER} OR ${isTaken(widget, sendId)}) THEN p.hash END AS hash
      FROM people p
    ), added AS (
      INSERT INTO send_recipients (widget_id, send_id, contact_id, address_hash, state, reason)
      SELECT ${widget}, ${sendId}, contact_id, hash, CASE WHEN reason IS NULL THEN 'pending' ELSE 'skipped' END, reason
      FROM batch ORDER BY contact_id ON CONFLICT DO NOTHING
    )
    SELECT count(*)::int AS count, max(contact_id) AS last FROM batch`;
  return onlyRow(rows);
}

const reachedColumns = {
  contact_id: integer(),
  reason: nullable(text<SkipReason>()),
  hash: nullable(bytes()),
  ...pick(contacts, 'guid', 'name', 'email', 'phone', 'attributes'),
  locale: text(),
};

export type Reached = RowOf<typeof reachedColumns>;

/** The same for contacts as they are now, with what e-mails may say of them, in the language they last had. */
export function listReached(work: InWidget<Read>, target: Target, sendId: number, contactIds: number[]) {
  const widget = fragment`${param(work.widgetId)}`;
  return work.sql(reachedColumns)`
    WITH people AS (${people(work, target, [fragment`k.id = ANY (${contactIds}::bigint[])`])})
    SELECT p.contact_id, ${reasonAmong(isTaken(widget, sendId))} AS reason, p.hash, k.guid, k.name, k.email, k.phone,
      k.attributes, coalesce((
        SELECT v.locale FROM visitors v WHERE v.widget_id = ${widget} AND v.contact_id = k.id AND v.locale IS NOT NULL
        ORDER BY v.seen_at DESC LIMIT 1
      ), o.locale, 'en') AS locale
    FROM people p JOIN contacts k ON k.widget_id = ${widget} AND k.id = p.contact_id
    JOIN widgets w ON w.id = k.widget_id JOIN accounts o ON o.id = w.account_id ORDER BY p.contact_id`;
}

interface ClaimedMail {
  id: number;
  hash: Buffer | null;
}

/** E-mails that go to the mail server after the commit. */
export function markHanded({ run, widgetId, now }: WidgetWork, sendId: number, mails: ClaimedMail[]) {
  run.prepared`
    UPDATE send_recipients r SET state = 'handed', attempts = r.attempts + 1, handed_at = ${toIsoString(now)},
      next_attempt_at = NULL, address_hash = e.hash
    FROM unnest(${mails.map(({ id }) => id)}::bigint[], ${mails.map(({ hash }) => hash)}::bytea[]) AS e (id, hash)
    WHERE r.widget_id = ${widgetId} AND r.send_id = ${sendId} AND r.id = e.id`;
}

export interface MailResult {
  id: number;
  state: 'sent' | 'bounced' | 'failed' | 'unknown' | 'pending';
  reason: string | null;
  nextAttemptAt: string | null;
  /** Whether the mail server had a look at it. */
  isTried: boolean;
}

/** What became of e-mails that were handed over, unless that took too long. */
export async function settleMails({ sql, widgetId, now }: WidgetWork, sendId: number, results: MailResult[]) {
  await sql.prepared`
    UPDATE send_recipients r SET state = e.state, reason = e.reason, next_attempt_at = e.next_attempt_at, handed_at = NULL,
      attempts = r.attempts - (NOT e.is_tried)::int,
      sent_at = CASE WHEN e.state = 'sent' THEN ${toIsoString(now)}::timestamptz END
    FROM unnest(
      ${results.map(({ id }) => id)}::bigint[],
      ${results.map(({ state }) => state)}::text[],
      ${results.map(({ reason }) => reason)}::text[],
      ${results.map(({ nextAttemptAt }) => nextAttemptAt)}::timestamptz[],
      ${results.map(({ isTried }) => isTried)}::boolean[]
    ) AS e (id, state, reason, next_attempt_at, is_tried)
    WHERE r.widget_id = ${widgetId} AND r.send_id = ${sendId} AND r.id = e.id AND r.state = 'handed'`;
}

/** Says whether it was the first one. */
export async function recordClick({ sql, widgetId, now }: InWidget, sendId: number, recipientId: number) {
  const rows = await sql.prepared(pick(sendRecipients, 'id'))`
    UPDATE send_recipients SET clicked_at = ${toIsoString(now)}
    WHERE widget_id = ${widgetId} AND send_id = ${sendId} AND id = ${recipientId} AND clicked_at IS NULL RETURNING id`;
  return rows.length > 0;
}
