// Chats and messages of a widget, created in the database itself.
import type { Client } from 'pg';

const PHRASES = {
  latin: ['Hello, where is my order?', 'It was sent on Monday by courier', 'Thank you, that is all I wanted to know'],
  cyrillic: [
    'Здравствуйте, где мой заказ?',
    'Отправили в понедельник курьером',
    'Спасибо, это всё, что я хотел узнать',
  ],
  cjk: ['こんにちは、注文はどこですか', '月曜日に発送しました', '谢谢，我想知道的就是这些'],
};

/** Search terms: in many messages, in one of a hundred thousand, in none. */
export const WORDS = {
  common: { latin: ['wh', 'ord'], cyrillic: ['за', 'зак'], cjk: ['注文', '月曜日'] },
  rare: { latin: ['qz', 'qzx'], cyrillic: ['щъ', 'щъы'], cjk: ['龘龗', '龘龗鱻'] },
  absent: { latin: ['wq', 'wqj'], cyrillic: ['ьё', 'ьёъ'], cjk: ['囍囍', '囍囍囍'] },
};

const EVERY_RARE = 100_000;
const INDEXED = ['chats', 'chat_heads', 'messages', 'message_search'];

interface Size {
  widget: number;
  agent: number;
  chats: number;
  /** Per chat. */
  messages: number;
}

/** Returns the id range of the created chats. Indexes other than primary keys are built after the load. */
export async function loadConversations(client: Client, size: Size): Promise<{ first: number; last: number }> {
  const { rows } = await client.query(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE tablename = ANY($1) AND indexname NOT LIKE '%_pk'`,
    [INDEXED],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  await client.query("SET session_replication_role = 'replica'");
  const range = await loadChats(client, size);
  await client.query('ALTER TABLE messages DISABLE TRIGGER messages_unindexed');
  await loadMessages(client, size, range);
  await client.query('ALTER TABLE messages ENABLE ALWAYS TRIGGER messages_unindexed');
  await client.query("SET session_replication_role = 'origin'");
  await client.query("SET maintenance_work_mem = '512MB'");
  for (const { definition } of rows) await client.query(definition);
  for (const table of ['contacts', ...INDEXED]) await client.query(`VACUUM ANALYZE ${table}`);
  return range;
}

/** One in a thousand is spam, waiting or open; one in ten is unowned or from another channel. */
async function loadChats(client: Client, { widget, agent, chats, messages }: Size) {
  const {
    rows: [{ last: offset }],
  } = await client.query('SELECT coalesce(max(id), 0)::int AS last FROM chats');
  await client.query(`
    INSERT INTO contacts (id, widget_id, guid, name, created_at, updated_at) OVERRIDING SYSTEM VALUE
    SELECT ${offset} + i, ${widget}, md5('${widget} ' || i), 'Client ' || i, now(), now() FROM generate_series(1, ${chats}) AS i`);
  await client.query("SELECT setval('contacts_id_seq', (SELECT max(id) FROM contacts))");
  await client.query(`
    INSERT INTO chats (id, widget_id, contact_id, channel, source, has_client_messages, agent_id, accepted_by, accepted_type,
      accepted_at, handled_by, handled_type, handled_at, created_at) OVERRIDING SYSTEM VALUE
    SELECT ${offset} + i, ${widget}, ${offset} + i, CASE WHEN i % 1000 = 7 THEN 'tg' ELSE 'service' END,
      '{"page":"https://shop.example/","referrer":null,"language":"en"}', i % 1000 <> 3,
      CASE WHEN i % 1000 = 5 THEN NULL ELSE ${agent} END,
      CASE WHEN i % 1000 <> 5 THEN ${agent} END, CASE WHEN i % 1000 <> 5 THEN 'human' END, now(),
      CASE WHEN i % 1000 <> 5 THEN ${agent} END, CASE WHEN i % 1000 <> 5 THEN 'human' END, now(),
      now() - make_interval(secs => (${chats} - i) * 30 + 900)
    FROM generate_series(1, ${chats}) AS i`);
  await client.query("SELECT setval('chats_id_seq', (SELECT max(id) FROM chats))");
  await client.query(`
    INSERT INTO chat_heads (widget_id, chat_id, created_at, state, last_seq, version, last_message_at, waiting_since, done_at,
      updated_at, activity, is_live)
    SELECT ${widget}, c.id, c.created_at, CASE WHEN c.id % 1000 = 9 THEN 'spam' ELSE 'expired' END, ${messages}, ${messages} + 1,
      c.created_at + interval '1 minute', CASE WHEN c.id % 1000 = 5 THEN c.created_at END,
      CASE WHEN c.id % 1000 <> 11 THEN c.created_at END, c.created_at + interval '1 minute',
      floor(extract(epoch FROM c.created_at + interval '1 minute') / 600), false
    FROM chats c WHERE c.widget_id = ${widget}`);
  return { first: offset + 1, last: offset + chats };
}

async function loadMessages(
  client: Client,
  { widget, agent, messages }: Size,
  { first, last }: { first: number; last: number },
) {
  const texts = Object.values(PHRASES).flat();
  const phrase = `(ARRAY[${texts.map((text) => `'${text}'`).join(',')}])[1 + (c * 7 + s) % ${texts.length}]`;
  const rare = `CASE (c * ${messages} + s) % ${EVERY_RARE} WHEN 11 THEN ' qzx' WHEN 13 THEN ' щъы' WHEN 17 THEN ' 龘龗鱻' ELSE '' END`;
  await client.query(`
    INSERT INTO messages (widget_id, chat_id, seq, sender, agent_id, type, body, created_at, seen_at)
    SELECT ${widget}, c, s, CASE WHEN s % 2 = 1 THEN 'client' ELSE 'agent' END, CASE WHEN s % 2 = 0 THEN ${agent} END, 'text',
      ${phrase} || ' ' || (c % 997) || ${rare}, now(), now()
    FROM generate_series(${first}, ${last}) AS c, generate_series(1, ${messages}) AS s`);
  await client.query(`
    INSERT INTO message_search (widget_id, chat_id, message_id, text)
    SELECT widget_id, chat_id, id, fold(body) FROM messages WHERE chat_id BETWEEN ${first} AND ${last}`);
}
