import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, signedInHeaders, stranger } from '../../apps/server/test/callers.ts';
import { openApp } from '../../apps/server/test/harness.ts';
import { agentClient, SOON } from '../../apps/server/test/live-clients.ts';
import { whileLocked } from '../../apps/server/test/locks.ts';
import { pass, startNode, startNodes, untilAllListen, untilSubscribed } from '../../apps/server/test/nodes.ts';
import { addAgent } from '../../apps/server/test/people.ts';
import { startRedis } from '../../apps/server/test/redis.ts';
import { connectAgent } from '../../apps/server/test/sockets.ts';
import { until } from '../../apps/server/test/until.ts';

// Who looks at a chat and who is on the site is told by nothing but events: one that was lost has to be made good.

test('who looks at a chat is right again after Redis was away', async () => {
  const redis = await startRedis();
  const { one, two } = await startNodes(redis);
  const ann = await one.owner();
  const bob = await addAgent(one, ann, 'operator');
  const { chatId: chat_id } = await addAnsweredVisitor(one, ann);
  const open = agentClient(two.address, await signedInHeaders(one, ann), SOON).open(chat_id);
  const bobs = await connectAgent(one, bob);
  await bobs.call('look', { chat_id });
  await until(() => open.state.viewers.length === 2, 'Ann sees Bob look');
  await redis.kill();
  await bobs.call('look', { chat_id: null });
  await redis.start();
  await untilSubscribed(redis, 2);
  await until(() => `${open.state.viewers}` === `${ann.agentId}`, 'Ann sees Bob no more', 5_000);
});

test('who is on the site is right again after Redis was away', async () => {
  const redis = await startRedis();
  const { one, two } = await startNodes(redis);
  const ann = await one.owner();
  const onWatch = async () => anns.loadVisitors((await ann.call(api.visitors.list)).data.data);
  const anns = agentClient(two.address, await signedInHeaders(one, ann), { ...SOON, onWatch });
  anns.watch(true);
  const params = { button_guid: ann.buttonGuid };
  await stranger(one)(site.visitor.visit, { params, body: { page: 'https://shop.example/' } });
  await until(() => anns.state.visitors.size === 1, 'Ann sees somebody');
  await redis.kill();
  await pass(91, one, two);
  expect(await one.sql('SELECT FROM visits')).toEqual([]);
  await redis.start();
  await untilSubscribed(redis, 2);
  await until(() => anns.state.visitors.size === 0, 'Ann sees that nobody is there', 5_000);
});

test('who looked at a chat through a node that is stopped is not shown to look at it any more', async () => {
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
  await until(() => anns.heard.at(-1)?.data.viewers?.length === 2, 'Ann sees Bob look');
  // To sign Bob off takes a moment.
  const lock = `SELECT FROM connections WHERE agent_id = ${bob.agentId} FOR UPDATE`;
  const [ended] = await whileLocked(node, lock, async ({ untilWaited }) => {
    const ending = stopping.end();
    await untilWaited();
    return [ending];
  });
  await ended;
  await until(() => `${anns.heard.at(-1)?.data.viewers}` === `${ann.agentId}`, 'Ann sees Bob no more', 5_000);
});
