import { randomUUID } from 'node:crypto';
import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, signedInHeaders, withToken } from '../../apps/server/test/callers.ts';
import { agentClient, NO_STATEMENT, SOON, visitorClient } from '../../apps/server/test/live-clients.ts';
import { startNode, startNodes, untilAllListen, untilSubscribed } from '../../apps/server/test/nodes.ts';
import { startRedis, type TestRedis } from '../../apps/server/test/redis.ts';
import { connectAgent, connectVisitor } from '../../apps/server/test/sockets.ts';
import { until } from '../../apps/server/test/until.ts';

// Two nodes whose Redis goes away during a chat: "one" has the visitor, "two" has Ann, and both have everyone else.

/** A request may wait half a second for Redis, and the machine is busy. */
const SLOWEST_MS = 5_000;

async function startChat(redis: TestRedis) {
  const { one, two } = await startNodes(redis);
  const ann = await one.owner();
  const visitor = await addAnsweredVisitor(one, ann);
  const headers = await signedInHeaders(one, ann);
  const follow = (options: object) => {
    const client = agentClient(two.address, headers, options);
    return { client, conversation: client.open(visitor.chatId) };
  };
  const chat = {
    ...{ one, two, ann, visitor, id: visitor.chatId },
    theirs: visitorClient(one.address, ann, visitor, NO_STATEMENT),
    theirsStating: visitorClient(one.address, ann, visitor, SOON),
    anns: follow(NO_STATEMENT),
    annsStating: follow(SOON),
    colleague: await connectAgent(one, ann),
    otherTab: await connectVisitor(two, ann, visitor),
  };
  const { theirs, theirsStating, anns, annsStating } = chat;
  const agents = [anns, annsStating].map(({ conversation }) => conversation);
  await until(() => [theirs, theirsStating].every(({ state }) => state.messages.length === 2), 'visitors are there');
  await until(() => agents.every(({ state }) => state.messages.length === 2), 'agents are there');
  return chat;
}

type Chat = Awaited<ReturnType<typeof startChat>>;
type Shown = { state: { messages: readonly { body: string | null }[] } };

const bodies = ({ state }: Shown) => state.messages.map(({ body }) => body);
const shows = (body: string, each: Shown) => until(() => bodies(each).includes(body), `${body} is shown`);
const text = (body: string) => ({ type: 'text' as const, body });

/** Each node updates its own clients at once; those on the other node catch up by resuming, sooner or later. */
async function talk({ theirs, theirsStating, anns, annsStating, colleague, otherTab, id }: Chat) {
  anns.client.send(id, text('answer'));
  await otherTab.hears('message', ({ message }) => message.body === 'answer');
  await shows('answer', theirsStating);
  theirs.send(text('question'));
  await colleague.hears('message', ({ message }) => message.body === 'question');
  await shows('question', annsStating.conversation);
}

/** Milliseconds of the slowest of several requests, on both nodes. */
async function slowest({ one, two, ann, id }: Chat) {
  const calls = [await withToken(one, ann), await withToken(two, ann)];
  const took: number[] = [];
  for (let count = 0; count < 5; count++) {
    for (const call of calls) {
      const begun = performance.now();
      const body = { type: 'text', body: 'over HTTP', agent_id: ann.agentId };
      expect((await call(api.chats.read, { params: { id } })).status).toBe(200);
      expect((await call(api.messages.send, { params: { id }, body })).status).toBe(202);
      took.push(performance.now() - begun);
    }
  }
  return Math.max(...took);
}

/** Once Redis is back, all clients have everything without having asked. */
async function expectToHeal(chat: Chat, redis: TestRedis) {
  const { theirs, anns } = chat;
  const stored = await chat.one.sql<{ body: string }>(
    `SELECT body FROM messages WHERE chat_id = ${chat.id} ORDER BY id`,
  );
  const all = stored.map(({ body }) => body);
  await until(() => bodies(theirs).length === all.length, 'the visitor has all messages');
  await until(() => bodies(anns.conversation).length === all.length, 'Ann has all messages');
  expect([bodies(theirs), bodies(anns.conversation)]).toEqual([all, all]);
  await untilSubscribed(redis, 2);
  const sent = await chat.otherTab.call('send', { ...text('and on'), client_message_id: randomUUID() });
  expect((await chat.colleague.hears('message', ({ message }) => message.id === sent.id)).message.body).toBe('and on');
  await until(
    () => bodies(theirs).at(-1) === 'and on' && bodies(anns.conversation).at(-1) === 'and on',
    'both get the next message',
  );
}

test('without Redis a node serves its own clients at once and others by resume; once it is back all are updated', async () => {
  const redis = await startRedis();
  const chat = await startChat(redis);
  await redis.kill();
  await talk(chat);
  expect(await slowest(chat)).toBeLessThan(SLOWEST_MS);
  await redis.start();
  await expectToHeal(chat, redis);
});

test('a Redis that hangs delays requests only briefly, and all clients are updated when it continues', async () => {
  const redis = await startRedis();
  const chat = await startChat(redis);
  redis.pause();
  expect(await slowest(chat)).toBeLessThan(SLOWEST_MS);
  await talk(chat);
  redis.resume();
  await expectToHeal(chat, redis);
});

test('nodes start without Redis, and communicate once it is up', async () => {
  const redis = await startRedis();
  await redis.kill();
  const one = await startNode(redis);
  const two = await startNode(redis, one.connection);
  await untilAllListen([one, two], 'parley');
  const ann = await one.owner();
  const visitor = await addAnsweredVisitor(one, ann);
  const [theirs, anns] = [await connectVisitor(one, ann, visitor), await connectAgent(two, ann)];
  await theirs.call('send', { ...text('lost'), client_message_id: 'a' });
  await redis.start();
  for (const each of [theirs, anns]) await each.hears('stale');
  await untilSubscribed(redis, 2);
  await theirs.call('send', { ...text('heard'), client_message_id: 'b' });
  await anns.hears('message', ({ message }) => message.body === 'heard');
  expect(anns.heard.filter(({ name }) => name === 'message').length).toBe(1);
});
