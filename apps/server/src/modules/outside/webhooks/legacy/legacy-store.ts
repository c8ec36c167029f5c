import type { Read } from '../../../../kernel/data/context.ts';
import type { Payload } from '../../../conversations/messages/index.ts';

export interface Person {
  id: number;
  button_guid: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  description: string | null;
  user_id: string | null;
  tags: string[];
  blocked_at: string | null;
  chats_count: number;
}

export async function findPerson({ sql }: Read, widgetId: number, contactNumber: number) {
  const [found] = await sql<Person>({
    name: 'legacy.person',
    text: `SELECT k.id, w.button_guid, k.name, k.email, k.phone, k.description, k.user_id, k.blocked_at,
             ARRAY(SELECT t.name FROM contact_tags t WHERE t.widget_id = k.widget_id AND t.contact_id = k.id ORDER BY t.name) AS tags,
             (SELECT count(*)::int FROM chats c WHERE c.widget_id = k.widget_id AND c.contact_id = k.id) AS chats_count
           FROM contacts k JOIN widgets w ON w.id = k.widget_id WHERE k.widget_id = $1 AND k.id = $2`,
    values: [widgetId, contactNumber],
  });
  return found;
}

export interface LegacyChat {
  id: number;
  client_id: number;
  agent_id: number | null;
  accepted_by: number | null;
  page: string | null;
  score: number | null;
}

const CHAT = `
  SELECT c.id, c.contact_id AS client_id, c.agent_id, c.accepted_by, c.source ->> 'page' AS page,
    (SELECT r.score FROM ratings r WHERE r.widget_id = c.widget_id AND r.chat_id = c.id ORDER BY r.updated_at DESC LIMIT 1) AS score
  FROM chats c`;

export async function findChat({ sql }: Read, widgetId: number, chatId: number) {
  const [found] = await sql<LegacyChat>({
    name: 'legacy.talk',
    text: `${CHAT} WHERE c.widget_id = $1 AND c.id = $2 AND c.contact_id IS NOT NULL`,
    values: [widgetId, chatId],
  });
  return found;
}

/** The contact's open chat. */
export async function findOpenChat({ sql }: Read, widgetId: number, contactNumber: number) {
  const [found] = await sql<LegacyChat>({
    name: 'legacy.open_talk',
    text: `${CHAT} JOIN chat_heads h ON h.widget_id = c.widget_id AND h.chat_id = c.id
           WHERE c.widget_id = $1 AND c.contact_id = $2 ORDER BY h.state IN ('active', 'ready') DESC, h.updated_at DESC LIMIT 1`,
    values: [widgetId, contactNumber],
  });
  return found;
}

export interface AgentRow {
  id: number;
  name: string | null;
  email: string | null;
}

export function listAgents({ sql }: Read, widgetId: number, ids: number[]) {
  return sql<AgentRow>({
    name: 'legacy.colleagues',
    text: `SELECT a.id, nullif(concat_ws(' ', u.name, u.surname), '') AS name, u.email
           FROM agents a LEFT JOIN users u ON u.id = a.user_id
           WHERE a.widget_id = $1 AND a.id = ANY ($2::bigint[]) ORDER BY a.id`,
    values: [widgetId, ids],
  });
}

export interface MessageRow {
  id: number;
  sender: 'client' | 'agent' | 'ai' | 'system';
  agent_id: number | null;
  text: string | null;
  file_name: string | null;
  payload: Payload | null;
  created_at: string;
}

const MAX_MESSAGES = 100;
const MAX_CHARACTERS = 4_096;
const MESSAGE_COLUMNS = `m.id, m.sender, m.agent_id, left(m.body, ${MAX_CHARACTERS}) AS text, f.name AS file_name, m.payload, m.created_at`;
const MESSAGES = 'messages m LEFT JOIN files f ON f.widget_id = m.widget_id AND f.id = m.file_id';

/** The newest messages visible to the visitor, oldest first. */
export async function listMessages({ sql }: Read, widgetId: number, chatId: number) {
  const rows = await sql<MessageRow>({
    name: 'legacy.said',
    text: `SELECT ${MESSAGE_COLUMNS} FROM ${MESSAGES} WHERE m.widget_id = $1 AND m.chat_id = $2 AND NOT m.private AND m.sender <> 'system'
           ORDER BY m.id DESC LIMIT ${MAX_MESSAGES}`,
    values: [widgetId, chatId],
  });
  return rows.reverse();
}

export async function findMessage({ sql }: Read, widgetId: number, chatId: number, id: number) {
  const [found] = await sql<MessageRow>({
    name: 'legacy.said_once',
    text: `SELECT ${MESSAGE_COLUMNS} FROM ${MESSAGES} WHERE m.widget_id = $1 AND m.chat_id = $2 AND m.id = $3`,
    values: [widgetId, chatId, id],
  });
  return found;
}
