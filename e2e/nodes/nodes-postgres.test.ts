import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createJoiner } from '../../apps/server/src/infra/bus/postgres.ts';
import { addAnsweredVisitor } from '../../apps/server/test/callers.ts';
import type { TestApp } from '../../apps/server/test/harness.ts';
import { startNode, startNodes, untilListening } from '../../apps/server/test/nodes.ts';
import { connectAgent, connectVisitor } from '../../apps/server/test/sockets.ts';
import { until } from '../../apps/server/test/until.ts';

const text = (body: string) => ({ client_message_id: crypto.randomUUID(), type: 'text' as const, body });

/** Everything that nodes exchange through this database. */
async function listen({ connection }: TestApp) {
  const client = new Client(connection);
  const [heard, join]: [string[], ReturnType<typeof createJoiner>] = [[], createJoiner()];
  client.on('notification', ({ payload = '' }) => {
    const whole = join(payload);
    if (whole !== undefined) heard.push(whole);
  });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('LISTEN parley_bus');
  return heard;
}

test('without Redis nodes communicate through PostgreSQL, long messages included', async () => {
  const { one, two } = await startNodes();
  const ann = await one.owner();
  const visitor = await addAnsweredVisitor(one, ann);
  const chat_id = visitor.chatId;
  const [theirs, anns] = [await connectVisitor(one, ann, visitor), await connectAgent(two, ann)];
  await theirs.call('send', text('Сколько стоит?'));
  expect((await anns.hears('message')).message).toMatchObject({ seq: 3, body: 'Сколько стоит?' });
  const long = 'Дорого 👋🏽 '.repeat(6_000).slice(0, 60_000);
  await anns.call('send', { chat_id, ...text(long) });
  expect((await theirs.hears('message', ({ message }) => message.seq === 4)).message.body).toBe(long);
  await theirs.call('typing', { state: 'start' });
  await anns.hears('typing');
  await theirs.call('seen', { seq: 4 });
  await anns.hears('chat', ({ chat }) => chat.visitor_seen_seq === 4);
});

test('long messages sent by both nodes at once arrive complete, each once', async () => {
  const { one, two } = await startNodes();
  const ann = await one.owner();
  const { chatId: chat_id } = await addAnsweredVisitor(one, ann);
  const agents = [await connectAgent(one, ann), await connectAgent(two, ann)];
  const sent = ['а', 'б', 'в', 'г', 'д', 'е', 'ж', 'з'].map((letter) => letter.repeat(20_000));
  await Promise.all(sent.map((body, index) => agents[index % 2]?.call('send', { chat_id, ...text(body) })));
  for (const { heard } of agents) {
    const bodies = () => heard.filter(({ name }) => name === 'message').map(({ data }) => data.message.body);
    await until(() => bodies().length === sent.length, 'all are heard');
    expect(bodies().sort()).toEqual(sent);
  }
});

test('a single node sends nothing through PostgreSQL, and notices at once when another starts', async () => {
  const one = await startNode();
  const ann = await one.owner();
  const visitor = await addAnsweredVisitor(one, ann);
  const said = await listen(one);
  const [theirs, here] = [await connectVisitor(one, ann, visitor), await connectAgent(one, ann)];
  await theirs.call('send', text('to those who are here'));
  await here.hears('message');
  expect(said).toEqual([]);
  const two = await startNode(undefined, one.connection);
  const there = await connectAgent(two, ann);
  await untilListening([one, two]);
  await theirs.call('send', text('to all'));
  await there.hears('message', ({ message }) => message.body === 'to all');
  await until(() => said.some((each) => each.includes('to all')), 'it is published');
  expect(said.join()).not.toContain('to those who are here');
});

test('a node whose database connections broke learns what it missed', async () => {
  const { one, two } = await startNodes();
  const ann = await one.owner();
  const visitor = await addAnsweredVisitor(one, ann);
  const [theirs, anns] = [await connectVisitor(one, ann, visitor), await connectAgent(two, ann)];
  const before = anns.heard.length;
  await one.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'parley notices %'`);
  await theirs.call('send', text('perhaps missed'));
  await until(() => anns.heard.slice(before).some(({ name }) => name === 'stale'), 'Ann is told to resume');
  await theirs.call('send', text('heard again'));
  await anns.hears('message', ({ message }) => message.body === 'heard again');
});
