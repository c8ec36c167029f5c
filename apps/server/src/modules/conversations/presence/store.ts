import type { Agent } from '@parley/contract';
import { array, boolean, integer, nullable, pick } from '../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import { fragment, param } from '../../../infra/postgres/sql.ts';
import type { InWidget, Read, Write } from '../../../kernel/data/context.ts';
import { agents, CONNECTIONS, connections, graceBefore, VALID_UNTIL } from '../../account/agents/tables.ts';
import { widgets } from '../../account/widgets/tables.ts';

const chatColumns = { chat_id: connections.chat_id };
const countColumns = { count: integer() };

const WAIT = fragment``;
const SKIP = fragment`SKIP LOCKED`;

/** Serializes changes of an agent's presence. */
export async function lockAgent({ sql }: Write, widgetId: number, agentId: number, { isWaiting = true } = {}) {
  const [found] = await sql({ status: agents.status })`
    SELECT status FROM agents WHERE widget_id = ${widgetId} AND id = ${agentId}
    FOR NO KEY UPDATE ${isWaiting ? WAIT : SKIP}`;
  return found?.status;
}

export async function setStatus({ sql }: Write, widgetId: number, agentId: number, status: Agent['status']) {
  await sql`UPDATE agents SET status = ${status} WHERE widget_id = ${widgetId} AND id = ${agentId}`;
}

/** When the agent went offline; null while online. */
export function setLeftAt({ run, widgetId }: Write & { widgetId: number }, agentId: number, at: string | null) {
  run.prepared`UPDATE agents SET left_at = ${at} WHERE widget_id = ${widgetId} AND id = ${agentId}`;
}

/** Includes expired connections that the sweep has not removed yet. */
export async function hasConnection({ sql }: Read, widgetId: number, agentId: number) {
  const found = await sql({})`
    SELECT FROM connections WHERE widget_id = ${widgetId} AND agent_id = ${agentId} LIMIT 1`;
  return found.length > 0;
}

export async function insert(
  { sql, widgetId }: InWidget,
  { id, nodeId, agentId }: { id: string; nodeId: string; agentId: number },
) {
  await sql`
    INSERT INTO connections (id, node_id, widget_id, agent_id) VALUES (${id}, ${nodeId}, ${widgetId}, ${agentId})
    ON CONFLICT (id) DO UPDATE SET left_at = NULL`;
}

/** Returns the chat that was viewed. */
export async function closeConnection({ sql, widgetId, now }: InWidget, id: string) {
  const [closed] = await sql.prepared(chatColumns)`
    UPDATE connections c SET left_at = ${now.toString()}, chat_id = NULL FROM connections before
    WHERE c.widget_id = ${widgetId} AND c.id = ${id} AND before.id = c.id RETURNING before.chat_id`;
  return closed?.chat_id ?? null;
}

/** Serializes changes of a chat's viewers, so that the last one published is right. Taken before any row lock. */
export async function lockViewers({ sql }: Write, chatIds: (number | null)[]) {
  const ids = [...new Set(chatIds.filter((id) => id !== null))].sort((a, b) => a - b);
  await Promise.all(ids.map((id) => sql.prepared`SELECT pg_advisory_xact_lock(hashtextextended('viewers', ${id}))`));
}

/** Returns the chat that was viewed before. */
export async function setViewedChat({ sql, widgetId }: InWidget, id: string, chatId: number | null) {
  const [found] = await sql.prepared(chatColumns)`
    UPDATE connections c SET chat_id = ${chatId} FROM connections before
    WHERE c.widget_id = ${widgetId} AND c.id = ${id} AND before.id = c.id RETURNING before.chat_id`;
  return found?.chat_id ?? null;
}

const viewersColumns = { viewers: nullable(array(integer())), order: integer() };

/** `order` is a database time that orders what nodes publish. */
const VIEWERS = fragment`
  array_agg(DISTINCT c.agent_id ORDER BY c.agent_id) FILTER (WHERE c.agent_id IS NOT NULL) AS viewers,
  (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS order`;

/** Viewers of a chat. */
export async function findViewers({ sql, widgetId, now }: InWidget<Read>, chatId: number) {
  const [found] = await sql.prepared(viewersColumns)`
    SELECT ${VIEWERS} FROM (SELECT) AS one LEFT JOIN (${CONNECTIONS}) ON c.widget_id = ${widgetId} AND c.chat_id = ${chatId}
      AND c.left_at IS NULL AND n.seen_at > ${graceBefore(now)}`;
  return { chat_id: chatId, viewers: found?.viewers ?? [], order: found?.order ?? 0 };
}

/** Viewers of the chat that a socket views, if any. */
export async function findViewersBySocket({ sql, widgetId, now }: InWidget<Read>, id: string) {
  const [found] = await sql.prepared({ chat_id: integer(), ...viewersColumns })`
    SELECT own.chat_id, ${VIEWERS} FROM connections own LEFT JOIN (${CONNECTIONS}) ON c.widget_id = own.widget_id
      AND c.chat_id = own.chat_id AND c.left_at IS NULL AND n.seen_at > ${graceBefore(now)}
    WHERE own.widget_id = ${widgetId} AND own.id = ${id} AND own.chat_id IS NOT NULL GROUP BY own.chat_id`;
  return found ? { ...found, viewers: found.viewers ?? [] } : null;
}

export async function findViewedChat({ sql, widgetId }: InWidget<Read>, id: string) {
  const [found] = await sql.prepared(chatColumns)`
    SELECT chat_id FROM connections WHERE widget_id = ${widgetId} AND id = ${id}`;
  return found?.chat_id ?? null;
}

/** In any status but suspended. */
export async function countConnections({ sql, widgetId, now }: InWidget<Read>, agentId: number) {
  const rows = await sql.prepared(countColumns)`
    SELECT count(*) AS count FROM ${CONNECTIONS}
    JOIN agents a ON a.widget_id = c.widget_id AND a.id = c.agent_id AND a.status <> 'banned'
    WHERE c.widget_id = ${widgetId} AND c.agent_id = ${agentId} AND ${VALID_UNTIL} > ${graceBefore(now)}`;
  return onlyRow(rows).count;
}

const agentColumns = { agent_id: connections.agent_id };

/** Human agents at work. */
export async function listAtWork({ sql, widgetId, now }: InWidget<Read>) {
  const found = await sql.prepared(agentColumns)`
    SELECT DISTINCT c.agent_id FROM ${CONNECTIONS}
    JOIN agents a ON a.widget_id = c.widget_id AND a.id = c.agent_id AND a.status = 'active' AND a.type = 'human'
    WHERE c.widget_id = ${widgetId} AND ${VALID_UNTIL} > ${graceBefore(now)} ORDER BY c.agent_id`;
  return found.map(({ agent_id }) => agent_id);
}

/** Agents with connections whose grace period is over. */
export function listWithExpiredConnections({ sql, now }: Read) {
  const { widget_id, agent_id } = connections;
  return sql.prepared({ widget_id, ...pick(widgets, 'account_id', 'button_guid'), agent_id })`
    SELECT DISTINCT c.widget_id, w.account_id, w.button_guid, c.agent_id FROM ${CONNECTIONS}
    JOIN widgets w ON w.id = c.widget_id
    WHERE coalesce(${VALID_UNTIL}, '-infinity') <= ${graceBefore(now)} ORDER BY c.widget_id, c.agent_id LIMIT 100`;
}

const expiredOf = ({ widgetId, now }: InWidget<Read>, agentId: number) => fragment`
  SELECT c.id, c.chat_id FROM ${CONNECTIONS}
  WHERE c.widget_id = ${widgetId} AND c.agent_id = ${agentId}
    AND coalesce(${VALID_UNTIL}, '-infinity') <= ${graceBefore(now)}`;

/** Chats viewed over expired connections. */
export async function listExpiredViews(ctx: InWidget<Read>, agentId: number) {
  const found = await ctx.sql(pick(connections, 'id', 'chat_id'))`${expiredOf(ctx, agentId)}`;
  return [...new Set(found.flatMap(({ chat_id }) => chat_id ?? []))];
}

export async function removeExpired(ctx: InWidget, agentId: number) {
  await ctx.sql`DELETE FROM connections WHERE id IN (SELECT id FROM (${expiredOf(ctx, agentId)}) AS gone)`;
}

/** Chats viewed over any of the agent's connections. */
export async function listViewedChats({ sql, widgetId }: InWidget<Read>, agentId: number) {
  const found = await sql({ chat_id: integer() })`
    SELECT DISTINCT chat_id FROM connections
    WHERE widget_id = ${widgetId} AND agent_id = ${agentId} AND chat_id IS NOT NULL`;
  return found.map(({ chat_id }) => chat_id);
}

export async function removeOfAgent({ sql, widgetId }: InWidget, agentId: number) {
  await sql`DELETE FROM connections WHERE widget_id = ${widgetId} AND agent_id = ${agentId}`;
}

const presenceColumns = { ...pick(agents, 'id', 'status'), online: boolean() };

/** Agents who are not suspended, and whether they are online. */
export function listPresence({ sql, widgetId, now }: InWidget<Read>) {
  return sql.prepared(presenceColumns)`
    SELECT a.id, a.status, EXISTS (
      SELECT FROM ${CONNECTIONS}
      WHERE c.widget_id = a.widget_id AND c.agent_id = a.id AND ${VALID_UNTIL} > ${graceBefore(now)}
    ) AS online
    FROM agents a WHERE a.widget_id = ${widgetId} AND a.status <> 'banned' ORDER BY a.id`;
}

/** True if the node was unknown or had been given up. */
export async function beat({ sql, now }: Write, nodeId: string) {
  const node = param(nodeId);
  const [found] = await sql.prepared({ is_known: boolean() })`
    WITH before AS (SELECT seen_at > ${graceBefore(now)} AS is_known FROM nodes WHERE id = ${node}),
    beat AS (
      INSERT INTO nodes (id, seen_at) VALUES (${node}, ${now.toString()})
      ON CONFLICT (id) DO UPDATE SET seen_at = greatest(nodes.seen_at, excluded.seen_at)
    )
    SELECT is_known FROM before`;
  return !found?.is_known;
}

export async function countOtherNodes({ sql, now }: Read, nodeId: string) {
  const rows = await sql.prepared(countColumns)`
    SELECT count(*) AS count FROM nodes WHERE id <> ${nodeId} AND seen_at > ${graceBefore(now)}`;
  return onlyRow(rows).count;
}

/** Connections of a node that are open. */
export function listOpen({ sql }: Read, nodeId: string) {
  return sql.prepared(pick(connections, 'id', 'widget_id'))`
    SELECT id, widget_id FROM connections WHERE node_id = ${nodeId} AND left_at IS NULL`;
}

/** Removes nodes that stopped long ago. Their connections are removed before. */
export async function removeNodes({ sql, now }: Write, nodeId?: string) {
  await sql.prepared`
    DELETE FROM nodes WHERE id = ${nodeId} OR seen_at < ${now.subtract({ minutes: 1 }).toString()}::timestamptz
      AND NOT EXISTS (SELECT FROM connections c WHERE c.node_id = nodes.id)`;
}
