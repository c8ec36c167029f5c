import { createHmac } from 'node:crypto';
import { api, eventNames, legacyEventNames } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { addChat } from '../../../../test/callers.ts';
import { shareSender } from '../../../../test/delivery-server.ts';
import { startApp } from '../../../../test/harness.ts';
import { startReceiver } from '../../../../test/receiver.ts';
import { until } from '../../../../test/until.ts';
import { changeContact, logOf, SECRET, subscribe, untilLogged } from '../../../../test/webhooks.ts';

const { webhooks: routes } = api;

const sender = shareSender();

async function start() {
  const app = sender();
  return { app, ann: await app.owner() };
}

describe('a subscription', () => {
  const URL = 'https://1.1.1.1/hook';
  const events = ['message.created' as const];

  test('shows its secret in the response to its creation and nowhere else', async () => {
    const ann = await (await startApp()).owner();
    const made = (await ann.call(routes.create, { body: { url: URL, events } })).data;
    expect(made).toEqual({
      id: expect.any(Number),
      url: URL,
      events,
      is_active: true,
      is_legacy_compat: false,
      previous_secret_until: null,
      secret: expect.stringMatching(/^whsec_[\w-]{43}$/),
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const { secret: _, ...rest } = made;
    const params = { id: made.id };
    expect((await ann.call(routes.read, { params })).data).toEqual(rest);
    expect((await ann.call(routes.list)).data.data).toEqual([rest]);
    const changed = await ann.call(routes.update, { params, body: { is_active: false } });
    expect(changed.data).toEqual({ ...rest, is_active: false, updated_at: expect.any(String) });
  });

  test('accepts a secret of at least 16 characters and shows it once', async () => {
    const ann = await (await startApp()).owner();
    const create = (secret: string) => ann.call(routes.create, { body: { url: URL, events, secret } });
    expect(await create('x'.repeat(15))).toMatchObject({
      status: 422,
      problem: { errors: { secret: [expect.anything()] } },
    });
    expect((await create('x'.repeat(16))).data.secret).toBe('x'.repeat(16));
  });

  test('stores its secret sealed', async () => {
    const app = await startApp();
    const ann = await app.owner();
    const { id } = (await ann.call(routes.create, { body: { url: URL, events, secret: SECRET } })).data;
    const [row] = await app.sql<{ secret: string }>(`SELECT secret FROM webhook_subscriptions WHERE id = ${id}`);
    expect(row?.secret).toMatch(/^v1\./);
    expect(JSON.stringify(row)).not.toContain(SECRET);
  });

  test('is the only one of its account for a URL, however spelt and in whichever widget', async () => {
    const app = await startApp();
    const [ann, bob] = [await app.owner(), await app.owner()];
    await ann.call(routes.create, { body: { url: 'https://1.1.1.1', events } });
    for (const url of ['https://1.1.1.1', 'https://1.1.1.1/', 'https://1.1.1.1:443/', 'HTTPS://1.1.1.1/#top']) {
      expect(await ann.call(routes.create, { body: { url, events } })).toMatchObject({
        status: 409,
        problem: { reason: 'url_already_registered' },
      });
    }
    expect((await bob.call(routes.create, { body: { url: 'https://1.1.1.1', events } })).status).toBe(201);
    const other = (await ann.call(routes.create, { body: { url: 'https://1.1.1.1/other', events } })).data;
    const moved = await ann.call(routes.update, { params: { id: other.id }, body: { url: 'https://1.1.1.1' } });
    expect(moved).toMatchObject({ status: 409, problem: { reason: 'url_already_registered' } });
    expect((await ann.call(routes.read, { params: { id: other.id } })).data.url).toBe('https://1.1.1.1/other');
  });

  test('is created once when two requests race for one URL', async () => {
    const ann = await (await startApp()).owner();
    const made = await Promise.all(
      Array.from({ length: 5 }, () => ann.call(routes.create, { body: { url: URL, events } })),
    );
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  test.each([
    ['http://1.1.1.1/', 'https'],
    ['https://127.0.0.1/', 'public internet'],
    ['https://10.0.0.1/', 'public internet'],
    ['https://169.254.169.254/latest/meta-data', 'public internet'],
    ['https://[::1]/', 'public internet'],
    ['https://0.0.0.0/', 'public internet'],
    ['https://localhost/', 'public internet'],
    ['https://ann:secret@1.1.1.1/', 'user name'],
    ['ftp://1.1.1.1/', 'URL'],
    ['not an address', 'URL'],
  ])('with the URL %s is refused, and nothing is saved', async (url, why) => {
    const ann = await (await startApp()).owner();
    const refused = await ann.call(routes.create, { body: { url, events } });
    expect(refused).toMatchObject({ status: 422, problem: { errors: { url: [expect.stringContaining(why)] } } });
    const { id } = (await ann.call(routes.create, { body: { url: URL, events } })).data;
    expect((await ann.call(routes.update, { params: { id }, body: { url } })).status).toBe(422);
    expect((await ann.call(routes.list)).data.data.map((each) => each.url)).toEqual([URL]);
  });

  test('names events of one vocabulary, at least one and none twice', async () => {
    const ann = await (await startApp()).owner();
    const create = (wanted: unknown, is_legacy_compat?: boolean) =>
      ann.call(routes.create, { body: { url: URL, events: wanted as never, is_legacy_compat } });
    for (const [wanted, isLegacy] of [
      [[]],
      [['chat.closed', 'chat.closed']],
      [['chat.reopened']],
      [['chat_finished']],
      [['chat_finished', 'chat.closed'], true],
      [['chat.closed'], true],
      [['chat_assigned'], true],
      ['chat.closed'],
    ] as [unknown, boolean?][]) {
      const { status, problem } = await create(wanted, isLegacy);
      expect({ wanted, status, fields: Object.keys(problem?.errors ?? {})[0]?.split('.')[0] }).toEqual({
        wanted,
        status: 422,
        fields: 'events',
      });
    }
    expect((await create(eventNames)).status).toBe(201);
  });

  test('changes its vocabulary only together with its events', async () => {
    const ann = await (await startApp()).owner();
    const { id } = (await ann.call(routes.create, { body: { url: URL, events } })).data;
    const change = (body: object) => ann.call(routes.update, { params: { id }, body });
    expect(await change({ is_legacy_compat: true })).toMatchObject({
      status: 422,
      problem: { errors: { events: [expect.anything()] } },
    });
    expect((await change({ is_legacy_compat: true, events: legacyEventNames })).data).toMatchObject({
      is_legacy_compat: true,
      events: legacyEventNames,
    });
    expect((await change({ events: ['chat.closed'] })).status).toBe(422);
    expect((await change({ is_legacy_compat: false, events: ['chat.closed'] })).data.events).toEqual(['chat.closed']);
  });

  test('does not accept a secret in an update', async () => {
    const ann = await (await startApp()).owner();
    const { id } = (await ann.call(routes.create, { body: { url: URL, events } })).data;
    const refused = await ann.call(routes.update, { params: { id }, body: { secret: SECRET } as object });
    expect(refused).toMatchObject({ status: 422, problem: { errors: { secret: [expect.anything()] } } });
  });

  test('gets another secret by rotation, generated or given', async () => {
    const ann = await (await startApp()).owner();
    const made = (await ann.call(routes.create, { body: { url: URL, events } })).data;
    const params = { id: made.id };
    const rotated = (await ann.call(routes.rotateSecret, { params, body: {} })).data;
    expect(rotated.secret).toMatch(/^whsec_/);
    expect(rotated.secret).not.toBe(made.secret);
    expect((await ann.call(routes.rotateSecret, { params, body: { secret: SECRET } })).data.secret).toBe(SECRET);
    expect((await ann.call(routes.rotateSecret, { params, body: { secret: 'short' } })).status).toBe(422);
  });
});

test('the catalogue has 11 native and 5 compat events, says what triggers each, and marks those not emitted yet', async () => {
  const ann = await (await startApp()).owner();
  const { data, next_cursor } = (await ann.call(api.webhooks.listEventTypes)).data;
  expect(next_cursor).toBeNull();
  const named = (vocabulary: string) => data.filter((each) => each.vocabulary === vocabulary).map(({ name }) => name);
  expect(named('native').sort()).toEqual([
    'agent.presence',
    'chat.accepted',
    'chat.closed',
    'chat.created',
    'chat.rated',
    'chat.transferred',
    'client.created',
    'contact.updated',
    'message.created',
    'ticket.created',
    'visitor.lead',
  ]);
  expect(named('compat').sort()).toEqual([
    'chat_accepted',
    'chat_finished',
    'chat_updated',
    'client_updated',
    'offline_message',
  ]);
  expect(data.filter(({ enabled }) => !enabled).map(({ name }) => name)).toEqual(['ticket.created']);
  expect(data.every(({ triggered_by }) => triggered_by.length > 10)).toBe(true);
});

test('an event is posted to its subscribers, with headers and a signature over its exact bytes', async () => {
  const { app, ann } = await start();
  const receiver = await startReceiver();
  const { id } = await subscribe(ann, `${receiver.url}/hook?from=parley`);
  const contactId = await changeContact(ann);
  const delivery = await untilLogged(ann, id, 'delivered', 1);
  const [{ headers, body, path } = { headers: {}, body: '', path: '' }] = receiver.arrivals;
  expect(path).toBe('/hook?from=parley');
  const envelope = JSON.parse(body);
  expect(envelope).toEqual({
    id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
    number: expect.any(Number),
    type: 'contact.updated',
    data: {
      button_guid: ann.buttonGuid,
      contact_id: contactId,
      client_id: expect.any(Number),
      source: 'api',
      at: expect.any(String),
    },
  });
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'x-service-event': 'contact.updated',
    'x-service-signature': `sha256=v1:${createHmac('sha256', SECRET).update(body).digest('hex')}`,
    'x-service-idempotency-key': envelope.id,
    'x-service-delivery': `${delivery.delivery_id}-1`,
    'x-service-timestamp': String(Math.floor(app.clock.now.epochMilliseconds / 1_000)),
  });
  expect(delivery).toMatchObject({
    delivery_id: expect.stringMatching(/^dlv_[0-9a-f]{32}$/),
    event_id: envelope.id,
    event_type: 'contact.updated',
    envelope: 'native',
    payload: envelope,
    is_redeliverable: true,
    next_attempt_at: null,
    attempts: [{ status: 200, error: null, answer: 'ok', duration_ms: expect.any(Number), at: expect.any(String) }],
  });
});

test('events without a subscription and events of another widget are not sent', async () => {
  const { app, ann } = await start();
  const bob = await app.owner();
  const receiver = await startReceiver();
  await subscribe(ann, receiver.url, { events: ['chat.closed'] });
  await changeContact(ann);
  await changeContact(bob);
  const { params } = await addChat(app, ann);
  await ann.call(api.chats.close, { params });
  await until(() => receiver.arrivals.length > 0, 'what was subscribed to arrives');
  expect(receiver.arrivals.map(({ body }) => JSON.parse(body).type)).toEqual(['chat.closed']);
});

test('an inactive subscription gets nothing that happens in the meantime', async () => {
  const { ann } = await start();
  const receiver = await startReceiver();
  const { id } = await subscribe(ann, receiver.url);
  await ann.call(routes.update, { params: { id }, body: { is_active: false } });
  await changeContact(ann);
  await ann.call(routes.update, { params: { id }, body: { is_active: true } });
  await changeContact(ann);
  await untilLogged(ann, id, 'delivered', 1);
  expect((await logOf(ann, id)).length).toBe(1);
});

test('a refused write sends nothing', async () => {
  const { ann } = await start();
  const receiver = await startReceiver();
  const { id } = await subscribe(ann, receiver.url);
  const contact = await changeContact(ann);
  const key = { 'x-service-idempotency-key': 'the-same-twice' };
  const update = () =>
    ann.call(api.contacts.update, { params: { id: contact }, body: { name: 'Irina' }, headers: key });
  expect([(await update()).status, (await update()).status]).toEqual([200, 409]);
  await until(() => receiver.arrivals.length === 2, 'both changes are told');
  expect((await logOf(ann, id)).length).toBe(2);
});

test('the log is paged and filtered by status and event; an unknown filter value is 422', async () => {
  const { ann } = await start();
  const receiver = await startReceiver((response, { body }) =>
    response.writeHead(JSON.parse(body).type === 'client.created' ? 500 : 200).end(),
  );
  const { id } = await subscribe(ann, receiver.url, { events: ['contact.updated', 'client.created'] });
  for (let count = 0; count < 3; count++) await changeContact(ann);
  await until(async () => (await logOf(ann, id, { status: 'delivered' })).length === 3, 'three are delivered');
  await until(
    async () => (await logOf(ann, id, { event_type: 'client.created' })).every(({ attempts }) => attempts.length),
    'three were refused',
  );
  const pending = await logOf(ann, id, { status: 'pending' });
  expect(pending.map(({ event_type }) => event_type)).toEqual(Array(3).fill('client.created'));
  const params = { id };
  const pages = [];
  for (let cursor: string | undefined; ; ) {
    const query = { limit: 2, ...(cursor && { cursor }) };
    const page = (await ann.call(routes.listDeliveries, { params, query })).data;
    pages.push(page.data.map(({ delivery_id }) => delivery_id));
    if (page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  expect(pages.map(({ length }) => length)).toEqual([2, 2, 2]);
  expect(new Set(pages.flat()).size).toBe(6);
  for (const query of [{ status: 'lost' }, { event_type: 'chat.reopened' }, { status: '' }] as Record<
    string,
    unknown
  >[]) {
    expect((await ann.call(routes.listDeliveries, { params, query })).status).toBe(422);
  }
});

test('personal data in a response does not reach the log', async () => {
  const { ann } = await start();
  const receiver = await startReceiver((response) => void response.end('saved +7 999 123-45-67 for ira@example.com'));
  const { id } = await subscribe(ann, receiver.url);
  await changeContact(ann);
  const { attempts } = await untilLogged(ann, id, 'delivered', 1);
  expect(attempts[0]?.answer).toBe('saved [скрыто] for [скрыто]');
});
