import type { Agent } from '@parley/contract';
import type { InWidget, Read, Write } from '../../../kernel/data/context.ts';
import { CONNECTIONS, GOOD_UNTIL, graceBefore } from '../../account/agents/tables.ts';

/** Serializes changes of an agent's presence. */
export async function lockAgent({ sql }: Write, widgetId: number, agentId: number, { isWaiting = true } = {}) {
  const [found] = await sql<{ status: Agent['status'] }>({
    text: `SELECT status FROM agents WHERE widget_id = $1 AND id = $2 FOR NO KEY UPDATE ${isWaiting ? '' : 'SKIP LOCKED'}`,
    values: [widgetId, agentId],
  });
  return found?.status;
}

export async function setStatus({ sql }: Write, widgetId: number, agentId: number, status: Agent['status']) {
  await sql({
    text: 'UPDATE agents SET status = $3 WHERE widget_id = $1 AND id = $2',
    values: [widgetId, agentId, status],
  });
}

/** When the agent went offline; null while online. */
export function setLeftAt({ run, widgetId }: Write & { widgetId: number }, agentId: number, at: string | null) {
  run({
    name: 'presence.set_left',
    text: 'UPDATE agents SET left_at = $3 WHERE widget_id = $1 AND id = $2',
    values: [widgetId, agentId, at],
  });
}

/** Includes expired connections that the sweep has not removed yet. */
export async function hasConnection({ sql }: Read, widgetId: number, agentId: number) {
  const found = await sql({
    text: 'SELECT FROM connections WHERE widget_id = $1 AND agent_id = $2 LIMIT 1',
    values: [widgetId, agentId],
  });
  return found.length > 0;
}

export async function insert(
  { sql, widgetId }: InWidget,
  { id, nodeId, agentId }: { id: string; nodeId: string; agentId: number },
) {
  await sql({
    text: `INSERT INTO connections (id, node_id, widget_id, agent_id) VALUES ($1, $2, $3, $4)
           ON CONFLICT (id) DO UPDATE SET left_at = NULL`,
    values: [id, nodeId, widgetId, agentId],
  });
}

/** Returns the chat that was viewed. */
export async function closeConnection({ sql, widgetId, now }: InWidget, id: string) {
  const [closed] = await sql<{ chat_id: number | null }>({
    text: `UPDATE connections c SET left_at = $3, chat_id = NULL FROM connections before
           WHERE c.widget_id = $1 AND c.id = $2 AND before.id = c.id RETURNING before.chat_id`,
    values: [widgetId, id, now.toString()],
  });
  return closed?.chat_id ?? null;
}

/** Serializes changes of a chat's viewers, so that the last one published is right. Taken before any row lock. */
export async function lockViewers({ sql }: Write, chatIds: (number | null)[]) {
  const ids = new Set(chatIds.filter((id) => id !== null));
  for (const id of [...ids].sort((a, b) => a - b)) {
    const text = `SELECT pg_advisory_xact_lock(hashtextextended('viewers', $1))`;
    await sql({ name: 'presence.lock_viewers', text, values: [id] });
  }
}

/** Returns the chat that was viewed before. */
export async function setViewedChat({ sql, widgetId }: InWidget, id: string, chatId: number | null) {
  const [found] = await sql<{ chat_id: number | null }>({
    text: `UPDATE connections c SET chat_id = $3 FROM connections before
           WHERE c.widget_id = $1 AND c.id = $2 AND before.id = c.id RETURNING before.chat_id`,
    values: [widgetId, id, chatId],
  });
  return found?.chat_id ?? null;
}

/** Viewers of a chat; `order` is a database time that orders what nodes publish. */
export async function findViewers({ sql, widgetId, now }: InWidget<Read>, chatId: number) {
  const [found] = await sql<{ viewers: number[]; order: number }>({
    name: 'presence.viewers',
    text: `SELECT array_agg(DISTINCT c.agent_id ORDER BY c.agent_id) FILTER (WHERE c.agent_id IS NOT NULL) AS viewers,
             (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS order
           FROM (SELECT) AS one LEFT JOIN (${CONNECTIONS}) ON c.widget_id = $1 AND c.chat_id = $2 AND c.left_at IS NULL AND n.seen_at > $3`,
    values: [widgetId, chatId, graceBefore(now)],
  });
  return { chat_id: chatId, viewers: found?.viewers ?? [], order: found?.order ?? 0 };
}

export async function findViewedChat({ sql, widgetId }: InWidget<Read>, id: string) {
  const [found] = await sql<{ chat_id: number | null }>({
    name: 'presence.looked_at',
    text: 'SELECT chat_id FROM connections WHERE widget_id = $1 AND id = $2',
    values: [widgetId, id],
  });
  return found?.chat_id ?? null;
}

/** In any status but suspended. */
export async function countConnections({ sql, widgetId, now }: InWidget<Read>, agentId: number) {
  const [{ count } = { count: 0 }] = await sql<{ count: number }>({
    name: 'presence.count',
    text: `SELECT count(*) AS count FROM ${CONNECTIONS}
           JOIN agents a ON a.widget_id = c.widget_id AND a.id = c.agent_id AND a.status <> 'banned'
           WHERE c.widget_id = $1 AND c.agent_id = $2 AND ${GOOD_UNTIL} > $3`,
    values: [widgetId, agentId, graceBefore(now)],
  });
  return count;
}

/** Human agents at work. */
export async function listAtWork({ sql, widgetId, now }: InWidget<Read>) {
  const found = await sql<{ agent_id: number }>({
    name: 'presence.at_work',
    text: `SELECT DISTINCT c.agent_id FROM ${CONNECTIONS}
           JOIN agents a ON a.widget_id = c.widget_id AND a.id = c.agent_id AND a.status = 'active' AND a.type = 'human'
           WHERE c.widget_id = $1 AND ${GOOD_UNTIL} > $2 ORDER BY c.agent_id`,
    values: [widgetId, graceBefore(now)],
  });
  return found.map(({ agent_id }) => agent_id);
}

/** Agents with connections whose grace period is over. */
export function listWithExpiredConnections({ sql, now }: Read) {
  return sql<{ widget_id: number; account_id: number; button_guid: string; agent_id: number }>({
    name: 'presence.gone',
    text: `SELECT DISTINCT c.widget_id, w.account_id, w.button_guid, c.agent_id FROM ${CONNECTIONS}
           JOIN widgets w ON w.id = c.widget_id
           WHERE coalesce(${GOOD_UNTIL}, '-infinity') <= $1 ORDER BY c.widget_id, c.agent_id LIMIT 100`,
    values: [graceBefore(now)],
  });
}

const EXPIRED = `
  SELECT c.id, c.chat_id FROM ${CONNECTIONS}
  WHERE c.widget_id = $1 AND c.agent_id = $2 AND coalesce(${GOOD_UNTIL}, '-infinity') <= $3`;

/** Chats viewed over expired connections. */
export async function listExpiredViews({ sql, widgetId, now }: InWidget<Read>, agentId: number) {
  const found = await sql<{ chat_id: number | null }>({ text: EXPIRED, values: [widgetId, agentId, graceBefore(now)] });
  return [...new Set(found.flatMap(({ chat_id }) => chat_id ?? []))];
}

export async function removeExpired({ sql, widgetId, now }: InWidget, agentId: number) {
  await sql({
    text: `DELETE FROM connections WHERE id IN (SELECT id FROM (${EXPIRED}) AS gone)`,
    values: [widgetId, agentId, graceBefore(now)],
  });
}

/** Chats viewed over any of the agent's connections. */
export async function listViewedChats({ sql, widgetId }: InWidget<Read>, agentId: number) {
  const found = await sql<{ chat_id: number }>({
    text: 'SELECT DISTINCT chat_id FROM connections WHERE widget_id = $1 AND agent_id = $2 AND chat_id IS NOT NULL',
    values: [widgetId, agentId],
  });
  return found.map(({ chat_id }) => chat_id);
}

export async function removeOfAgent({ sql, widgetId }: InWidget, agentId: number) {
  await sql({ text: 'DELETE FROM connections WHERE widget_id = $1 AND agent_id = $2', values: [widgetId, agentId] });
}

/** Agents who are not suspended, and whether they are online. */
export function listPresence({ sql, widgetId, now }: InWidget<Read>) {
  return sql<Pick<Agent, 'id' | 'online' | 'status'>>({
    name: 'presence.colleagues',
    text: `SELECT a.id, a.status, EXISTS (
             SELECT FROM ${CONNECTIONS} WHERE c.widget_id = a.widget_id AND c.agent_id = a.id AND ${GOOD_UNTIL} > $2
           ) AS online
           FROM agents a WHERE a.widget_id = $1 AND a.status <> 'banned' ORDER BY a.id`,
    values: [widgetId, graceBefore(now)],
  });
}

/** True if the node was unknown or had been given up. */
export async function beat({ sql, now }: Write, nodeId: string) {
  const [found] = await sql<{ is_known: boolean }>({
    name: 'presence.beat',
    text: `WITH before AS (SELECT seen_at > $3 AS is_known FROM nodes WHERE id = $1),
           beat AS (
             INSERT INTO nodes (id, seen_at) VALUES ($1, $2)
             ON CONFLICT (id) DO UPDATE SET seen_at = greatest(nodes.seen_at, excluded.seen_at)
           )
           SELECT is_known FROM before`,
    values: [nodeId, now.toString(), graceBefore(now)],
  });
  return !found?.is_known;
}

export async function countOtherNodes({ sql, now }: Read, nodeId: string) {
  const [{ count } = { count: 0 }] = await sql<{ count: number }>({
    name: 'presence.nodes',
    text: 'SELECT count(*) AS count FROM nodes WHERE id <> $1 AND seen_at > $2',
    values: [nodeId, graceBefore(now)],
  });
  return count;
}

/** Connections of a node that are open. */
export function listOpen({ sql }: Read, nodeId: string) {
  return sql<{ id: string; widget_id: number }>({
    name: 'presence.open',
    text: 'SELECT id, widget_id FROM connections WHERE node_id = $1 AND left_at IS NULL',
    values: [nodeId],
  });
}

/** Removes nodes that stopped long ago. Their connections are removed before. */
export async function removeNodes({ sql, now }: Write, nodeId?: string) {
  await sql({
    text: `DELETE FROM nodes WHERE id = $1
           OR seen_at < $2::timestamptz AND NOT EXISTS (SELECT FROM connections c WHERE c.node_id = nodes.id)`,
    values: [nodeId ?? null, now.subtract({ minutes: 1 }).toString()],
  });
}
