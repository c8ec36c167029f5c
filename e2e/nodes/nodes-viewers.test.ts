import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, anonymousCaller, signedInHeaders } from '../../apps/server/test/callers.ts';
import { openApp } from '../../apps/server/test/harness.ts';
import { agentClient, SOON } from '../../apps/server/test/live-clients.ts';
import { whileLocked } from '../../apps/server/test/locks.ts';
import { advanceNodes, startNode, startNodes, untilAllListen, untilSubscribed } from '../../apps/server/test/nodes.ts';
import { addAgent } from '../../apps/server/test/people.ts';
import { startRedis } from '../../apps/server/test/redis.ts';
import { connectAgent } from '../../apps/server/test/sockets.ts';
import { until } from '../../apps/server/test/until.ts';

// Viewers of a chat and visits are published by events alone, so a lost event must be repaired.

test('viewers of a chat are correct again after a Redis outage', async () => {
  const redis = await startRedis();
  const { one, two } = await startNodes(redis);
  const ann = await one.owner();
  const bob = await addAgent(one, ann, 'operator');
  const { chatId: chat_id } = await addAnsweredVisitor(one, ann);
  const open = agentClient(two.address, await signedInHeaders(one, ann), SOON).open(chat_id);
  const bobs = await connectAgent(one, bob);
  await bobs.call('look', { chat_id });
  await until(() => open.state.viewers.length === 2, 'Ann sees Bob viewing');
  await redis.kill();
  await bobs.call('look', { chat_id: null });
  await redis.start();
  await untilSubscribed(redis, 2);
  await until(() => `${open.state.viewers}` === `${ann.agentId}`, 'Ann sees Bob no more', 5_000);
});

test('visits are correct again after a Redis outage', async () => {
  const redis = await startRedis();
  const { one, two } = await startNodes(redis);
  const ann = await one.owner();
  const onWatch = async () => anns.loadVisitors((await ann.call(api.visitors.list)).data.data);
  const anns = agentClient(two.address, await signedInHeaders(one, ann), { ...SOON, onWatch });
  anns.watch(true);
  const params = { button_guid: ann.buttonGuid };
  await anonymousCaller(one)(site.visitor.visit, { params, body: { page: 'https://shop.example/' } });
  await until(() => anns.state.visitors.size === 1, 'Ann sees somebody');
  await redis.kill();
  await advanceNodes(91, one, two);
  expect(await one.sql('SELECT FROM visits')).toEqual([]);
  await redis.start();
  await untilSubscribed(redis, 2);
  await until(() => anns.state.visitors.size === 0, 'Ann sees that nobody is there', 5_000);
});

test('viewers of a chat on a node that stopped are no longer shown', async () => {
  const redis = await startRedis();
  const node = await startNode(redis);
  const stopping = await openApp({ REDIS_URL: redis.url }, { connection: node.connection, live: true });
  await untilAllListen([node, stopping], 'parley');
  await untilSubscribed(redis, 2);
  const ann = await node.owner();
  const bob = await addAgent(node, ann, 'operator');
  const { chatId: chat_id } = await addAnsweredVisitor(node, ann);
  const anns = await connectAgent(node, ann);
  await anns.call('look', { chat_id });
  const bobs = await connectAgent(stopping, bob);
  await bobs.call('look', { chat_id });
  await until(() => anns.heard.at(-1)?.data.viewers?.length === 2, 'Ann sees Bob viewing');
  // Marking Bob offline takes a moment.
  const lock = `SELECT FROM connections WHERE agent_id = ${bob.agentId} FOR UPDATE`;
  const [ended] = await whileLocked(node, lock, async ({ untilWaited }) => {
    const ending = stopping.end();
    await untilWaited();
    return [ending];
  });
  await ended;
  await until(() => `${anns.heard.at(-1)?.data.viewers}` === `${ann.agentId}`, 'Ann sees Bob no more', 5_000);
});
