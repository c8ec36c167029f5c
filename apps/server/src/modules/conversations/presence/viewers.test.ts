import { expect, test } from 'vitest';
import { addChat } from '../../../../test/callers.ts';
import { openApp } from '../../../../test/harness.ts';
import {
  advanceApps,
  closeSocket,
  GRACE,
  loseConnection,
  startOwnNodes,
  startWidget,
  untilBothListen,
  withoutConnections,
} from '../../../../test/presence.ts';
import { type AgentSocket, connectAgent } from '../../../../test/sockets.ts';
import { until } from '../../../../test/until.ts';

/** Viewers of the chat, by the last event that a viewer received. */
async function viewersOf(socket: AgentSocket) {
  await socket.call('resume', {});
  return socket.heard.findLast(({ name }) => name === 'viewers')?.data.viewers;
}

async function startChat() {
  const { app, ann, bob } = await startWidget();
  const { params } = await addChat(app, ann);
  const [ours, theirs] = [await connectAgent(app, ann), await connectAgent(app, bob)];
  return { app, ann, bob, chat_id: params.id, ours, theirs };
}

test('an agent viewing a chat gets its viewers and their changes', async () => {
  const { app, ann, bob, chat_id, ours, theirs } = await startChat();
  const other = (await addChat(app, ann)).params.id;
  expect(await ours.call('look', { chat_id })).toMatchObject({ viewers: [ann.agentId] });
  expect(await theirs.call('look', { chat_id })).toMatchObject({ viewers: [ann.agentId, bob.agentId] });
  expect(await viewersOf(ours)).toEqual([ann.agentId, bob.agentId]);
  expect(await theirs.call('look', { chat_id: other })).toMatchObject({ viewers: [bob.agentId] });
  expect(await viewersOf(ours)).toEqual([ann.agentId]);
  await theirs.call('look', { chat_id });
  expect(await viewersOf(ours)).toEqual([ann.agentId, bob.agentId]);
  expect(await theirs.call('look', { chat_id: null })).toMatchObject({ viewers: [] });
  expect(await viewersOf(ours)).toEqual([ann.agentId]);
  const heard = theirs.heard.length;
  await ours.call('look', { chat_id: null });
  await theirs.call('resume', {});
  expect(theirs.heard).toHaveLength(heard);
});

test('an agent who disconnects stops viewing at once', async () => {
  const { ann, chat_id, ours, theirs, app } = await startChat();
  await ours.call('look', { chat_id });
  await theirs.call('look', { chat_id });
  await closeSocket(app, theirs);
  await ours.hears('viewers', ({ viewers }) => viewers.length === 2);
  await until(async () => (await viewersOf(ours)).length === 1, 'they are told');
  expect(await viewersOf(ours)).toEqual([ann.agentId]);
});

test('an agent with two tabs on a chat is one viewer until the last leaves it', async () => {
  const { app, ann, bob, chat_id, ours, theirs } = await startChat();
  const second = await connectAgent(app, bob);
  for (const socket of [ours, theirs, second]) await socket.call('look', { chat_id });
  const both = [ann.agentId, bob.agentId];
  expect(await viewersOf(ours)).toEqual(both);
  await theirs.call('look', { chat_id: null });
  expect(await viewersOf(ours)).toEqual(both);
  await second.call('look', { chat_id: null });
  expect(await viewersOf(ours)).toEqual([ann.agentId]);
});

test('viewers are seen from other nodes until their node stops', async () => {
  const { app: one, ann, bob } = await startWidget();
  const { params } = await addChat(one, ann);
  const two = await openApp({}, { connection: one.connection, live: true });
  await untilBothListen(one, two);
  const ours = await connectAgent(one, ann);
  const theirs = await connectAgent(two, bob);
  await ours.call('look', { chat_id: params.id });
  expect(await theirs.call('look', { chat_id: params.id })).toMatchObject({ viewers: [ann.agentId, bob.agentId] });
  await until(async () => (await viewersOf(ours)).length === 2, 'the other node hears of it');
  await two.end();
  await until(async () => (await viewersOf(ours)).length === 1, 'the other node hears of the end', 5_000);
});

test('viewers on a node that died are removed', async () => {
  const { app, ann, bob, chat_id, ours } = await startChat();
  await loseConnection(app, bob, { chatId: chat_id });
  expect(await ours.call('look', { chat_id })).toMatchObject({ viewers: [ann.agentId, bob.agentId] });
  await advanceApps(GRACE, app);
  expect(await viewersOf(ours)).toEqual([ann.agentId]);
});

test('a chat that is unknown or of another account cannot be viewed', async () => {
  const { app, ours } = await startChat();
  const foreign = (await addChat(app, await app.owner())).params.id;
  for (const chat_id of [987_654, foreign]) {
    expect(await ours.refused('look', { chat_id })).toMatchObject({ status: 404, reason: 'not_found' });
  }
});

test('a frozen node restores which chats its agents view', async () => {
  const { one, two, ann, bob } = await startOwnNodes();
  const { params } = await addChat(one, ann);
  const colleague = await connectAgent(one, ann);
  const socket = await connectAgent(two, bob);
  await socket.call('look', { chat_id: params.id });
  await advanceApps(GRACE, one);
  two.clock.now = one.clock.now;
  await two.beat();
  expect(await colleague.call('look', { chat_id: params.id })).toMatchObject({ viewers: [ann.agentId, bob.agentId] });
});

test('a viewer whose disconnect could not be written is removed by the next heartbeat', async () => {
  const { app, ann, bob } = await startWidget({ isolated: true });
  const { params } = await addChat(app, ann);
  const [colleague, gone] = [await connectAgent(app, ann), await connectAgent(app, bob)];
  await gone.call('look', { chat_id: params.id });
  await colleague.call('look', { chat_id: params.id });
  await withoutConnections(app, async (untilTried) => {
    gone.socket.disconnect();
    await untilTried();
  });
  for (let times = 0; times < 3; times += 1) await advanceApps(GRACE, app);
  expect(await viewersOf(colleague)).toEqual([ann.agentId]);
});
