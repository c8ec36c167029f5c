// Pages of messages and of chats, and a message sent, each against the same over bare node:http and pg.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { loadConversations } from './conversations.ts';
import { requestsPerSecond, spend } from './load.ts';
import { createTenant, mintTokens, startFloor, startServer, temporaryDirectory } from './processes.ts';
import { format, interleave } from './rounds.ts';

const READS = 590;
const WRITES = 115;
const TOKENS = 2_500;
const CHATS = 1_000;
const MESSAGES = 40;

export async function chats(): Promise<[string, string][]> {
  const dataDir = temporaryDirectory();
  const ours = await startServer(dataDir);
  const { widget, agent } = createTenant(dataDir);
  const client = new Client({ host: path.join(dataDir, 'postgres'), user: 'parley', database: 'parley' });
  await client.connect();
  const range = await loadConversations(client, { widget, agent, chats: CHATS, messages: MESSAGES });
  await client.end();
  const env = { AGENT: `${agent}`, CHATS: `${range.first}-${range.last}` };
  const floor = await startFloor(dataDir, widget, env);
  const anyChat = () => range.first + Math.floor(Math.random() * CHATS);
  const api = `${ours.url}/api/v1/chats`;

  const reader = spend(mintTokens(dataDir, widget, TOKENS), READS);
  const authorization = () => ({ headers: { authorization: `Bearer ${reader()}` } });
  const bare = (name: string) => () => requestsPerSecond({ url: `${floor.url}/${name}` });
  const messages = await interleave(
    () =>
      requestsPerSecond({
        url: api,
        prepare: () => ({ ...authorization(), path: `/api/v1/chats/${anyChat()}/messages` }),
      }),
    bare('messages'),
  );
  const list = await interleave(() => requestsPerSecond({ url: api, prepare: authorization }), bare('chats'));

  const writer = spend(mintTokens(dataDir, widget, TOKENS), WRITES);
  const body = JSON.stringify({
    agent_id: agent,
    type: 'text',
    body: 'It was sent on Monday and will be there tomorrow',
  });
  const send = await interleave(
    () =>
      requestsPerSecond({
        url: api,
        prepare: () => ({
          method: 'POST',
          path: `/api/v1/chats/${anyChat()}/messages`,
          body,
          headers: {
            authorization: `Bearer ${writer()}`,
            'content-type': 'application/json',
            'x-service-idempotency-key': randomUUID(),
          },
        }),
      }),
    () =>
      requestsPerSecond({
        url: `${floor.url}/send`,
        prepare: () => ({ method: 'POST', body, headers: { 'content-type': 'application/json' } }),
      }),
  );
  await floor.stop();
  await ours.stop();
  rmSync(path.dirname(dataDir), { recursive: true });
  return [
    ['page of 20 messages, requests/s', format(messages.a)],
    ['the same over bare node:http + pg, requests/s', format(messages.b)],
    ['ratio (goal: 0.9 or more)', format(messages.ratio, 2)],
    ['page of 20 chats, requests/s', format(list.a)],
    ['the same over bare node:http + pg, requests/s', format(list.b)],
    ['ratio (goal: 0.8 or more)', format(list.ratio, 2)],
    ['message sent with key, events and everything that follows, requests/s', format(send.a)],
    ['one insert over bare node:http + pg, requests/s', format(send.b)],
    ['ratio (goal: 0.5 or more)', format(send.ratio, 2)],
  ];
}
