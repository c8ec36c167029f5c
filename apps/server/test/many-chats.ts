import { api, type Chat } from '@parley/contract';
import type { Call } from './call.ts';
import { startApp, type TestApp } from './harness.ts';
import { addAgent, addWidget } from './people.ts';

export const START = Temporal.Instant.from('2026-03-01T12:00Z');
const MANY_CHATS = 60;

/** When the nth chat was created, started waiting and was last written in: null, or a time shared with others. */
const TIMES = {
  created: '(i / 5) * 60',
  waiting: '(i * 7 % 5) * 4',
  said: '800 + (i * 11 % 8) * 4',
  changed: '(i * 7 % 60) * 60',
};
const at = (minutes: string) => `'${START}'::timestamptz + (${minutes}) * interval '1 minute'`;

/**
 * Chats of every kind: five per creation time, an hour apart, each property with its own period, so that all compatible
 * combinations occur. Every third contact is tagged.
 */
async function loadChats(
  app: TestApp,
  { widgetId, accountId, agentIds }: { widgetId: number; accountId: number; agentIds: number[] },
) {
  const made = await app.sql<{ id: number }>(`
    WITH people AS (
      INSERT INTO contacts (widget_id, guid, created_at, updated_at)
      SELECT ${widgetId}, md5('${widgetId} ' || i / 2), now(), now() FROM generate_series(0, ${MANY_CHATS - 1}, 2) AS i RETURNING id
    ),
    numbered AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS number FROM people),
    tagged AS (
      INSERT INTO contact_tags (account_id, widget_id, contact_id, name)
      SELECT ${accountId}, ${widgetId}, id, 'vip' FROM numbered WHERE number % 3 = 0
    ),
    made AS (
      INSERT INTO chats (widget_id, contact_id, channel, source, has_client_messages, agent_id, accepted_type, handled_type, created_at)
      SELECT ${widgetId}, numbered.id, CASE i % 2 WHEN 0 THEN 'service' ELSE 'tg' END,
        '{"page": null, "referrer": null, "language": null}', i % 3 > 0, (ARRAY[NULL, ${agentIds}]::bigint[])[i % 3 + 1],
        (ARRAY[NULL, 'human', 'ai', 'ai', 'human'])[i % 5 + 1], (ARRAY[NULL, 'human', 'ai', 'human', 'ai'])[i % 5 + 1],
        ${at(TIMES.created)}
      FROM generate_series(0, ${MANY_CHATS - 1}) AS i JOIN numbered ON number = i / 2 ORDER BY i RETURNING id, created_at
    ),
    counted AS (SELECT *, row_number() OVER (ORDER BY id)::int - 1 AS i FROM made),
    sorted AS (SELECT *, i % 4 = 3 AS is_spam, i % 11 < 5 AS is_done FROM counted)
    INSERT INTO chat_heads (widget_id, chat_id, created_at, state, waiting_since, done_at, snoozed_at, unread, last_message_at,
      updated_at, activity)
    SELECT ${widgetId}, id, created_at, (ARRAY['active', 'ready', 'expired', 'spam'])[i % 4 + 1],
      CASE WHEN i % 7 < 3 AND NOT is_spam AND NOT is_done THEN ${at(TIMES.waiting)} END,
      CASE WHEN is_done THEN created_at END,
      CASE WHEN i % 13 < 4 AND NOT is_spam AND NOT is_done THEN created_at END,
      i % 6 / 4, CASE WHEN i % 9 > 0 THEN ${at(TIMES.said)} END,
      ${at(TIMES.changed)}, floor(extract(epoch FROM ${at(TIMES.changed)}) / 600)
    FROM sorted RETURNING chat_id::int AS id`);
  return made.map(({ id }) => id);
}

/** All pages of the list. */
export async function walkChats(call: Call, query: Record<string, unknown>, limit: number) {
  const found: Chat[] = [];
  let cursor: string | null | undefined;
  do {
    const { data } = await call(api.chats.list, { query: { ...query, limit, ...(cursor && { cursor }) } });
    found.push(...data.data);
    cursor = data.next_cursor;
  } while (cursor);
  return found;
}

export const idsOf = (found: Chat[]) => found.map(({ id }) => id);

/** The owner's widget full of chats, and as many in widgets that must not be visible. */
export async function openManyChats() {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const other = { ...(await addWidget(app, ann)), accountId: ann.accountId };
  const colleague = await addAgent(app, ann, 'operator');
  await loadChats(app, { ...bob, agentIds: [bob.agentId, bob.agentId] });
  const ids = await loadChats(app, { ...ann, agentIds: [ann.agentId, colleague.agentId] });
  await loadChats(app, { ...other, agentIds: [other.agentId, other.agentId] });
  const all = await walkChats(ann.call, {}, 100);
  const wrote = new Set(ids.filter((_id, index) => index % 3 > 0));
  const tagged = new Set(ids.filter((_id, index) => Math.floor(index / 2) % 3 === 0));
  return { app, ann, colleague, ids, all, wrote, tagged };
}
