import { expect, test } from 'vitest';
import { startBalancer } from '../../apps/server/test/balancer.ts';
import { addAnsweredVisitor, signedInHeaders } from '../../apps/server/test/callers.ts';
import type { TestApp } from '../../apps/server/test/harness.ts';
import { agentClient, visitorClient } from '../../apps/server/test/live-clients.ts';
import { advanceNodes, startNode, untilSubscribed } from '../../apps/server/test/nodes.ts';
import { addAgent } from '../../apps/server/test/people.ts';
import { startRedis } from '../../apps/server/test/redis.ts';
import { freePort } from '../../apps/server/test/scratch-cluster.ts';
import { dataDirectory, startServer } from '../../apps/server/test/server-process.ts';
import { connectAgent, connected, openSocket } from '../../apps/server/test/sockets.ts';
import { until } from '../../apps/server/test/until.ts';

// One node is a process that ends. Behind a balancer, the visitor and Ann are connected to it and may reconnect to the
// other one, where Carl is; Bob is connected to it too and does not come back.

async function startMortal({ connection, publicUrl }: TestApp, REDIS_URL: string) {
  const PORT = String(await freePort());
  const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
  const env = {
    DATA_DIR: dataDirectory(),
    DATABASE_URL: connection,
    MASTER_KEY,
    REDIS_URL,
    PORT,
    PUBLIC_URL: publicUrl,
  };
  const server = startServer(env);
  await server.ready();
  return { ...server, address: `http://127.0.0.1:${PORT}` };
}

async function startChat() {
  const redis = await startRedis();
  const node = await startNode(redis);
  const mortal = await startMortal(node, redis.url);
  await untilSubscribed(redis, 2);
  const ann = await node.owner();
  const [bob, carl] = [await addAgent(node, ann, 'operator'), await addAgent(node, ann, 'operator')];
  const visitor = await addAnsweredVisitor(node, ann);
  const balancer = await startBalancer(mortal.address, node.address);
  const theirs = visitorClient(balancer, ann, visitor);
  const anns = agentClient(balancer, await signedInHeaders(node, ann));
  const carls = agentClient(node.address, await signedInHeaders(node, carl));
  await connected(openSocket(mortal, 'agent', { extraHeaders: await signedInHeaders(node, bob) }), 'agent');
  const open = [anns.open(visitor.chatId), carls.open(visitor.chatId)] as const;
  await until(() => [theirs, ...open].every(({ state }) => state.messages.length === 2), 'all are there');
  const witness = await connectAgent(node, carl);
  return { node, mortal, ann, bob, carl, id: visitor.chatId, theirs, anns, carls, open, witness };
}

type Chat = Awaited<ReturnType<typeof startChat>>;

const text = (body: string) => ({ type: 'text' as const, body });
const numbered = (name: string) => Array.from({ length: 25 }, (_, index) => `${name} ${index}`);
const isOpen = ({ theirs, anns }: Chat) => [theirs, anns].every(({ state }) => state.connection === 'open');

/** Both write as fast as they can while something happens. */
async function talkThrough({ node, theirs, anns, open, id }: Chat, happen: () => void) {
  const [questions, answers] = [numbered('question'), numbered('answer')];
  for (const question of questions) theirs.send(text(question));
  for (const answer of answers) anns.send(id, text(answer));
  await until(() => theirs.state.messages.length > 12, 'the chat is under way');
  happen();
  await until(() => !theirs.state.pending.length && !anns.state.pending.length, 'everything is sent');
  const stored = await node.sql<{ id: number; body: string; sender: string }>(
    `SELECT id::int, body, sender FROM messages WHERE chat_id = ${id} ORDER BY id`,
  );
  const bodies = (of: string) => stored.filter(({ sender }) => sender === of).map(({ body }) => body);
  expect([bodies('client'), bodies('agent')]).toEqual([
    ['hello', ...questions],
    ['hi', ...answers],
  ]);
  const ids = stored.map((message) => message.id);
  for (const each of [theirs, ...open]) {
    await until(() => each.state.messages.length === ids.length, 'everything is shown');
    expect(each.state.messages.map((message) => message.id)).toEqual(ids);
  }
}

/** Presence events for integrations, in order. */
async function told({ node }: Chat, { agentId }: { agentId: number }) {
  const rows = await node.sql<{ online: boolean }>(`SELECT (data->>'online')::boolean AS online FROM events
    WHERE type = 'agent.presence' AND data->>'agent_id' = '${agentId}' ORDER BY id`);
  return rows.map(({ online }) => online);
}

const colleague = ({ carls }: Chat, { agentId }: { agentId: number }) =>
  carls.state.agents.find(({ id }) => id === agentId)?.online;

/** Clients that reconnect were never offline, others are after a while, and each is emitted once. */
async function expectPresence(chat: Chat) {
  const { node, ann, bob, carl, witness } = chat;
  await until(() => isOpen(chat), 'they are connected again');
  expect([colleague(chat, ann), colleague(chat, bob)]).toEqual([true, true]);
  await advanceNodes(16, node);
  await until(() => colleague(chat, bob) === false, 'Bob is gone');
  await advanceNodes(30, node);
  expect(await told(chat, bob)).toEqual([true, false]);
  for (const each of [ann, carl]) expect(await told(chat, each)).toEqual([true]);
  expect(colleague(chat, ann)).toBe(true);
  await witness.call('resume', {});
  expect(witness.heard.filter(({ name }) => name === 'agent').map(({ data }) => data.agent)).toEqual([
    { id: bob.agentId, online: false, status: 'active' },
  ]);
}

test('a node killed during a chat loses nothing: its clients continue on another', async () => {
  const chat = await startChat();
  await talkThrough(chat, () => chat.mortal.signal('SIGKILL'));
  await expectPresence(chat);
});

test('a node that is stopped moves its clients to another, and none that returns goes offline', async () => {
  const chat = await startChat();
  await talkThrough(chat, () => chat.mortal.signal('SIGTERM'));
  expect(await chat.mortal.ended).toMatchObject({ code: 0 });
  expect(chat.mortal.output().stderr).not.toMatch(/"level":[456]0/);
  await expectPresence(chat);
});
