import { defaultNotifications } from '@parley/contract';
import { and, eq } from 'drizzle-orm';
import type { Read, SessionContext, Write } from '../../../kernel/data/context.ts';
import { CONNECTIONS, GOOD_UNTIL, graceBefore } from '../../account/agents/tables.ts';
import { DEPARTMENTS, listsChannel, openAt } from '../../conversations/routing/tables.ts';
import { pushSubscriptions } from './tables.ts';

/** More browsers than one person has. */
const MOST_OF_AGENT = 20;

interface NewSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export async function upsert({ db, widgetId, now }: SessionContext, agentId: number, given: NewSubscription) {
  const whose = { widget_id: widgetId, agent_id: agentId, created_at: now.toString() };
  const row = { ...given, ...whose };
  await db.insert(pushSubscriptions).values(row).onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: row });
}

export async function removeOldest({ sql, widgetId }: SessionContext, agentId: number) {
  await sql({
    text: `DELETE FROM push_subscriptions WHERE id IN (
             SELECT id FROM push_subscriptions WHERE widget_id = $1 AND agent_id = $2
             ORDER BY created_at DESC, id DESC OFFSET ${MOST_OF_AGENT}
           )`,
    values: [widgetId, agentId],
  });
}

export async function remove({ db, widgetId }: SessionContext, agentId: number, endpoint: string) {
  const { widget_id, agent_id, endpoint: address } = pushSubscriptions;
  await db.delete(pushSubscriptions).where(and(eq(widget_id, widgetId), eq(agent_id, agentId), eq(address, endpoint)));
}

/** Compares `auth`, since the browser may have subscribed again in the meantime. */
export async function removeDead({ sql }: Write, widgetId: number, { id, auth }: { id: number; auth: string }) {
  await sql({
    text: 'DELETE FROM push_subscriptions WHERE widget_id = $1 AND id = $2 AND auth = $3',
    values: [widgetId, id, auth],
  });
}

/** Agents' own settings over the defaults ($2). */
const WISHES = '($2::jsonb || a.notifications)';
const DEFAULTS = JSON.stringify(defaultNotifications);

/** Chats `t` with heads `h` and contacts `k` that agents are notified about at all. */
const TOLD_OF = `
  chats t JOIN chat_heads h ON h.widget_id = t.widget_id AND h.chat_id = t.id
  JOIN contacts k ON k.widget_id = t.widget_id AND k.id = t.contact_id
    AND k.blocked_at IS NULL AND NOT t.is_internal AND h.state <> 'spam' AND h.snoozed_at IS NULL`;

/** A contact's display name. */
const CONTACT_NAME = 'coalesce(k.name, k.email, k.phone) AS name';

/** Departments `d` that list the channel of a chat `t`. */
const LISTING = `${DEPARTMENTS} WHERE d.widget_id = t.widget_id AND ${listsChannel('t.channel')}`;
const IS_LISTED = `EXISTS (SELECT FROM ${LISTING})`;
/** Agent `a` is a member of one of those departments, on a condition such as being open. */
const memberWhere = (condition: string) => `EXISTS (
  SELECT FROM ${LISTING} AND ${condition} AND EXISTS (
    SELECT FROM department_agents m WHERE m.widget_id = d.widget_id AND m.department_id = d.id AND m.agent_id = a.id
  )
)`;

/** Unowned, or the owner is on a break or gone. */
const IS_FREE = `NOT EXISTS (
  SELECT FROM agents o WHERE o.widget_id = t.widget_id AND o.id = t.agent_id AND o.status = 'active'
)`;

/**
 * Agents to notify of a chat. An unanswered chat notifies its whole department, regardless of the owner and including suspended members;
 * without a department, an unowned chat concerns everyone.
 */
const concerns = (isMember: string) => `CASE a.status
  WHEN 'active' THEN ${WISHES} @> '{"about": "all"}' OR a.id = t.agent_id OR a.id = ANY (t.agents)
    OR CASE WHEN ${IS_LISTED} THEN (t.accepted_by IS NULL OR ${IS_FREE}) AND ${isMember} ELSE ${IS_FREE} END
  WHEN 'banned' THEN t.accepted_by IS NULL AND ${isMember} ELSE false END`;

/** Browsers of agents who are at work but not connected. */
export function listPushTargets({ sql, now }: Read, widgetId: number, chatId: number) {
  return sql<{ id: number }>({
    text: `SELECT p.id FROM ${TOLD_OF} JOIN agents a ON a.widget_id = t.widget_id
           JOIN push_subscriptions p ON p.widget_id = a.widget_id AND p.agent_id = a.id
           WHERE t.widget_id = $1 AND t.id = $4 AND ${WISHES} @> '{"push": true}' AND ${concerns(memberWhere(openAt('$5')))}
             AND NOT EXISTS (
               SELECT FROM ${CONNECTIONS} WHERE c.widget_id = a.widget_id AND c.agent_id = a.id AND ${GOOD_UNTIL} > $3
             )`,
    values: [widgetId, DEFAULTS, graceBefore(now), chatId, now.toString()],
  });
}

interface Push {
  id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  /** The agent's. */
  locale: string | null;
  /** The contact's. */
  name: string | null;
  /** The text, or the file's name. */
  text: string;
  created_at: string;
}

/** Undefined when the message was answered in the meantime, or the message or browser is gone. */
export async function findPush(
  { sql }: Read,
  widgetId: number,
  { subscriptionId, chatId, messageId }: { subscriptionId: number; chatId: number; messageId: number },
) {
  const [found] = await sql<Push>({
    text: `SELECT p.id, p.endpoint, p.p256dh, p.auth, u.locale, ${CONTACT_NAME}, coalesce(left(m.body, 1000), f.name, '') AS text,
             m.created_at
           FROM ${TOLD_OF} JOIN messages m ON m.widget_id = t.widget_id AND m.chat_id = t.id
           LEFT JOIN files f ON f.widget_id = m.widget_id AND f.id = m.file_id
           JOIN push_subscriptions p ON p.widget_id = t.widget_id
           JOIN agents a ON a.widget_id = p.widget_id AND a.id = p.agent_id JOIN users u ON u.id = a.user_id
           WHERE t.widget_id = $1 AND t.id = $2 AND m.id = $3 AND p.id = $4 AND h.waiting_since <= m.created_at`,
    values: [widgetId, chatId, messageId, subscriptionId],
  });
  return found;
}

/** A chat that agents are alerted to by mail. */
export interface WaitingChat {
  widget_id: number;
  chat_id: number;
  /** When the visitor wrote. */
  since: string;
  /** Has waited long, as opposed to having been sent while no agent was online. */
  is_long: boolean;
  /** Agents who want an immediate alert have had one. */
  is_told: boolean;
  is_anybody_online: boolean;
}

const IS_DUE = `
  h.is_live AND h.done_at IS NULL AND h.waiting_since IS NOT NULL AND CASE
    WHEN h.waiting_since <= $1 THEN coalesce(h.alerted_since < h.waiting_since + $3::interval, true)
    ELSE coalesce(h.alerted_since < h.waiting_since, true)
  END`;

/**
 * `alerted_since` is how far into the wait agents were alerted: at its start, or after long. Limits itself to chats
 * with a message within a day, by their index, before it checks who is online; the planner would otherwise check that
 * for all chats.
 */
export const CLAIM = `
  WITH waiting AS MATERIALIZED (SELECT h.widget_id, h.chat_id, t.channel FROM ${TOLD_OF} WHERE ${IS_DUE}),
  due AS MATERIALIZED (
    SELECT h.widget_id, h.chat_id, h.waiting_since AS since, h.waiting_since <= $1 AS is_long,
      coalesce(h.alerted_since >= h.waiting_since, false) AS is_told, here.is_anybody_online
    FROM waiting t CROSS JOIN LATERAL (
      SELECT EXISTS (
        SELECT FROM ${CONNECTIONS} JOIN agents a ON a.widget_id = c.widget_id AND a.id = c.agent_id
        WHERE c.widget_id = t.widget_id AND a.status = 'active' AND ${GOOD_UNTIL} > $2
          AND (NOT ${IS_LISTED} OR ${memberWhere(openAt('$5'))})
      ) AS is_anybody_online
    ) AS here
    JOIN chat_heads h ON h.widget_id = t.widget_id AND h.chat_id = t.chat_id
    WHERE ${IS_DUE} AND (h.waiting_since <= $1 OR NOT here.is_anybody_online)
    LIMIT $4 FOR UPDATE OF h SKIP LOCKED
  )
  UPDATE chat_heads h SET alerted_since = due.since + CASE WHEN due.is_long THEN $3::interval ELSE '0' END FROM due
  WHERE h.widget_id = due.widget_id AND h.chat_id = due.chat_id RETURNING due.*`;

export const claimWaiting = ({ sql, now }: Write, long: { minutes: number }, limit: number) =>
  sql<WaitingChat>({
    text: CLAIM,
    values: [now.subtract(long).toString(), graceBefore(now), `${long.minutes} minutes`, limit, now.toString()],
  });

/** Mail can wait: when all departments are closed, it goes to the members of each. */
const MAILED = memberWhere(`(${openAt('$7')} OR NOT EXISTS (SELECT FROM ${LISTING} AND ${openAt('$7')}))`);

/** Skips agents already alerted and those on a break. */
export function listAlertRecipients(
  { sql, now }: Read,
  { widget_id, chat_id, is_long, is_told, is_anybody_online }: WaitingChat,
) {
  return sql<{ agent_id: number }>({
    text: `SELECT a.id AS agent_id FROM ${TOLD_OF}
           JOIN agents a ON a.widget_id = t.widget_id AND a.user_id IS NOT NULL
           CROSS JOIN LATERAL (
             SELECT ${WISHES} @> '{"email_unanswered": true}' AS unanswered, ${WISHES} @> '{"email_offline": true}' AS offline
           ) AS wants
           WHERE t.widget_id = $1 AND t.id = $3 AND ${concerns(MAILED)} AND CASE
             WHEN NOT $4 THEN wants.offline
             WHEN $5 THEN wants.unanswered AND NOT wants.offline
             ELSE wants.unanswered OR wants.offline AND NOT $6
           END`,
    values: [widget_id, DEFAULTS, chat_id, is_long, is_told, is_anybody_online, now.toString()],
  });
}

interface Alert {
  email: string;
  locale: string | null;
  name: string | null;
  domain: string | null;
  /** The last message that is no longer waiting for a reply. */
  after: number;
  up_to: number;
}

/** Undefined when the visitor no longer waits or the agent no longer needs the alert. */
export async function findAlert({ sql }: Read, { widget_id, chat_id, since }: WaitingChat, agentId: number) {
  const [found] = await sql<Alert>({
    text: `SELECT u.email, u.locale, ${CONTACT_NAME}, w.domain, h.last_seq AS up_to, coalesce((
             SELECT m.seq FROM messages m WHERE m.widget_id = t.widget_id AND m.chat_id = t.id AND m.seq <= h.last_seq
             AND m.sender IN ('agent', 'ai') ORDER BY m.seq DESC LIMIT 1
           ), 0) AS after
           FROM ${TOLD_OF} JOIN widgets w ON w.id = t.widget_id
           JOIN agents a ON a.widget_id = t.widget_id AND a.status <> 'relaxation' JOIN users u ON u.id = a.user_id
           WHERE t.widget_id = $1 AND t.id = $2 AND a.id = $3 AND h.waiting_since = $4 AND h.done_at IS NULL`,
    values: [widget_id, chat_id, agentId, since],
  });
  return found;
}
