import { api, type LegacyEventName, legacyEventNames, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, addChat, addVisitor } from '../../../../../test/callers.ts';
import { advanceAndSend, shareSender } from '../../../../../test/delivery-server.ts';
import type { TestApp } from '../../../../../test/harness.ts';
import type { Owner } from '../../../../../test/owners.ts';
import { addConnectedAgent } from '../../../../../test/people.ts';
import { type Receiver, type Responder, startReceiver } from '../../../../../test/receiver.ts';
import { until } from '../../../../../test/until.ts';
import { addContact, advanceClock, logOf, SECRET, subscribe, untilLogged } from '../../../../../test/webhooks.ts';
import { sign } from '../../../../kernel/deliveries/signature.ts';

// Subscriptions of the migration layer: legacy bodies, and what their responses may change.

const sender = shareSender({ live: true });

async function start(events: LegacyEventName[], answering?: Responder) {
  const app = sender();
  const ann = await app.owner();
  const receiver = await startReceiver(answering);
  const { id } = await subscribe(ann, receiver.url, { events, is_legacy_compat: true });
  const waiting = () =>
    app.sql<{ failures: number }>(`SELECT failures FROM deliveries WHERE widget_id = ${ann.widgetId}`);
  return { app, ann, receiver, id, waiting };
}

const bodiesOf = ({ arrivals }: Receiver, name: LegacyEventName) =>
  arrivals.map(({ body }) => JSON.parse(body)).filter(({ event_name }) => event_name === name);

/** The first body of that event, once it has arrived. */
const bodyOf = (receiver: Receiver, name: LegacyEventName) =>
  until(() => bodiesOf(receiver, name)[0] ?? false, `${name} has come`);

/** A visitor who gave their contact details and got a reply. */
async function addKnownVisitor(app: TestApp, owner: Owner) {
  const visitor = await addAnsweredVisitor(app, owner);
  const params = { button_guid: owner.buttonGuid };
  const fields = {
    name: 'Ира',
    email: 'ira@example.com',
    phone: '+7 999 123-45-67',
    description: 'Call 8 800 555 35 35',
  };
  await visitor.call(site.visitor.updateContact, { params, body: fields });
  return visitor;
}

const contactOf = async (owner: Owner, id: string) => (await owner.call(api.contacts.read, { params: { id } })).data;

test('an accepted chat is delivered in the legacy format, signed, and without personal data', async () => {
  const { app, ann, receiver } = await start(['chat_accepted']);
  const visitor = await addVisitor(app, ann);
  const params = { button_guid: ann.buttonGuid };
  await visitor.call(site.visitor.updateContact, { params, body: { name: 'Ира', email: 'ira@example.com' } });
  await visitor.write('hello');
  const [chat] = (await ann.call(api.chats.list)).data.data;
  const chatId = chat?.id ?? 0;
  await ann.call(api.contacts.addTags, { params: { id: chat?.contact_id ?? '' }, body: { tags: ['vip'] } });
  await ann.call(api.messages.send, {
    params: { id: chatId },
    body: { type: 'text', body: 'hi', agent_id: ann.agentId },
  });
  const body = await bodyOf(receiver, 'chat_accepted');
  const assigned = { id: String(ann.agentId), name: 'Ann', email: '[скрыто]' };
  expect(body).toEqual({
    event_name: 'chat_accepted',
    widget_id: ann.buttonGuid,
    user_token: null,
    visitor: {
      name: 'Ира',
      email: '[скрыто]',
      phone: null,
      description: null,
      number: expect.stringMatching(/^\d+$/),
      chats_count: 1,
    },
    organization: null,
    status: null,
    assigned_agent: assigned,
    tags: [{ id: 'vip', title: 'vip' }],
    chat_id: chatId,
    topic: null,
    session: { geoip: null, utm: null, utm_json: null, ip_addr: null, user_agent: null },
    page: { url: 'https://shop.example/', title: null },
    analytics: null,
    agent: { ...assigned, phone: null },
  });
  const [arrival] = receiver.arrivals;
  expect(arrival?.headers).toMatchObject({
    'x-service-event': 'chat_accepted',
    'x-service-signature': sign(arrival?.body ?? '', SECRET),
    'x-service-idempotency-key': expect.stringMatching(/^evt_/),
    'x-service-delivery': expect.stringMatching(/^dlv_[0-9a-f]{32}-1$/),
    'x-service-timestamp': expect.stringMatching(/^\d+$/),
  });
});

test('a finished chat is delivered with its messages, agents and rating, and without notes', async () => {
  const { app, ann, receiver } = await start(['chat_finished']);
  const visitor = await addKnownVisitor(app, ann);
  const params = { id: visitor.chatId };
  await visitor.write('write to ira@example.com, order ORD-20261116-0042');
  await ann.call(api.messages.addNote, { params, body: { body: 'between us' } });
  await visitor.call(site.visitor.rate, { params: { button_guid: ann.buttonGuid }, body: { score: 5 } });
  await ann.call(api.chats.close, { params });
  const body = await bodyOf(receiver, 'chat_finished');
  expect(body).toMatchObject({
    chat_id: visitor.chatId,
    agents: [{ id: String(ann.agentId), name: 'Ann' }],
    chat: {
      blacklisted: false,
      rate: 'positive',
      messages: [
        { message: 'hello', type: 'visitor', timestamp: expect.any(Number) },
        { message: 'hi', type: 'agent', agent_id: String(ann.agentId) },
        { message: 'write to [скрыто], order ORD-20261116-0042', type: 'visitor' },
      ],
    },
    plain_messages: 'Ира: hello\nAnn: hi\nИра: write to [скрыто], order ORD-20261116-0042',
  });
  expect(body.html_messages).toBe(
    '<p><b>Ира</b>: hello</p><p><b>Ann</b>: hi</p><p><b>Ира</b>: write to [скрыто], order ORD-20261116-0042</p>',
  );
  expect(JSON.stringify(body)).not.toMatch(/example\.com|999\D?123|800\D?555|between us/);
});

test("a visitor's markup is escaped in html_messages", async () => {
  const { app, ann, receiver } = await start(['chat_finished']);
  const { params } = await addChat(app, ann, '<img src=x onerror=alert(1)>');
  await ann.call(api.chats.close, { params });
  const { html_messages } = await bodyOf(receiver, 'chat_finished');
  expect(html_messages).toContain('&lt;img src=x');
  expect(html_messages).not.toContain('<img');
});

test('personal data in a tag, a campaign or an address with an apostrophe is hidden everywhere', async () => {
  const { app, ann, receiver } = await start(['chat_finished']);
  const { params, read } = await addChat(app, ann, "o'neil@example.com and ivan'@example.com");
  const { contact_id } = await read();
  await ann.call(api.contacts.addTags, { params: { id: contact_id ?? '' }, body: { tags: ['tel +79991234567'] } });
  const page = 'https://shop.example/?utm_source=ira@example.com&utm_term=%2B79991234567';
  await app.sql(`UPDATE chats SET source = jsonb_set(source, '{page}', '"${page}"') WHERE id = ${params.id}`);
  await ann.call(api.chats.close, { params });
  const { page: _, ...body } = await bodyOf(receiver, 'chat_finished');
  expect(body).toMatchObject({
    tags: [{ id: 'tel [скрыто]', title: 'tel [скрыто]' }],
    session: { utm: 'source=[скрыто]|term=[скрыто]', utm_json: { source: '[скрыто]', term: '[скрыто]' } },
    html_messages: '<p><b>Visitor</b>: [скрыто] and [скрыто]</p>',
  });
  expect(JSON.stringify(body)).not.toMatch(/example\.com|999\D?123/);
});

test('messages without text are described in words: a location, a sticker, the buttons of a keyboard', async () => {
  const { app, ann, receiver } = await start(['chat_finished']);
  const { params } = await addChat(app, ann);
  const agent_id = ann.agentId;
  const keyboard = { buttons: [{ label: 'Site', url: 'https://shop.example/a', style: 'primary' }] };
  for (const body of [
    { type: 'location', coords: { lat: 1.5, lng: 2 }, agent_id },
    { type: 'sticker', sticker: { id: 'hello' }, agent_id },
    { type: 'keyboard', body: 'where to?', keyboard, agent_id },
  ]) {
    await ann.call(api.messages.send, { params, body });
  }
  await ann.call(api.chats.close, { params });
  const { chat, plain_messages } = await bodyOf(receiver, 'chat_finished');
  const texts = ['hello', '[1.5, 2]', '[hello]', 'where to?\nSite: https://shop.example/a'];
  expect(chat.messages.map(({ message }: { message: string }) => message)).toEqual(texts);
  expect(plain_messages).toContain(`Ann: ${texts[3]}`);
});

test('a contact that changes is chat_updated during an open chat, and client_updated otherwise', async () => {
  const { app, ann, receiver } = await start(['chat_updated', 'client_updated']);
  const { params } = await addChat(app, ann);
  const { contact_id: inChat } = (await ann.call(api.chats.read, { params })).data;
  const alone = await addContact(ann);
  const rename = (id: string) => ann.call(api.contacts.update, { params: { id }, body: { name: 'Irina' } });
  await rename(inChat ?? '');
  expect(await bodyOf(receiver, 'chat_updated')).toMatchObject({ chat_id: params.id, visitor: { name: 'Irina' } });
  await rename(alone);
  const body = await bodyOf(receiver, 'client_updated');
  expect(body).toMatchObject({ client_id: expect.stringMatching(/^\d+$/), visitor: { name: 'Irina', chats_count: 0 } });
  expect(body).not.toHaveProperty('chat_id');
  await ann.call(api.chats.close, { params });
  await rename(inChat ?? '');
  await until(() => bodiesOf(receiver, 'client_updated').length === 2, 'a closed chat is no open one');
  expect(bodiesOf(receiver, 'chat_updated').length).toBe(1);
});

test("a visitor's message is an offline message only while no agent is online", async () => {
  const app = sender();
  const ann = await app.owner();
  const receiver = await startReceiver();
  await subscribe(ann, receiver.url, { events: ['offline_message', 'chat_accepted'], is_legacy_compat: true });
  const visitor = await addVisitor(app, ann);
  const { id } = await visitor.write('is anybody there? +79991234567');
  expect(await bodyOf(receiver, 'offline_message')).toMatchObject({
    message: 'is anybody there? [скрыто]',
    offline_message_id: id,
    page: { url: 'https://shop.example/' },
  });
  const colleague = await addConnectedAgent(app, ann);
  await visitor.write('hello?');
  const [chat] = (await ann.call(api.chats.list)).data.data;
  await ann.call(api.messages.send, {
    params: { id: chat?.id ?? 0 },
    body: { type: 'text', body: 'hi', agent_id: colleague.agentId },
  });
  await bodyOf(receiver, 'chat_accepted');
  expect(bodiesOf(receiver, 'offline_message').length).toBe(1);
});

test('only final failures are logged, with the body sent; they can be redelivered', async () => {
  const { app, ann, receiver, id, waiting } = await start(['client_updated']);
  const contact = await addContact(ann);
  const rename = (name: string) => ann.call(api.contacts.update, { params: { id: contact }, body: { name } });
  await rename('Irina');
  await bodyOf(receiver, 'client_updated');
  await until(async () => !(await waiting()).length, 'what was delivered is forgotten');
  receiver.answering = (response) => void response.writeHead(500).end();
  await rename('Iraida');
  for (const [failures, seconds] of [10, 20, 40].entries()) {
    await until(() => receiver.arrivals.length === failures + 2, 'it is tried');
    await until(async () => {
      const [row] = await waiting();
      return row?.failures === failures + 1;
    }, 'the failure is noted');
    expect(await logOf(ann, id)).toEqual([]);
    // A redelivery repeats the original body.
    await app.sql(`UPDATE contacts SET name = 'Nobody ${failures}' WHERE widget_id = ${ann.widgetId}`);
    advanceClock(app, seconds);
  }
  const failed = await untilLogged(ann, id, 'failed', 4);
  expect(failed).toMatchObject({
    event_type: 'client_updated',
    envelope: 'legacy',
    is_redeliverable: true,
    payload: { event_name: 'client_updated', visitor: { name: 'Iraida' } },
  });
  expect(new Set(receiver.arrivals.slice(1).map(({ body }) => body)).size).toBe(1);
  receiver.answering = (response) => void response.end();
  const body = { delivery_id: failed.delivery_id };
  const answer = await ann.call(api.webhooks.redeliver, { params: { id }, body });
  expect(answer).toMatchObject({ status: 202, data: { envelope: 'legacy' } });
  await until(() => receiver.arrivals.length === 6, 'it arrives');
});

test('a subscription deactivated before its delivery is due leaves nothing in the log', async () => {
  const { app, ann, receiver, id, waiting } = await start(
    ['client_updated'],
    (response) => void response.writeHead(500).end(),
  );
  const contact = await addContact(ann);
  await ann.call(api.contacts.update, { params: { id: contact }, body: { name: 'Irina' } });
  await until(() => receiver.arrivals.length === 1, 'it is tried');
  await until(async () => (await waiting())[0]?.failures === 1, 'the failure is noted');
  await ann.call(api.webhooks.update, { params: { id }, body: { is_active: false } });
  await advanceAndSend(app, 10);
  await until(async () => !(await waiting()).length, 'it is forgotten');
  expect(await logOf(ann, id)).toEqual([]);
});

/** Responds with JSON. */
const respondWith =
  (said: unknown): Responder =>
  (response) =>
    void response.end(JSON.stringify(said));

test('contact data in a response is shown to agents', async () => {
  const { app, ann, receiver, waiting } = await start(
    ['chat_accepted', 'chat_updated'],
    respondWith({
      result: 'ok',
      custom_data: [
        { title: 'Plan', content: 'Pro', link: 'https://crm.example/plans/1', key: 'plan' },
        { content: 42 },
        { title: 'no content' },
        { title: 'Bad link', content: 'x', link: 'javascript:alert(1)' },
        'nonsense',
      ],
      contact_info: { name: 'Ирина Петрова', phone: '+7 495 000-00-00', email: '[скрыто]', description: '' },
      crm_link: 'https://crm.example/people/7',
      enable_assign: true,
    }),
  );
  const { contactId } = await addAnsweredVisitor(app, ann);
  const contact = await until(async () => {
    const read = await contactOf(ann, contactId);
    return read.crm_link !== null && read;
  }, 'it is heeded');
  expect(contact).toMatchObject({
    name: 'Ирина Петрова',
    phone: '+7 495 000-00-00',
    email: null,
    description: null,
    custom_data: [],
    crm_link: 'https://crm.example/people/7',
    crm_data: [
      { title: 'Plan', content: 'Pro', link: 'https://crm.example/plans/1' },
      { title: null, content: '42', link: null },
      { title: 'Bad link', content: 'x', link: null },
    ],
  });
  // The sender of the name is not notified of it, which would loop forever.
  await ann.call(api.contacts.update, { params: { id: contactId }, body: { description: 'new' } });
  await bodyOf(receiver, 'chat_updated');
  await until(async () => !(await waiting()).length, 'all are delivered');
  expect(receiver.arrivals.length).toBe(2);
});

test.each<[string, Responder]>([
  ['not JSON', (response) => void response.end('<html>')],
  ['JSON but not an object', respondWith([1])],
  ['a contact that is not an object', respondWith({ contact_info: 'Ira', custom_data: 'x', crm_link: 7 })],
  ['fields that do not fit', respondWith({ contact_info: { name: 'x'.repeat(300), email: 'no address', phone: 5 } })],
  ['a link that is a script', respondWith({ crm_link: 'javascript:alert(1)' })],
  ['too large', (response) => void response.end(JSON.stringify({ crm_link: `https://a.b/${'x'.repeat(70_000)}` }))],
])('a response that is %s changes nothing, and the delivery succeeds', async (_what, answering) => {
  const { app, ann, receiver, waiting } = await start(['chat_accepted'], answering);
  const { contactId } = await addAnsweredVisitor(app, ann);
  await bodyOf(receiver, 'chat_accepted');
  await until(async () => !(await waiting()).length, 'it is delivered');
  expect(await contactOf(ann, contactId)).toMatchObject({
    name: null,
    email: null,
    phone: null,
    crm_link: null,
    crm_data: [],
  });
});

test('logged deliveries about a contact are erased with it', async () => {
  const { app, ann, id, waiting } = await start(
    ['client_updated', 'offline_message'],
    (response) => void response.writeHead(500).end(),
  );
  const visitor = await addVisitor(app, ann);
  await visitor.write('hello');
  const [chat] = (await ann.call(api.chats.list)).data.data;
  const contact = { id: chat?.contact_id ?? '' };
  const other = await addContact(ann);
  await ann.call(api.contacts.update, { params: { id: other }, body: { name: 'Irina' } });
  await until(
    async () => (await waiting()).filter(({ failures }) => failures === 1).length === 2,
    'both were tried in vain',
  );
  await app.sql(
    `UPDATE deliveries SET status = 'failed', due_at = NULL, failures = 4 WHERE widget_id = ${ann.widgetId}`,
  );
  expect((await logOf(ann, id)).length).toBe(2);
  await ann.call(api.contacts.remove, { params: contact });
  expect((await logOf(ann, id)).map(({ event_type }) => event_type)).toEqual(['client_updated']);
});

test('a replay sends earlier events in the legacy envelope, except offline messages', async () => {
  const app = sender();
  const ann = await app.owner();
  const from = app.clock.now;
  const { chatId } = await addAnsweredVisitor(app, ann);
  await ann.call(api.chats.close, { params: { id: chatId } });
  advanceClock(app, 1);
  const receiver = await startReceiver();
  const { id } = await subscribe(ann, receiver.url, { events: legacyEventNames, is_legacy_compat: true });
  const body = { from: `${from}`, to: `${app.clock.now}` };
  const answer = await ann.call(api.webhooks.replay, { params: { id }, body });
  expect(answer).toMatchObject({ status: 202, data: { deliveries: 2, envelope: 'legacy' } });
  await until(() => receiver.arrivals.length === 2, 'both arrive');
  expect(receiver.arrivals.map(({ headers }) => headers['x-service-event']).toSorted()).toEqual([
    'chat_accepted',
    'chat_finished',
  ]);
});
