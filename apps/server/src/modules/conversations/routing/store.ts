import { boolean, nullable } from '../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import { type Fragment, fragment, param } from '../../../infra/postgres/sql.ts';
import type { InWidget, Read, WidgetWork } from '../../../kernel/data/context.ts';
import { REFUSE } from '../../../kernel/data/store/assumptions.ts';
import { CONNECTIONS, graceBefore, VALID_UNTIL } from '../../account/agents/tables.ts';
import { accounts } from '../../account/users/tables.ts';
import { aiSettings } from '../../ai/settings/tables.ts';
import type { LockedChat } from '../chats/index.ts';
import { DEPARTMENTS, departmentAgents, listsChannel, openAt } from './tables.ts';

/** What a statement asks about, as its first part `asked`: its other parts are then constant, and compiled once. */
export const asked = ({ widgetId, now }: InWidget<Read>, channel: string) =>
  [widgetId, channel, now.toString(), graceBefore(now)] as const;

/** Departments that serve the channel, and whether each is open. */
const listing = (isOpen: Fragment) => fragment`
  listing AS MATERIALIZED (
    SELECT d.id, ${isOpen} AS is_open FROM asked, ${DEPARTMENTS}
    WHERE d.widget_id = asked.widget_id AND ${listsChannel(fragment`asked.channel`)}
  )`;

export const LISTING = listing(openAt(fragment`asked.now`));

/** A connection `c` counts. */
export const IS_VALID = fragment`${VALID_UNTIL} > asked.valid_after`;

/** Condition: an agent `a` is at work, by their connections. */
const atWork = (isValid: Fragment) => fragment`
  a.widget_id = asked.widget_id AND a.status = 'active' AND a.type = 'human' AND EXISTS (
    SELECT FROM ${CONNECTIONS} WHERE c.widget_id = a.widget_id AND c.agent_id = a.id AND ${isValid}
  )`;

/** Whether an agent is at work for the channel: in an open department that serves it, or any agent if none does. */
const anyoneAtWork = (isValid: Fragment) => fragment`
  EXISTS (
    SELECT FROM asked JOIN agents a ON ${atWork(isValid)}
    WHERE NOT EXISTS (SELECT FROM listing) OR EXISTS (
      SELECT FROM department_agents m JOIN listing l ON l.id = m.department_id AND l.is_open
      WHERE m.widget_id = a.widget_id AND m.agent_id = a.id
    )
  )`;

const ANYONE_AT_WORK = anyoneAtWork(IS_VALID);

const isThere = { is_there: boolean() };

export async function isAnyoneAtWork(work: InWidget<Read>, channel: string) {
  const [widget, name, now, validAfter] = asked(work, channel);
  const [found] = await work.sql.prepared(isThere)`
    WITH asked (widget_id, channel, now, valid_after) AS (
      VALUES (${widget}::bigint, ${name}::text, ${now}::timestamptz, ${validAfter}::timestamptz)
    ), ${LISTING} SELECT ${ANYONE_AT_WORK} AS is_there`;
  return found?.is_there ?? false;
}

const answerers = { ...isThere, ai_revision: nullable(aiSettings.revision) };

/** Of the widget's AI while it is on: who answers there is known by it. */
const AI_REVISION = fragment`
  (SELECT s.revision FROM asked JOIN ai_settings s ON s.widget_id = asked.widget_id AND s.enabled) AS ai_revision`;

/** Whether an agent is at work, and what says whether the AI answers. */
export async function findAnswerers(work: InWidget<Read>, channel: string) {
  const [widget, name, now, validAfter] = asked(work, channel);
  const rows = await work.sql.prepared(answerers)`
    WITH asked (widget_id, channel, now, valid_after) AS (
      VALUES (${widget}::bigint, ${name}::text, ${now}::timestamptz, ${validAfter}::timestamptz)
    ), ${LISTING} SELECT ${ANYONE_AT_WORK} AS is_there, ${AI_REVISION}`;
  return onlyRow(rows);
}

const WAS_OPEN = listing(fragment`d.was_open`);
const WAS_ANYONE_AT_WORK = anyoneAtWork(fragment`true`);

/** As last announced to visitors: counts connections whose end and departments whose change is not announced yet. */
export async function wasAnyoneAnnounced({ sql, widgetId }: InWidget<Read>, channel: string) {
  const [found] = await sql.prepared(isThere)`
    WITH asked (widget_id, channel) AS (VALUES (${widgetId}::bigint, ${channel}::text)), ${WAS_OPEN}
    SELECT ${WAS_ANYONE_AT_WORK} AS is_there`;
  return found?.is_there ?? false;
}

const ownerColumns = { is_suspended: boolean(), is_away: boolean() };

/** Away means not connected for a while; a break is not away. */
export async function findOwner({ sql, widgetId, now }: WidgetWork, id: number, away: { minutes: number }) {
  const [found] = await sql.prepared(ownerColumns)`
    SELECT a.status = 'banned' AS is_suspended,
      coalesce(a.left_at <= ${now.subtract(away).toString()}, true) AND NOT EXISTS (
        SELECT FROM ${CONNECTIONS}
        WHERE c.widget_id = a.widget_id AND c.agent_id = a.id AND ${VALID_UNTIL} > ${graceBefore(now)}
      ) AS is_away
    FROM agents a WHERE a.widget_id = ${widgetId} AND a.id = ${id}`;
  return found;
}

type AiRevision = Pick<LockedChat, 'ai_revision'>;

/** Fails if something has changed for the AI, which answers the chat. */
export function expectAnswering({ run, widgetId }: WidgetWork, { ai_revision }: AiRevision) {
  run.prepared`
    SELECT FROM ${REFUSE} WHERE (
      SELECT revision FROM ai_settings WHERE widget_id = ${widgetId} AND enabled
    ) IS DISTINCT FROM ${ai_revision}::uuid`;
}

/**
 * Fails unless the owner is there, and no department is to be notified of a chat that nobody has accepted yet. Cheaper
 * than `expectSettled`: the plan of a statement about departments takes longer to set up than the rest of a message.
 */
export function expectOwner(
  { run, widgetId, now }: WidgetWork,
  { agent_id, accepted_by, ai_revision }: AiRevision & { agent_id: number | null; accepted_by: number | null },
  away: { minutes: number },
) {
  const widget = param(widgetId);
  run.prepared`
    SELECT FROM ${REFUSE} WHERE NOT EXISTS (
      SELECT FROM agents a WHERE a.widget_id = ${widget} AND a.id = ${agent_id} AND a.status <> 'banned'
        AND (a.left_at > ${now.subtract(away).toString()} OR EXISTS (
          SELECT FROM ${CONNECTIONS}
          WHERE c.widget_id = a.widget_id AND c.agent_id = a.id AND ${VALID_UNTIL} > ${graceBefore(now)}
        ))
    ) OR (${accepted_by === null} AND EXISTS (SELECT FROM departments WHERE widget_id = ${widget}))
      OR (SELECT revision FROM ai_settings WHERE widget_id = ${widget} AND enabled) IS DISTINCT FROM ${ai_revision}::uuid`;
}

/** Fails if an agent is connected or there is a department: either may get the chat. So may the AI. */
export function expectNobody({ run, widgetId, now }: WidgetWork, { ai_revision }: AiRevision) {
  const widget = param(widgetId);
  run.prepared`
    SELECT FROM ${REFUSE} WHERE EXISTS (SELECT FROM departments WHERE widget_id = ${widget}) OR EXISTS (
      SELECT FROM ${CONNECTIONS} WHERE c.widget_id = ${widget} AND ${VALID_UNTIL} > ${graceBefore(now)}
    ) OR (SELECT revision FROM ai_settings WHERE widget_id = ${widget} AND enabled) IS DISTINCT FROM ${ai_revision}::uuid`;
}

/**
 * Fails if the owner is suspended, or away while another agent is at work; without an owner, if an agent is at work or
 * only departments other than the chat's are open.
 */
export function expectSettled(
  ctx: WidgetWork,
  {
    channel,
    agent_id,
    department_id,
    ai_revision,
  }: AiRevision & Pick<LockedChat, 'channel' | 'agent_id' | 'department_id'>,
  away: { minutes: number },
) {
  const [widget, name, now, validAfter] = asked(ctx, channel);
  const owner = param(agent_id);
  ctx.run.prepared`
    WITH asked (widget_id, channel, now, valid_after) AS (
      VALUES (${widget}::bigint, ${name}::text, ${now}::timestamptz, ${validAfter}::timestamptz)
    ), ${LISTING},
    owner AS (
      SELECT a.status = 'banned' AS is_suspended,
        coalesce(a.left_at <= ${ctx.now.subtract(away).toString()}, true) AND NOT EXISTS (
          SELECT FROM ${CONNECTIONS} WHERE c.widget_id = a.widget_id AND c.agent_id = a.id AND ${IS_VALID}
        ) AS is_away
      FROM asked JOIN agents a ON a.widget_id = asked.widget_id AND a.id = ${owner}
    )
    SELECT FROM ${REFUSE} WHERE CASE
      WHEN ${owner}::bigint IS NOT NULL THEN (SELECT is_suspended OR (is_away AND ${ANYONE_AT_WORK}) FROM owner)
      ELSE ${ANYONE_AT_WORK} OR (
        SELECT NOT coalesce(bool_or(id = ${department_id}), false) FROM listing WHERE is_open HAVING count(*) > 0
      ) END OR (
        SELECT revision FROM ai_settings s JOIN asked ON s.widget_id = asked.widget_id AND s.enabled
      ) IS DISTINCT FROM ${ai_revision}::uuid`;
}

const memberColumns = { agent_id: departmentAgents.agent_id };

/** Members of a department who are not suspended. */
export async function listMembersOf({ sql, widgetId }: InWidget<Read>, departmentId: number) {
  const found = await sql.prepared(memberColumns)`
    SELECT m.agent_id FROM department_agents m JOIN agents a ON a.widget_id = m.widget_id AND a.id = m.agent_id
    WHERE m.widget_id = ${widgetId} AND m.department_id = ${departmentId} AND a.status <> 'banned' ORDER BY 1`;
  return found.map(({ agent_id }) => agent_id);
}

/** Members of the channel's open departments, suspended or not. */
export async function listMembers({ run, widgetId, now }: WidgetWork, channel: string) {
  const found = await run.prepared(memberColumns)`
    WITH asked (widget_id, channel, now) AS (
      VALUES (${widgetId}::bigint, ${channel}::text, ${now.toString()}::timestamptz)
    ), ${LISTING}
    SELECT DISTINCT m.agent_id FROM asked JOIN department_agents m ON m.widget_id = asked.widget_id
    JOIN listing l ON l.id = m.department_id WHERE l.is_open ORDER BY 1`;
  return found.map(({ agent_id }) => agent_id);
}

export function lockAvailability({ run, widgetId }: InWidget) {
  run.prepared`SELECT pg_advisory_xact_lock(hashtextextended('availability', ${widgetId}))`;
}

export async function findTimezone({ sql, widgetId }: InWidget<Read>) {
  const rows = await sql({ timezone: accounts.timezone })`
    SELECT z.timezone FROM widgets w JOIN accounts z ON z.id = w.account_id WHERE w.id = ${widgetId}`;
  return onlyRow(rows).timezone;
}

/** Takes a channel that no longer exists out of every department. */
export async function removeChannel({ sql, widgetId }: InWidget, channel: string) {
  await sql`
    UPDATE departments SET channels = array_remove(channels, ${channel})
    WHERE widget_id = ${widgetId} AND ${channel} = ANY (channels)`;
}
