import type { Agent } from '@parley/contract';
import type { InWidget, Read, Write } from '../../../kernel/data/context.ts';
import { CONNECTIONS, GOOD_UNTIL, graceBefore } from '../../account/agents/tables.ts';

/** Only one write at a time says of an agent that they came or went. */
export async function lockAgent({ sql }: Write, widgetId: number, agentId: number, { isPatient = true } = {}) {
  const [found] = await sql<{ status: Agent['status'] }>({
    text: `SELECT status FROM agents WHERE widget_id = $1 AND id = $2 FOR NO KEY UPDATE ${isPatient ? '' : 'SKIP LOCKED'}`,
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

/** When they were last there; null while they are. */
export function setLeft({ run, widgetId }: Write & { widgetId: number }, agentId: number, at: string | null) {
  run({
    name: 'presence.set_left',
    text: 'UPDATE agents SET left_at = $3 WHERE widget_id = $1 AND id = $2',
    values: [widgetId, agentId, at],
  });
}

/** Also connections that are no longer good, until the sweep has said so. */
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

/** The chat that was looked at. */
export async function close({ sql, widgetId, now }: InWidget, id: string) {
  const [closed] = await sql<{ chat_id: number | null }>({
    text: `UPDATE connections c SET left_at = $3, chat_id = NULL FROM connections before
           WHERE c.widget_id = $1 AND c.id = $2 AND before.id = c.id RETURNING before.chat_id`,
    values: [widgetId, id, now.toString()],
  });
  return closed?.chat_id ?? null;
}

/** One after the other, so that the last word on who looks at a chat is right. Taken before any row is locked. */
export async function lockViewers({ sql }: Write, chatIds: (number | null)[]) {
  const ids = new Set(chatIds.filter((id) => id !== null));
  for (const id of [...ids].sort((a, b) => a - b)) {
    const text = `SELECT pg_advisory_xact_lock(hashtextextended('viewers', $1))`;
    await sql({ name: 'presence.lock_viewers', text, values: [id] });
  }
}

/** The chat that was looked at before. */
export async function look({ sql, widgetId }: InWidget, id: string, chatId: number | null) {
  const [found] = await sql<{ chat_id: number | null }>({
    text: `UPDATE connections c SET chat_id = $3 FROM connections before
           WHERE c.widget_id = $1 AND c.id = $2 AND before.id = c.id RETURNING before.chat_id`,
    values: [widgetId, id, chatId],
  });
  return found?.chat_id ?? null;
}

/** Who looks at a chat, and when that was: times of the database put the words of all nodes in order. */
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

/** The chat that a connection looks at. */
export async function findLookedAt({ sql, widgetId }: InWidget<Read>, id: string) {
  const [found] = await sql<{ chat_id: number | null }>({
    name: 'presence.looked_at',
    text: 'SELECT chat_id FROM connections WHERE widget_id = $1 AND id = $2',
    values: [widgetId, id],
  });
  return found?.chat_id ?? null;
}

/** Whatever they do there. */
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

/** People who would answer now. */
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

/** Agents some of whose connections are no longer good. */
export function listGone({ sql, now }: Read) {
  return sql<{ widget_id: number; account_id: number; button_guid: string; agent_id: number }>({
    name: 'presence.gone',
    text: `SELECT DISTINCT c.widget_id, w.account_id, w.button_guid, c.agent_id FROM ${CONNECTIONS}
           JOIN widgets w ON w.id = c.widget_id
           WHERE coalesce(${GOOD_UNTIL}, '-infinity') <= $1 ORDER BY c.widget_id, c.agent_id LIMIT 100`,
    values: [graceBefore(now)],
  });
}

const GONE = `
  SELECT c.id, c.chat_id FROM ${CONNECTIONS}
  WHERE c.widget_id = $1 AND c.agent_id = $2 AND coalesce(${GOOD_UNTIL}, '-infinity') <= $3`;

/** The chats that were looked at over connections that are no longer good. */
export async function listChatsLeft({ sql, widgetId, now }: InWidget<Read>, agentId: number) {
  const found = await sql<{ chat_id: number | null }>({ text: GONE, values: [widgetId, agentId, graceBefore(now)] });
  return [...new Set(found.flatMap(({ chat_id }) => chat_id ?? []))];
}

export async function removeGone({ sql, widgetId, now }: InWidget, agentId: number) {
  await sql({
    text: `DELETE FROM connections WHERE id IN (SELECT id FROM (${GONE}) AS gone)`,
    values: [widgetId, agentId, graceBefore(now)],
  });
}

/** What an agent looks at, over all their connections. */
export async function listLookedAt({ sql, widgetId }: InWidget<Read>, agentId: number) {
  const found = await sql<{ chat_id: number }>({
    text: 'SELECT DISTINCT chat_id FROM connections WHERE widget_id = $1 AND agent_id = $2 AND chat_id IS NOT NULL',
    values: [widgetId, agentId],
  });
  return found.map(({ chat_id }) => chat_id);
}

export async function removeOfAgent({ sql, widgetId }: InWidget, agentId: number) {
  await sql({ text: 'DELETE FROM connections WHERE widget_id = $1 AND agent_id = $2', values: [widgetId, agentId] });
}

/** Every agent who was not suspended, and whether they are there. */
export function listColleagues({ sql, widgetId, now }: InWidget<Read>) {
  return sql<Pick<Agent, 'id' | 'online' | 'status'>>({
    name: 'presence.colleagues',
    text: `SELECT a.id, a.status, EXISTS (
             SELECT FROM ${CONNECTIONS} WHERE c.widget_id = a.widget_id AND c.agent_id = a.id AND ${GOOD_UNTIL} > $2
           ) AS online
           FROM agents a WHERE a.widget_id = $1 AND a.status <> 'banned' ORDER BY a.id`,
    values: [widgetId, graceBefore(now)],
  });
}

/** A node says that it is there; true when it was not known, or was given up. */
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

/** Connections of a node that were not closed. */
export function listOpen({ sql }: Read, nodeId: string) {
  return sql<{ id: string; widget_id: number }>({
    name: 'presence.open',
    text: 'SELECT id, widget_id FROM connections WHERE node_id = $1 AND left_at IS NULL',
    values: [nodeId],
  });
}

/** Nodes that nobody has heard of for long. Their connections are gone before. */
export async function removeNodes({ sql, now }: Write, nodeId?: string) {
  await sql({
    text: `DELETE FROM nodes WHERE id = $1
           OR seen_at < $2::timestamptz AND NOT EXISTS (SELECT FROM connections c WHERE c.node_id = nodes.id)`,
    values: [nodeId ?? null, now.subtract({ minutes: 1 }).toString()],
  });
}
