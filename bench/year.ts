// A year of a busy widget for statistics, created in the database itself.
import type { Client } from 'pg';

const AGENTS = 50;
const MESSAGES = 10;
const DAYS = 366;
const TABLES = ['chats', 'chat_heads', 'messages', 'chat_facts'];

/** Chats of a year, the last one just now, of ten messages each. Indexed after the load. */
export async function loadYear(client: Client, { widget, chats }: { widget: number; chats: number }) {
  // Nothing here searches text, and indexing it takes longer than everything else.
  await client.query('ALTER TABLE messages DISABLE TRIGGER messages_unindexed');
  const { rows } = await client.query(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE tablename = ANY($1) AND indexname NOT LIKE '%_pk'`,
    [TABLES],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  await client.query("SET session_replication_role = 'replica'");
  await client.query(`
    INSERT INTO agents (widget_id, account_id, role, created_at)
    SELECT w.id, w.account_id, 'operator', now() FROM widgets w, generate_series(2, ${AGENTS}) WHERE w.id = ${widget}`);
  await loadChats(client, widget, chats);
  await client.query(`
    INSERT INTO messages (widget_id, chat_id, seq, sender, agent_id, type, body, created_at)
    SELECT widget_id, id, s, CASE WHEN s % 2 = 1 THEN 'client' ELSE 'agent' END, CASE WHEN s % 2 = 0 THEN handled_by END, 'text',
      'Where is my order?', least(created_at + s * interval '40 seconds', now())
    FROM chats, generate_series(1, ${MESSAGES}) AS s WHERE widget_id = ${widget}`);
  // As many as a started, written and answered chat leaves.
  await client.query(`
    SELECT count(add_chat_fact(c, sign::smallint)) FROM chats c, (VALUES (1), (-1), (1), (-1), (1)) AS facts (sign)
    WHERE widget_id = ${widget}`);
  await client.query("SET session_replication_role = 'origin'");
  await client.query('ALTER TABLE messages ENABLE ALWAYS TRIGGER messages_unindexed');
  await client.query("SET maintenance_work_mem = '512MB'");
  for (const { definition } of rows) await client.query(definition);
  for (const table of TABLES) await client.query(`VACUUM ANALYZE ${table}`);
}

/** One in ten is unowned, one in seven was answered first by AI, one in twenty came by another channel. */
async function loadChats(client: Client, widget: number, chats: number) {
  await client.query(`
    INSERT INTO contacts (widget_id, guid, created_at, updated_at)
    SELECT ${widget}, md5('${widget} ' || i), now(), now() FROM generate_series(1, ${chats}) AS i`);
  await client.query(`
    WITH people AS (SELECT id, row_number() OVER (ORDER BY id) AS i FROM contacts WHERE widget_id = ${widget}),
    team AS (SELECT array_agg(id) AS ids FROM agents WHERE widget_id = ${widget})
    INSERT INTO chats (widget_id, contact_id, channel, source, has_client_messages, agent_id, accepted_by, accepted_type,
      handled_by, handled_type, first_client_at, responded_at, created_at)
    SELECT ${widget}, id, CASE WHEN i % 20 = 3 THEN 'tg' ELSE 'service' END, '{"page":null,"referrer":null,"language":"en"}', true,
      agent, agent, CASE WHEN agent IS NULL THEN NULL WHEN i % 7 = 2 THEN 'ai' ELSE 'human' END,
      agent, CASE WHEN agent IS NOT NULL THEN 'human' END,
      begun + interval '5 seconds', CASE WHEN agent IS NOT NULL THEN begun + make_interval(secs => 10 + i % 300) END, begun
    FROM people, team, LATERAL (
      SELECT now() - (${chats} - i) * interval '${DAYS} days' / ${chats} AS begun,
        CASE WHEN i % 10 > 0 THEN ids[1 + i % ${AGENTS}] END AS agent
    ) AS made`);
  await client.query(`
    INSERT INTO chat_heads (widget_id, chat_id, created_at, state, last_seq, last_message_at, updated_at, activity)
    SELECT widget_id, id, created_at, 'expired', ${MESSAGES}, created_at, created_at, floor(extract(epoch FROM created_at) / 600)
    FROM chats WHERE widget_id = ${widget}`);
}
