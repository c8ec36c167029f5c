import { api, events, site } from '@parley/contract';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { addVisitor } from '../../../../test/callers.ts';
import { shareSender } from '../../../../test/delivery-server.ts';
import { startApp } from '../../../../test/harness.ts';
import { addAgent } from '../../../../test/people.ts';
import { CALLS_THIS_MACHINE, startReceiver } from '../../../../test/receiver.ts';
import { connectAgent } from '../../../../test/sockets.ts';
import { until } from '../../../../test/until.ts';
import { addContact, subscribe } from '../../../../test/webhooks.ts';

const emitted = Object.values(events).filter((event) => !('isPlanned' in event));
const sender = shareSender({ live: true });
const ajv = new Ajv({ formats: { 'date-time': true } });

test('every emitted event is delivered with its declared data and without any message text', async () => {
  const app = sender();
  const ann = await app.owner();
  const receiver = await startReceiver();
  await subscribe(ann, receiver.url, { events: emitted.map(({ name }) => name) });
  const contact = await addContact(ann);
  await ann.call(api.contacts.update, { params: { id: contact }, body: { name: 'Secret name' } });
  const visitor = await addVisitor(app, ann);
  await visitor.write('secret text');
  const [chat] = (await ann.call(api.chats.list)).data.data;
  const params = { id: chat?.id ?? 0 };
  const colleague = await addAgent(app, ann, 'operator');
  await connectAgent(app, colleague);
  const other = await addAgent(app, ann, 'operator');
  const body = { type: 'text' as const, body: 'secret answer', agent_id: colleague.agentId };
  await ann.call(api.messages.send, { params, body });
  await ann.call(api.chats.transfer, { params, body: { agent_id: other.agentId, comment: 'secret comment' } });
  await visitor.call(site.visitor.rate, {
    params: { button_guid: ann.buttonGuid },
    body: { score: 5, comment: 'secret praise' },
  });
  await ann.call(api.chats.close, { params, body: { reason: 'secret reason' } });
  const heard = () => receiver.arrivals.map((arrival) => JSON.parse(arrival.body));
  await until(() => new Set(heard().map(({ type }) => type)).size === emitted.length, 'each has come');
  for (const { type, data } of heard()) {
    const declared = emitted.find(({ name }) => name === type);
    const check = ajv.compile({ ...declared?.data, additionalProperties: false });
    expect({ type, errors: check(data) ? null : check.errors }).toEqual({ type, errors: null });
  }
  expect(JSON.stringify(heard())).not.toMatch(/secret/i);
  const dataOf = (name: string) => heard().find(({ type }) => type === name)?.data;
  expect(dataOf('chat.accepted')).toMatchObject({ agent_id: colleague.agentId, operator_type: 'human' });
  expect(dataOf('chat.transferred')).toMatchObject({ agent_id: other.agentId, reason: 'transfer' });
  expect(dataOf('chat.closed')).toMatchObject({ chat_id: params.id, reason: 'api' });
  expect(dataOf('agent.presence')).toMatchObject({ agent_id: colleague.agentId, online: true });
  expect(dataOf('message.created')).toMatchObject({ chat_id: params.id, seq: 1, sender: 'client', type: 'text' });
});

test('closing a closed chat emits nothing again', async () => {
  const app = sender();
  const ann = await app.owner();
  const receiver = await startReceiver();
  await subscribe(ann, receiver.url, { events: ['chat.closed', 'client.created'] });
  const visitor = await addVisitor(app, ann);
  await visitor.write('hello');
  const [chat] = (await ann.call(api.chats.list)).data.data;
  const params = { id: chat?.id ?? 0 };
  const closed = [await ann.call(api.chats.close, { params }), await ann.call(api.chats.close, { params })];
  expect(closed.map(({ status }) => status)).toEqual([200, 200]);
  await addContact(ann);
  await until(() => receiver.arrivals.length === 3, 'two came and were closed');
  expect(receiver.arrivals.filter(({ body }) => body.includes('chat.closed')).length).toBe(1);
});

test('two servers on one database send each delivery once', async () => {
  const one = sender();
  const two = await startApp(CALLS_THIS_MACHINE, { background: true, connection: one.connection });
  two.clock.now = one.clock.now;
  const ann = await one.owner();
  const receiver = await startReceiver((response) => setTimeout(() => response.end(), 5));
  await subscribe(ann, receiver.url, { events: ['client.created'] });
  for (let count = 0; count < 100; count++) await addContact(ann);
  await until(() => receiver.arrivals.length >= 100, 'all have come');
  await until(async () => {
    const rows = await one.sql(`SELECT FROM deliveries WHERE widget_id = ${ann.widgetId} AND status <> 'delivered'`);
    return rows.length === 0;
  }, 'all are delivered');
  expect(receiver.arrivals.length).toBe(100);
});
