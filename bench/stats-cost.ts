// What statistics cost writers: the index on message time, and the facts of an answered chat.
import type { Client } from 'pg';
import { loadConversations } from './conversations.ts';
import { connect, discard, temporaryDirectory } from './databases.ts';
import { requestsPerSecond, spend, WRITES, write } from './load.ts';
import { createTenant, mintTokens, type Running, startServer } from './processes.ts';
import { format, interleave, type Row } from './rounds.ts';

const TOKENS = 1_000;
/** More than are answered in a round. */
const CHATS = 8_000;

export async function cost(): Promise<Row[]> {
  const dataDir = temporaryDirectory();
  const ours = await startServer(dataDir);
  const { widget, agent } = createTenant(dataDir);
  const client = await connect(dataDir);
  const { first } = await loadConversations(client, { widget, agent, chats: CHATS, messages: 4 });
  const writer = spend(mintTokens(dataDir, widget, TOKENS), WRITES);
  const send = createSend(ours, { agent, first, writer });
  const [{ indexdef }] = (await client.query(`SELECT indexdef FROM pg_indexes WHERE indexname = 'messages_time'`)).rows;
  const indexed = await interleave(
    () => after(client, indexdef.replace('INDEX', 'INDEX IF NOT EXISTS'), send),
    () => after(client, 'DROP INDEX IF EXISTS messages_time', send),
  );
  await client.query(indexdef.replace('INDEX', 'INDEX IF NOT EXISTS'));
  const noted = await interleave(
    () => after(client, unanswered('ENABLE'), send),
    () => after(client, unanswered('DISABLE'), send),
  );
  await client.end();
  await discard(dataDir, ours);
  return [
    ['messages sent with the index of their time, over those without it', format(indexed.ratio, 2)],
    ['first answers with facts of their chats, over those without them', format(noted.ratio, 2)],
  ];
}

/** Each request goes to the next chat. */
function createSend(
  { url }: Running,
  { agent, first, writer }: { agent: number; first: number; writer: () => string },
) {
  const body = JSON.stringify({ agent_id: agent, type: 'text', body: 'It was sent on Monday' });
  return () => {
    let next = first;
    const prepare = () => ({ ...write(writer(), body), path: `/api/v1/chats/${next++}/messages` });
    return requestsPerSecond({ url: `${url}/api/v1/chats`, prepare });
  };
}

async function after(client: Client, statement: string, measure: () => Promise<number>) {
  await client.query(statement);
  return measure();
}

const unanswered = (triggers: 'ENABLE' | 'DISABLE') => `
  ALTER TABLE chats DISABLE TRIGGER USER;
  UPDATE chats SET agent_id = NULL, accepted_by = NULL, accepted_type = NULL, handled_by = NULL, handled_type = NULL, responded_at = NULL;
  ALTER TABLE chats ${triggers} TRIGGER USER`;
