import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, signedInHeaders, withBearer } from '../../apps/server/test/callers.ts';
import type { TestApp } from '../../apps/server/test/harness.ts';
import { agentClient, NO_STATEMENT, visitorClient } from '../../apps/server/test/live-clients.ts';
import { whileLocked } from '../../apps/server/test/locks.ts';
import { shareNodes, startNodes } from '../../apps/server/test/nodes.ts';
import { addAgent } from '../../apps/server/test/people.ts';
import { type AgentSocket, connectAgent } from '../../apps/server/test/sockets.ts';
import { until } from '../../apps/server/test/until.ts';

// Both nodes publish changes of one chat at the same time, and their events may arrive in either order.

const buses = [['Redis'], ['PostgreSQL']] as const;
const text = (body: string) => ({ type: 'text' as const, body });

const nodes = shareNodes();

const startBoth = async (bus: string) => (bus === 'Redis' ? nodes() : startNodes());

test.each(buses)('clients on both nodes show concurrent messages in the same order, through %s', async (bus) => {
  const { one, two } = await startBoth(bus);
  const both = [one, two];
  const ann = await one.owner();
  const visitor = await addAnsweredVisitor(one, ann);
  const id = visitor.chatId;
  const headers = await signedInHeaders(one, ann);
  const visitors = both.map(({ address }) => visitorClient(address, ann, visitor, NO_STATEMENT));
  const agents = both.map(({ address }) => agentClient(address, headers, NO_STATEMENT));
  const open = agents.map((client) => client.open(id));
  await until(() => [...visitors, ...open].every(({ state }) => state.messages.length === 2), 'all clients are loaded');
  for (let count = 0; count < 15; count++) {
    for (const client of visitors) client.send(text(`${count}`));
    for (const client of agents) client.send(id, text(`${count}`));
    for (const client of agents) client.note(id, `note ${count}`);
  }
  await until(() => [...visitors, ...agents].every(({ state }) => !state.pending.length), 'all is sent');
  const { data: chat } = await ann.call(api.chats.read, { params: { id } });
  await until(() => visitors.every(({ state }) => state.messages.length === 62), 'visitors have all messages');
  await until(() => open.every(({ state }) => state.messages.length === 92), 'agents have all messages');
  await until(
    () => open.every(({ state }) => state.chat?.version === chat.version),
    'agents have the latest version of the chat',
  );
  const ids = (each: { state: { messages: readonly { id: number }[] } }) => each.state.messages.map((one) => one.id);
  expect(visitors.map(ids)).toEqual([ids(visitors[1] as never), ids(visitors[0] as never)]);
  expect(open.map(ids)).toEqual([ids(open[1] as never), ids(open[0] as never)]);
  for (const { state } of open) expect(state.chat).toEqual(chat);
});

const untilWaiting = ({ sql }: TestApp, count: number) => {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return until(async () => (await sql(waiting)).length === count, `${count} wait for the lock`);
};

test.each(buses)('of two changes of a chat the visitor keeps the later one, through %s', async (bus) => {
  const { one, two } = await startBoth(bus);
  const ann = await one.owner();
  const there = await connectAgent(one, ann);
  const call = withBearer(two, ann.token);
  for (let round = 0; round < 20; round++) {
    const visitor = await addAnsweredVisitor(two, ann);
    const params = { id: visitor.chatId };
    const client = visitorClient(two.address, ann, visitor, NO_STATEMENT);
    await until(() => client.state.connection === 'open', 'the visitor is there');
    const [first] = (await there.call('catch_up', { chat_id: params.id, after_id: 0 })).messages;
    // The close waits for the read mark and follows it at once.
    const both = await whileLocked(
      one,
      `SELECT FROM chat_heads WHERE chat_id = ${params.id} FOR UPDATE`,
      async ({ untilWaited }) => {
        const seen = there.call('seen', { chat_id: params.id, to_message_id: first?.id ?? 0 });
        await untilWaited();
        const closed = call(api.chats.close, { params });
        await untilWaiting(one, 2);
        return [seen, closed];
      },
    );
    await Promise.all(both);
    await until(
      () => client.state.chat?.seen_seq === 1 && client.state.chat.status === 'closed',
      `the chat is seen and closed in round ${round}`,
      3_000,
    );
    client.close();
  }
});

/** Ann and Carl on one node, Bob on the other; Ann views a chat all the time. */
async function startLooking() {
  const { one, two } = await startBoth('Redis');
  const ann = await one.owner();
  const [bob, carl] = [await addAgent(one, ann, 'operator'), await addAgent(one, ann, 'operator')];
  const { chatId: chat_id } = await addAnsweredVisitor(one, ann);
  const anns = await connectAgent(one, ann);
  await anns.call('look', { chat_id });
  const others = [await connectAgent(two, bob), await connectAgent(one, carl)];
  return { chat_id, anns, others, all: [ann, bob, carl].map(({ agentId }) => agentId) };
}

const latestOf = (words: { data: { viewers: number[]; order: number } }[]) =>
  words.toSorted((one, other) => one.data.order - other.data.order).at(-1);

const untilSeen = (viewers: number[], sockets: AgentSocket[]) =>
  until(
    () =>
      sockets.every(
        ({ heard }) => `${latestOf(heard.filter(({ name }) => name === 'viewers'))?.data.viewers}` === `${viewers}`,
      ),
    `${viewers} are seen to look`,
    3_000,
  );

test('agents who open a chat at once see each other, on any node', async () => {
  const { chat_id, anns, others, all } = await startLooking();
  for (let round = 0; round < 10; round++) {
    await Promise.all(others.map((each) => each.call('look', { chat_id })));
    await untilSeen(all, [anns, ...others]);
    for (const each of others) await each.call('look', { chat_id: null });
  }
});

test('agents who leave a chat at once both disappear, on any node', async () => {
  const { chat_id, anns, others, all } = await startLooking();
  for (let round = 0; round < 10; round++) {
    for (const each of others) await each.call('look', { chat_id });
    await untilSeen(all, [anns]);
    await Promise.all(others.map((each) => each.call('look', { chat_id: null })));
    await untilSeen(all.slice(0, 1), [anns]);
  }
});
