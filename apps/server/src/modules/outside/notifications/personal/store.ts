import type { NotificationReason } from '@parley/contract';
import { array, boolean, integer, nullable, pick, type RowOf, text } from '../../../../infra/postgres/row-schema.ts';
import { fragment } from '../../../../infra/postgres/sql.ts';
import type { Read } from '../../../../kernel/data/context.ts';
import { CONNECTIONS, graceBefore, VALID_UNTIL } from '../../../account/agents/tables.ts';
import { users } from '../../../account/users/tables.ts';
import type { AgentNotice } from '../../../conversations/chats/index.ts';
import { chatLog } from '../../../conversations/chats/tables.ts';
import { CONTACT_NAME, PREFERENCES } from '../store.ts';
import { pushSubscriptions } from '../tables.ts';

/** The agent `a` has not opened the chat `t` since: it is still marked for them, or waits in their department. */
const IS_MARKED = fragment`(
  a.id = ANY (t.mentioned) OR (t.is_new_to_owner AND t.agent_id = a.id)
  OR (t.agent_id IS NULL AND t.is_department_chosen AND EXISTS (
    SELECT FROM department_agents m
    WHERE m.widget_id = t.widget_id AND m.department_id = t.department_id AND m.agent_id = a.id
  ))
)`;

const recipientColumns = {
  subscriptions: array(integer()),
  wants_push: boolean(),
  wants_mail: boolean(),
  /** Why the agent is not notified at all; null if they are. */
  reason: nullable(text<NotificationReason>()),
};

/** Undefined if the agent or the chat no longer exists. */
export async function findRecipient({ sql, now }: Read, { widget_id, chat_id, agent_id }: AgentNotice) {
  const [found] = await sql(recipientColumns)`
    SELECT ARRAY (
        SELECT p.id FROM push_subscriptions p WHERE p.widget_id = a.widget_id AND p.agent_id = a.id ORDER BY p.id
      ) AS subscriptions, ${PREFERENCES} @> '{"push": true}' AS wants_push,
      ${PREFERENCES} @> '{"email_personal": true}' AS wants_mail, CASE
        WHEN a.status = 'banned' THEN 'suspended' WHEN a.status <> 'active' THEN 'on_break'
        WHEN EXISTS (
          SELECT FROM ${CONNECTIONS}
          WHERE c.widget_id = a.widget_id AND c.agent_id = a.id AND ${VALID_UNTIL} > ${graceBefore(now)}
        ) THEN 'online'
        WHEN NOT ${IS_MARKED} THEN 'answered'
      END AS reason
    FROM agents a JOIN chats t ON t.widget_id = a.widget_id AND t.id = ${chat_id}
    WHERE a.widget_id = ${widget_id} AND a.id = ${agent_id}`;
  return found;
}

const columns = {
  ...pick(chatLog, 'created_at'),
  ...pick(users, 'email', 'locale'),
  domain: nullable(text()),
  type: text<'mentioned' | 'assigned' | 'transferred'>(),
  /** The colleague's name; empty for a token. */
  author: text(),
  /** The contact's. */
  name: nullable(text()),
  /** The note with the mention, or the newest message. */
  text: text(),
};

export type Notice = RowOf<typeof columns>;

/** Undefined once the agent has opened the chat. */
export async function findNotice(
  { sql }: Read,
  { widget_id, chat_id, entry_id, agent_id }: AgentNotice,
): Promise<Notice | undefined> {
  const [found] = await sql(columns)`
    SELECT l.type, l.created_at, u.email, u.locale, w.domains[1] AS domain, ${CONTACT_NAME},
      coalesce(author.name, author.email, '') AS author, left(coalesce(note.body, h.last_message ->> 'text', ''), 1000) AS text
    FROM chat_log l JOIN chats t ON t.widget_id = l.widget_id AND t.id = l.chat_id
    JOIN chat_heads h ON h.widget_id = t.widget_id AND h.chat_id = t.id
    JOIN agents a ON a.widget_id = l.widget_id AND a.id = ${agent_id} JOIN users u ON u.id = a.user_id
    JOIN widgets w ON w.id = l.widget_id
    LEFT JOIN contacts k ON k.widget_id = t.widget_id AND k.id = t.contact_id
    LEFT JOIN agents b ON b.widget_id = l.widget_id AND b.id = l.agent_id LEFT JOIN users author ON author.id = b.user_id
    LEFT JOIN LATERAL (
      SELECT body FROM messages m WHERE l.type = 'mentioned' AND m.widget_id = l.widget_id AND m.chat_id = l.chat_id
        AND m.private AND m.created_at = l.created_at ORDER BY m.id DESC LIMIT 1
    ) AS note ON true
    WHERE l.widget_id = ${widget_id} AND l.chat_id = ${chat_id} AND l.id = ${entry_id} AND ${IS_MARKED}`;
  return found;
}

/** Undefined if the browser is gone. */
export async function findBrowser({ sql }: Read, { widget_id, agent_id }: AgentNotice, id: number) {
  const [found] = await sql(pick(pushSubscriptions, 'id', 'endpoint', 'p256dh', 'auth'))`
    SELECT id, endpoint, p256dh, auth FROM push_subscriptions
    WHERE widget_id = ${widget_id} AND agent_id = ${agent_id} AND id = ${id}`;
  return found;
}
