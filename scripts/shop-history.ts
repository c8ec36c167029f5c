// Half a year of chats, messages and ratings for pictures of reports, written to the database itself.
import { connect } from '../bench/databases.ts';

const TEAM = ['Maria Lopez', 'Ivan Petrov', 'Aisha Khan', 'Lars Holm'];
const CUSTOMERS = ['Chen Wei', 'Priya Nair', 'Jean-Luc Moreau', 'Olga Smirnova', 'Tom Becker', 'Sofia Rossi'];
const COMMENTS = [
  'Quick and kind, thank you!',
  'Solved in two minutes.',
  'I had to ask twice, but in the end it worked out.',
  'Waited too long for a simple answer.',
  'Best support I have had in a while.',
];
const DAYS = 200;

/** Busy on weekdays around noon, quiet at night, and growing. Always the same. */
export async function addHistory(dataDir: string, widget: number) {
  const client = await connect(dataDir);
  const run = (sql: string, values: unknown[] = []) => client.query(sql, values);
  await run('SELECT setseed(0.42)');
  await run(
    `WITH people AS (
       INSERT INTO users (email, name, created_at, updated_at)
       SELECT 'agent' || i || '@example.test', name, now(), now()
       FROM unnest($1::text[]) WITH ORDINALITY AS team (name, i) RETURNING id
     )
     INSERT INTO agents (widget_id, account_id, user_id, role, created_at)
     SELECT w.id, w.account_id, p.id, 'operator', now() FROM widgets w, people p WHERE w.id = $2`,
    [TEAM, widget],
  );
  await run(
    `INSERT INTO contacts (widget_id, guid, name, created_at, updated_at)
     SELECT $2, md5('history ' || day || ' ' || n), ($1::text[])[1 + (day * 7 + n) % 6], now() - make_interval(days => day), now()
     FROM generate_series(0, ${DAYS}) AS day, generate_series(1, 60) AS n
     WHERE n <= (18 + (${DAYS} - day) * 0.12) * (CASE WHEN extract(isodow FROM now() - make_interval(days => day)) > 5 THEN 0.4 ELSE 1 END) * (0.8 + random() * 0.4)`,
    [CUSTOMERS, widget],
  );
  await addChats(run, widget);
  await client.end();
}

type Run = (sql: string, values?: unknown[]) => Promise<unknown>;

async function addChats(run: Run, widget: number) {
  await run(
    `WITH team AS (SELECT array_agg(id ORDER BY id) AS ids FROM agents WHERE widget_id = $1),
     made AS (
       SELECT k.id, team.ids[1 + floor(random() * random() * 5)::int] AS agent, random() AS luck, random() AS way,
         date_trunc('day', k.created_at) + make_interval(secs => 3600 * (13 + 3.2 * (random() + random() + random() + random() - 2) * 1.6)) AS at
       FROM contacts k, team WHERE k.widget_id = $1 AND NOT EXISTS (SELECT FROM chats c WHERE c.contact_id = k.id)
     )
     INSERT INTO chats (widget_id, contact_id, channel, source, has_client_messages, agent_id, accepted_by, accepted_type,
       handled_by, handled_type, first_client_at, responded_at, created_at)
     SELECT $1, id, CASE WHEN way < 0.66 THEN 'service' WHEN way < 0.86 THEN 'tg' WHEN way < 0.95 THEN 'wa' ELSE 'ch1' END,
       '{"page": null, "referrer": null, "language": "en"}', true, agent,
       CASE WHEN luck > 0.07 THEN agent END, CASE WHEN luck > 0.07 THEN 'human' END,
       CASE WHEN luck > 0.07 THEN agent END, CASE WHEN luck > 0.07 THEN 'human' END,
       at, CASE WHEN luck > 0.07 THEN at + make_interval(secs => 20 + 160 * luck * luck) END, at
     FROM made WHERE at < now() - interval '3 minutes'`,
    [widget],
  );
  await run(
    `INSERT INTO chat_heads (widget_id, chat_id, created_at, state, last_seq, last_message_at, updated_at, done_at, activity)
     SELECT widget_id, id, created_at, 'expired', 6, created_at, created_at, created_at, floor(extract(epoch FROM created_at) / 600)
     FROM chats WHERE widget_id = $1 AND NOT EXISTS (SELECT FROM chat_heads h WHERE h.widget_id = $1 AND h.chat_id = chats.id)`,
    [widget],
  );
  await run(
    `INSERT INTO messages (widget_id, chat_id, seq, sender, agent_id, type, body, created_at)
     SELECT widget_id, id, s, CASE WHEN s % 2 = 1 THEN 'client' ELSE 'agent' END, CASE WHEN s % 2 = 0 THEN handled_by END, 'text',
       'Where is my order?', created_at + s * interval '40 seconds'
     FROM chats, generate_series(1, 6) AS s
     WHERE widget_id = $1 AND (s % 2 = 1 OR handled_by IS NOT NULL) AND created_at < now() - interval '5 minutes'`,
    [widget],
  );
  await run(
    `INSERT INTO ratings (widget_id, agent_id, contact_id, chat_id, score, comment, created_at, updated_at)
     SELECT widget_id, handled_by, contact_id, id, CASE WHEN random() < 0.62 THEN 5 ELSE 5 - floor(random() * random() * 5)::int END,
       CASE WHEN id % 3 = 0 THEN ($2::text[])[1 + floor(random() * 5)::int] END, created_at, created_at + interval '10 minutes'
     FROM chats WHERE widget_id = $1 AND handled_by IS NOT NULL AND id % 4 = 0`,
    [widget, COMMENTS],
  );
}
