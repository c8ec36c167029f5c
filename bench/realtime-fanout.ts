// Sending with listeners: the visitor of each chat, and two agents.
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { connect, discard, temporaryDirectory } from './databases.ts';
import { requestsPerSecond, spend, WRITES, write } from './load.ts';
import { mintTokens, startServer } from './processes.ts';
import type { Crowd } from './realtime-crowd.ts';
import { openDesk } from './realtime-people.ts';
import { type Clients, startClients } from './realtime-process.ts';
import { format, interleave, type Row } from './rounds.ts';

const TOKENS = 1_500;
/** Connected visitors, each message being for one: all have a heartbeat and resume. */
const CROWDS = [200, 1_000];
const MESSAGES = 40;
const OPERATORS = 2;
const HEARD_MS = 5_000;
/** Lets pending work of earlier clients finish. */
const SETTLE_MS = 1_000;

export async function fanout(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const visitors of CROWDS) rows.push(...(await measure(visitors)));
  return rows;
}

async function measure(visitors: number): Promise<Row[]> {
  const dataDir = temporaryDirectory();
  const ours = await startServer(dataDir);
  const client = await connect(dataDir);
  const place = { client, dataDir, url: ours.url };
  const { widget, ...people } = await openDesk(place, { operators: OPERATORS, visitors, messages: MESSAGES });
  const writer = spend(mintTokens(dataDir, widget, TOKENS), WRITES);
  const crowd = startClients<Crowd>(new URL('./realtime-crowd.ts', import.meta.url));
  const text = 'It was sent on Monday and will be there tomorrow';
  const body = JSON.stringify({ agent_id: people.operators[0]?.agentId, type: 'text', body: text });
  const path = () => `/api/v1/chats/${people.visitors[Math.floor(Math.random() * visitors)]?.chatId}/messages`;
  const send = () => requestsPerSecond({ url: ours.url, prepare: () => ({ ...write(writer(), body), path: path() }) });

  let overtaken = 0;
  const heard = async () => {
    await pause(SETTLE_MS);
    await crowd.ask('come', people);
    await pause(SETTLE_MS);
    await crowd.ask('forget', undefined);
    const before = await countMessages(client, widget);
    const rate = await send();
    overtaken += await expectHeard(crowd, async () => (await countMessages(client, widget)) - before);
    await crowd.ask('leave', undefined);
    await pause(SETTLE_MS);
    return rate;
  };
  const { a, b, ratio } = await interleave(heard, send);

  crowd.stop();
  await client.end();
  await discard(dataDir, ours);
  return [
    [`message sent, heard by one of ${visitors} visitors and two agents, requests/s`, format(a)],
    ['the same without any socket, requests/s', format(b)],
    ['ratio (goal: 0.8 or more)', format(ratio, 2)],
    ['events that came after a later one of their chat', `${overtaken}`],
  ];
}

async function countMessages(client: Client, widget: number): Promise<number> {
  const { rows } = await client.query('SELECT sum(last_seq)::int AS count FROM chat_heads WHERE widget_id = $1', [
    widget,
  ]);
  return rows[0].count;
}

/** The load stops in the middle of requests, so the database has the number sent. */
async function expectHeard(crowd: Clients<Crowd>, countSent: () => Promise<number>) {
  const until = performance.now() + HEARD_MS;
  for (;;) {
    const sent = await countSent();
    const { byVisitors, byOperators, overtaken } = await crowd.ask('heard', undefined);
    if (byVisitors === sent && byOperators === OPERATORS * sent) return overtaken;
    if (performance.now() > until) {
      throw new Error(`Of ${sent} messages ${byVisitors} reached visitors, ${byOperators} operators`);
    }
    await pause(100);
  }
}
