import { type AgentEventType, defaultNotifications, type NotificationReason } from '@parley/contract';
import { and, eq } from 'drizzle-orm';
import { array, boolean, integer, nullable, pick, type RowOf, text, time } from '../../../infra/postgres/row-schema.ts';
import { type Fragment, fragment, param, raw } from '../../../infra/postgres/sql.ts';
import type { InWidget, Job, Read, SessionContext, Write } from '../../../kernel/data/context.ts';
import { codeOf } from '../../account/agents/index.ts';
import { agents, CONNECTIONS, graceBefore, VALID_UNTIL } from '../../account/agents/tables.ts';
import { users } from '../../account/users/tables.ts';
import { chatHeads } from '../../conversations/chats/tables.ts';
import { messages } from '../../conversations/messages/tables.ts';
import { DEPARTMENTS, listsChannel, openAt } from '../../conversations/routing/tables.ts';
import { pushSubscriptions } from './tables.ts';

/** More browsers than one person has. */
const MAX_PER_AGENT = raw(20);

interface NewSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export async function upsert({ db, widgetId, now }: SessionContext, agentId: number, subscription: NewSubscription) {
  const row = { ...subscription, widget_id: widgetId, agent_id: agentId, created_at: now.toString() };
  await db.insert(pushSubscriptions).values(row).onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: row });
}

export async function removeOldest({ sql, widgetId }: SessionContext, agentId: number) {
  await sql`
    DELETE FROM push_subscriptions WHERE id IN (
      SELECT id FROM push_subscriptions WHERE widget_id = ${widgetId} AND agent_id = ${agentId}
      ORDER BY created_at DESC, id DESC OFFSET ${MAX_PER_AGENT}
    )`;
}

export async function remove({ db, widgetId }: SessionContext, agentId: number, endpoint: string) {
  const { widget_id, agent_id, endpoint: address } = pushSubscriptions;
  await db.delete(pushSubscriptions).where(and(eq(widget_id, widgetId), eq(agent_id, agentId), eq(address, endpoint)));
}

/** Compares `auth`, since the browser may have subscribed again in the meantime. */
export async function removeDead({ sql }: Write, widgetId: number, { id, auth }: { id: number; auth: string }) {
  await sql`DELETE FROM push_subscriptions WHERE widget_id = ${widgetId} AND id = ${id} AND auth = ${auth}`;
}

const DEFAULTS = param(JSON.stringify(defaultNotifications));
/** Agents' own settings over the defaults. */
export const PREFERENCES = fragment`(${DEFAULTS}::jsonb || a.notifications)`;

/** Chats `t` with heads `h` and contacts `k` that agents are notified about at all. */
const NOTIFIABLE_CHATS = fragment`
  chats t JOIN chat_heads h ON h.widget_id = t.widget_id AND h.chat_id = t.id
  JOIN contacts k ON k.widget_id = t.widget_id AND k.id = t.contact_id
    AND k.blocked_at IS NULL AND NOT t.is_internal AND h.state <> 'spam' AND h.snoozed_at IS NULL AND h.reply_owner IS DISTINCT FROM 'ai'`;

/** A contact's display name. */
export const CONTACT_NAME = fragment`coalesce(k.name, k.email, k.phone) AS name`;

/** Departments `d` that list the channel of a chat `t`. */
const LISTING = fragment`${DEPARTMENTS} WHERE d.widget_id = t.widget_id AND ${listsChannel(fragment`t.channel`)}`;
const IS_LISTED = fragment`EXISTS (SELECT FROM ${LISTING})`;
/** Agent `a` is a member of one of those departments, on a condition such as being open. */
const memberWhere = (condition: Fragment) => fragment`EXISTS (
  SELECT FROM ${LISTING} AND ${condition} AND EXISTS (
    SELECT FROM department_agents m WHERE m.widget_id = d.widget_id AND m.department_id = d.id AND m.agent_id = a.id
  )
)`;

/** Unowned, or the owner is on a break or gone. */
const IS_FREE = fragment`NOT EXISTS (
  SELECT FROM agents o WHERE o.widget_id = t.widget_id AND o.id = t.agent_id AND o.status = 'active'
)`;

/**
 * Agents to notify of a chat. An unanswered chat notifies its whole department, regardless of the owner and including
 * suspended members; without a department, an unowned chat concerns everyone.
 */
const concerns = (isMember: Fragment) => fragment`CASE a.status
  WHEN 'active' THEN ${PREFERENCES} @> '{"about": "all"}' OR a.id = t.agent_id OR a.id = ANY (t.agents)
    OR CASE WHEN ${IS_LISTED} THEN (t.accepted_by IS NULL OR ${IS_FREE}) AND ${isMember} ELSE ${IS_FREE} END
  WHEN 'banned' THEN t.accepted_by IS NULL AND ${isMember} ELSE false END`;

/** One statement: most messages find that every agent with a subscription is connected, or that there is none. */
export function enqueueIfAbsent({ run, widgetId, now }: InWidget, { name, attempts }: Job<never>, payload: object) {
  run.prepared`
    SELECT FROM graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, max_attempts => ${attempts})
    WHERE EXISTS (
      SELECT FROM push_subscriptions p WHERE p.widget_id = ${widgetId} AND NOT EXISTS (
        SELECT FROM ${CONNECTIONS}
        WHERE c.widget_id = p.widget_id AND c.agent_id = p.agent_id AND ${VALID_UNTIL} > ${graceBefore(now)}
      )
    )`;
}

/** Why an agent `a` is not concerned by a chat `t`, for agents who are not. */
const UNCONCERNED = fragment`CASE
  WHEN a.status = 'relaxation' THEN 'on_break'
  WHEN a.status = 'banned' THEN 'suspended'
  WHEN ${IS_LISTED} AND (t.accepted_by IS NULL OR ${IS_FREE}) THEN 'not_a_member'
  ELSE 'not_theirs' END`;

const pushTargetColumns = {
  agent_id: agents.id,
  /** Why nothing is pushed to the agent; null if it is. */
  reason: nullable(text<NotificationReason>()),
  subscriptions: array(integer()),
};

/** Agents with their browsers, or why nothing is pushed to them. None for a chat that nobody is notified of. */
export function listPushTargets({ sql, now }: Read, widgetId: number, chatId: number) {
  const isMember = memberWhere(openAt(now.toString()));
  return sql(pushTargetColumns)`
    SELECT a.id AS agent_id, own.subscriptions, CASE
        WHEN (${concerns(isMember)}) IS NOT TRUE THEN ${UNCONCERNED}
        WHEN NOT ${PREFERENCES} @> '{"push": true}' THEN 'turned_off'
        WHEN EXISTS (
          SELECT FROM ${CONNECTIONS}
          WHERE c.widget_id = a.widget_id AND c.agent_id = a.id AND ${VALID_UNTIL} > ${graceBefore(now)}
        ) THEN 'online'
        WHEN own.subscriptions = '{}' THEN 'no_device'
      END AS reason
    FROM ${NOTIFIABLE_CHATS} JOIN agents a ON a.widget_id = t.widget_id AND a.user_id IS NOT NULL
    CROSS JOIN LATERAL (
      SELECT ARRAY (
        SELECT p.id FROM push_subscriptions p WHERE p.widget_id = a.widget_id AND p.agent_id = a.id ORDER BY p.id
      ) AS subscriptions
    ) AS own
    WHERE t.widget_id = ${widgetId} AND t.id = ${chatId} ORDER BY a.id`;
}

const pushColumns = {
  ...pick(pushSubscriptions, 'id', 'endpoint', 'p256dh', 'auth'),
  /** The agent's. */
  locale: users.locale,
  /** The contact's. */
  name: nullable(text()),
  /** The text, or the file's name. */
  text: text(),
  created_at: messages.created_at,
};

/** Undefined when the message was answered or deleted in the meantime, or the message or browser is gone. */
export async function findPush(
  { sql }: Read,
  widgetId: number,
  { subscriptionId, chatId, messageId }: { subscriptionId: number; chatId: number; messageId: number },
) {
  const [found] = await sql(pushColumns)`
    SELECT p.id, p.endpoint, p.p256dh, p.auth, coalesce(u.locale, o.locale) AS locale, ${CONTACT_NAME},
      coalesce(left(m.body, 1000), f.name, '') AS text, m.created_at
    FROM ${NOTIFIABLE_CHATS} JOIN messages m ON m.widget_id = t.widget_id AND m.chat_id = t.id
    LEFT JOIN files f ON f.widget_id = m.widget_id AND f.id = m.file_id
    JOIN push_subscriptions p ON p.widget_id = t.widget_id
    JOIN agents a ON a.widget_id = p.widget_id AND a.id = p.agent_id JOIN users u ON u.id = a.user_id
    JOIN widgets w ON w.id = a.widget_id JOIN accounts o ON o.id = w.account_id
    WHERE t.widget_id = ${widgetId} AND t.id = ${chatId} AND m.id = ${messageId} AND p.id = ${subscriptionId}
      AND h.waiting_since <= m.created_at AND m.deleted_at IS NULL`;
  return found;
}

const waitingColumns = {
  ...pick(chatHeads, 'widget_id', 'chat_id'),
  /** When the visitor wrote. */
  since: time(),
  /** Has waited long, as opposed to having been sent while no agent was online. */
  is_long: boolean(),
  /** Agents who want an immediate alert have had one. */
  is_told: boolean(),
  /** Now, or when the visitor last wrote. */
  is_anybody_online: boolean(),
};

/** A chat that agents are alerted to by mail. */
export type WaitingChat = RowOf<typeof waitingColumns>;

/** What a claim depends on, as parts of its statement. */
interface ClaimParts {
  now: unknown;
  /** Agents with a connection valid after this time are online. */
  validAfter: unknown;
  /** How long a long wait is, and when one that is long now began. */
  long: unknown;
  longSince: unknown;
  limit: unknown;
}

const lastLogged = (type: AgentEventType, at: Fragment) => fragment`coalesce((
  SELECT e.id FROM agent_events e
  WHERE e.widget_id = a.widget_id AND e.agent_id = a.id AND e.type_code = ${raw(codeOf(type))}
    AND e.created_at <= ${at} ORDER BY e.id DESC LIMIT 1
), 0)`;

/** Agent `a` was at work at a time, by their log: they may have left since. */
const wasAtWork = (at: Fragment) => fragment`
  ${lastLogged('went_online', at)} > ${lastLogged('went_offline', at)}
  AND ${lastLogged('break_started', at)} <= ${lastLogged('break_ended', at)}`;

const WAS_AT_WORK = wasAtWork(fragment`t.last_message_at`);
const WAS_OPEN = openAt(fragment`t.last_message_at`);

/**
 * Claims chats to alert agents to. `alerted_since` is how far into the wait agents were alerted: at its start, or after
 * long. Limits itself to chats with a message within a day, by their index, before it checks who is online; the planner
 * would otherwise check that for all chats.
 */
export function claimOf({ now, validAfter, long, longSince, limit }: ClaimParts) {
  const isDue = fragment`
    h.is_live AND h.done_at IS NULL AND h.waiting_since IS NOT NULL AND CASE
      WHEN h.waiting_since <= ${longSince} THEN coalesce(h.alerted_since < h.waiting_since + ${long}::interval, true)
      ELSE coalesce(h.alerted_since < h.waiting_since, true)
    END`;
  return fragment`
    WITH waiting AS MATERIALIZED (SELECT h.widget_id, h.chat_id, t.channel, h.last_message_at FROM ${NOTIFIABLE_CHATS} WHERE ${isDue}),
    due AS MATERIALIZED (
      SELECT h.widget_id, h.chat_id, h.waiting_since AS since, h.waiting_since <= ${longSince} AS is_long,
        coalesce(h.alerted_since >= h.waiting_since, false) AS is_told, here.is_anybody_online
      FROM waiting t CROSS JOIN LATERAL (
        SELECT EXISTS (
          SELECT FROM ${CONNECTIONS} JOIN agents a ON a.widget_id = c.widget_id AND a.id = c.agent_id
          WHERE c.widget_id = t.widget_id AND a.status = 'active' AND ${VALID_UNTIL} > ${validAfter}
            AND (NOT ${IS_LISTED} OR ${memberWhere(openAt(now))})
        ) OR EXISTS (
          SELECT FROM agents a WHERE a.widget_id = t.widget_id AND a.type = 'human' AND ${WAS_AT_WORK}
            AND (NOT ${IS_LISTED} OR ${memberWhere(WAS_OPEN)})
        ) AS is_anybody_online
      ) AS here
      JOIN chat_heads h ON h.widget_id = t.widget_id AND h.chat_id = t.chat_id
      WHERE ${isDue} AND (h.waiting_since <= ${longSince} OR NOT here.is_anybody_online)
      LIMIT ${limit} FOR UPDATE OF h SKIP LOCKED
    )
    UPDATE chat_heads h SET alerted_since = due.since + CASE WHEN due.is_long THEN ${long}::interval ELSE '0' END
    FROM due WHERE h.widget_id = due.widget_id AND h.chat_id = due.chat_id RETURNING due.*`;
}

export function claimWaiting({ sql, now }: Write, long: { minutes: number }, limit: number) {
  const claim = claimOf({
    now: now.toString(),
    validAfter: graceBefore(now),
    long: param(`${long.minutes} minutes`),
    longSince: param(now.subtract(long).toString()),
    limit,
  });
  return sql(waitingColumns)`${claim}`;
}

/** Mail can wait: when all departments are closed, it goes to the members of each. */
function isMailed(now: Temporal.Instant) {
  const isOpen = openAt(now.toString());
  return memberWhere(fragment`(${isOpen} OR NOT EXISTS (SELECT FROM ${LISTING} AND ${isOpen}))`);
}

const alertedColumns = {
  chat_id: chatHeads.chat_id,
  agent_id: agents.id,
  /** Why the agent is not alerted; null if they are. */
  reason: nullable(text<NotificationReason>()),
};

/** Whom to alert to which chat, and why the others are not. */
export function listAlerted({ sql, now }: Read, waiting: WaitingChat[]) {
  return sql(alertedColumns)`
    SELECT due.chat_id, told.agent_id, told.reason
    FROM jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb)
      AS due (widget_id bigint, chat_id bigint, is_long boolean, is_told boolean, is_anybody_online boolean)
    CROSS JOIN LATERAL (
      SELECT a.id AS agent_id, CASE
        WHEN (${concerns(isMailed(now))}) IS NOT TRUE THEN ${UNCONCERNED}
        WHEN NOT due.is_long THEN CASE WHEN NOT wants.offline THEN 'turned_off' END
        WHEN due.is_told AND wants.offline THEN 'already_sent'
        WHEN wants.unanswered THEN NULL
        WHEN NOT wants.offline OR due.is_told THEN 'turned_off'
        WHEN due.is_anybody_online THEN 'somebody_online'
      END AS reason
      FROM ${NOTIFIABLE_CHATS}
      JOIN agents a ON a.widget_id = t.widget_id AND a.user_id IS NOT NULL
      CROSS JOIN LATERAL (
        SELECT ${PREFERENCES} @> '{"email_unanswered": true}' AS unanswered, ${PREFERENCES} @> '{"email_offline": true}' AS offline
      ) AS wants
      WHERE t.widget_id = due.widget_id AND t.id = due.chat_id ORDER BY a.id OFFSET 0
    ) AS told`;
}

const alertColumns = {
  ...pick(users, 'email', 'locale'),
  name: nullable(text()),
  domain: nullable(text()),
  /** The last message that is no longer waiting for a reply. */
  after: integer(),
  up_to: chatHeads.last_seq,
};

/** Undefined when the visitor no longer waits or the agent no longer needs the alert. */
export async function findAlert({ sql }: Read, { widget_id, chat_id, since }: WaitingChat, agentId: number) {
  const [found] = await sql(alertColumns)`
    SELECT u.email, coalesce(u.locale, o.locale) AS locale, ${CONTACT_NAME}, w.domains[1] AS domain, h.last_seq AS up_to, coalesce((
      SELECT m.seq FROM messages m WHERE m.widget_id = t.widget_id AND m.chat_id = t.id AND m.seq <= h.last_seq
      AND m.sender IN ('agent', 'ai') AND NOT m.is_outreach ORDER BY m.seq DESC LIMIT 1
    ), 0) AS after
    FROM ${NOTIFIABLE_CHATS} JOIN widgets w ON w.id = t.widget_id JOIN accounts o ON o.id = w.account_id
    JOIN agents a ON a.widget_id = t.widget_id AND a.status <> 'relaxation' JOIN users u ON u.id = a.user_id
    WHERE t.widget_id = ${widget_id} AND t.id = ${chat_id} AND a.id = ${agentId} AND h.waiting_since = ${since}
      AND h.done_at IS NULL`;
  return found;
}
