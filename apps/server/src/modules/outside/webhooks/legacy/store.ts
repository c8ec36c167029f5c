import { array, integer, nullable, pick, type RowOf, text } from '../../../../infra/postgres/row-schema.ts';
import { fragment, raw } from '../../../../infra/postgres/sql.ts';
import type { Read } from '../../../../kernel/data/context.ts';
import { agents, FULL_NAME, NAMED_AGENTS } from '../../../account/agents/tables.ts';
import { files } from '../../../account/files/tables.ts';
import { users } from '../../../account/users/tables.ts';
import { widgets } from '../../../account/widgets/tables.ts';
import { chats } from '../../../conversations/chats/tables.ts';
import { messages } from '../../../conversations/messages/tables.ts';
import { ratings } from '../../../conversations/ratings/tables.ts';
import { contacts } from '../../../people/contacts/tables.ts';

const personColumns = {
  ...pick(contacts, 'id', 'name', 'email', 'phone', 'description', 'user_id', 'blocked_at'),
  button_guid: widgets.button_guid,
  tags: array(text()),
  chats_count: integer(),
};

export type Person = RowOf<typeof personColumns>;

export async function findPerson({ sql }: Read, widgetId: number, contactNumber: number) {
  const [found] = await sql.prepared(personColumns)`
    SELECT k.id, w.button_guid, k.name, k.email, k.phone, k.description, k.user_id, k.blocked_at,
      ARRAY(
        SELECT t.name FROM contact_tags t WHERE t.widget_id = k.widget_id AND t.contact_id = k.id ORDER BY t.name
      ) AS tags,
      (SELECT count(*)::int FROM chats c WHERE c.widget_id = k.widget_id AND c.contact_id = k.id) AS chats_count
    FROM contacts k JOIN widgets w ON w.id = k.widget_id WHERE k.widget_id = ${widgetId} AND k.id = ${contactNumber}`;
  return found;
}

const chatColumns = {
  ...pick(chats, 'id', 'agent_id', 'accepted_by'),
  client_id: integer(),
  page: nullable(text()),
  score: nullable(ratings.score),
};

const CHAT = fragment`
  SELECT c.id, c.contact_id AS client_id, c.agent_id, c.accepted_by, c.source ->> 'page' AS page,
    (
      SELECT r.score FROM ratings r WHERE r.widget_id = c.widget_id AND r.chat_id = c.id ORDER BY r.updated_at DESC
      LIMIT 1
    ) AS score
  FROM chats c`;

export async function findChat({ sql }: Read, widgetId: number, chatId: number) {
  const [found] = await sql.prepared(chatColumns)`
    ${CHAT} WHERE c.widget_id = ${widgetId} AND c.id = ${chatId} AND c.contact_id IS NOT NULL`;
  return found;
}

/** The contact's open chat. */
export async function findOpenChat({ sql }: Read, widgetId: number, contactNumber: number) {
  const [found] = await sql.prepared(chatColumns)`
    ${CHAT} JOIN chat_heads h ON h.widget_id = c.widget_id AND h.chat_id = c.id
    WHERE c.widget_id = ${widgetId} AND c.contact_id = ${contactNumber}
    ORDER BY h.state IN ('active', 'ready') DESC, h.updated_at DESC LIMIT 1`;
  return found;
}

const agentColumns = { id: agents.id, name: nullable(text()), email: nullable(users.email) };

export type AgentRow = RowOf<typeof agentColumns>;

export function listAgents({ sql }: Read, widgetId: number, ids: number[]) {
  return sql.prepared(agentColumns)`
    SELECT a.id, ${FULL_NAME} AS name, u.email
    FROM ${NAMED_AGENTS}
    WHERE a.widget_id = ${widgetId} AND a.id = ANY (${ids}::bigint[]) ORDER BY a.id`;
}

const messageColumns = {
  ...pick(messages, 'id', 'sender', 'agent_id', 'payload', 'created_at'),
  text: nullable(text()),
  file_name: nullable(files.name),
};

export type MessageRow = RowOf<typeof messageColumns>;

const MAX_MESSAGES = raw(100);
const MAX_CHARACTERS = raw(4_096);
const MESSAGE = fragment`
  SELECT m.id, m.sender, m.agent_id, left(m.body, ${MAX_CHARACTERS}) AS text, f.name AS file_name, m.payload,
    m.created_at
  FROM messages m LEFT JOIN files f ON f.widget_id = m.widget_id AND f.id = m.file_id`;

/** The newest messages visible to the visitor, without deleted ones, oldest first. */
export async function listMessages({ sql }: Read, widgetId: number, chatId: number) {
  const rows = await sql.prepared(messageColumns)`
    ${MESSAGE} WHERE m.widget_id = ${widgetId} AND m.chat_id = ${chatId} AND NOT m.private AND m.sender <> 'system'
      AND m.deleted_at IS NULL
    ORDER BY m.id DESC LIMIT ${MAX_MESSAGES}`;
  return rows.reverse();
}

export async function findMessage({ sql }: Read, widgetId: number, chatId: number, id: number) {
  const [found] = await sql.prepared(messageColumns)`
    ${MESSAGE} WHERE m.widget_id = ${widgetId} AND m.chat_id = ${chatId} AND m.id = ${id}`;
  return found;
}

export async function findWidget({ sql }: Read, widgetId: number) {
  const [found] = await sql(pick(widgets, 'account_id', 'button_guid'))`
    SELECT account_id, button_guid FROM widgets WHERE id = ${widgetId}`;
  return found;
}
