import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat } from '../../../../test/callers.ts';
import { startApp } from '../../../../test/harness.ts';
import { addExternalOperator, refusalOf, revisionOf, servedRevisionOf } from '../../../../test/operators.ts';

const { agents, externalOperators } = api;

const URL = 'https://1.1.1.1/bot';

async function start() {
  const app = await startApp();
  const ann = await app.owner();
  return {
    app,
    ann,
    create: (body: object) => ann.call(externalOperators.create, { body: { name: 'Shop bot', url: URL, ...body } }),
    /** As after a good test and an activation. */
    activate: (id: number) =>
      app.sql(`UPDATE external_operators SET state = 'active', tested_at = now() WHERE agent_id = ${id}`),
  };
}

test('without a secret one is generated, shown once, and never readable again', async () => {
  const { app, ann, create } = await start();
  const { status, data } = await create({});
  expect({ status, data }).toEqual({
    status: 201,
    data: {
      public_id: expect.stringMatching(/^xop_[0-9a-f]{32}$/),
      operator_id: expect.any(Number),
      name: 'Shop bot',
      name_i18n: null,
      url: URL,
      events: ['message'],
      state: 'draft',
      has_api_key: false,
      show_in_header: true,
      tested_at: null,
      secret: expect.stringMatching(/^xosec_[\w-]{43}$/),
      created_at: expect.any(String),
      updated_at: expect.any(String),
    },
  });
  const { secret, ...operator } = data;
  const params = { public_id: data.public_id };
  expect((await ann.call(externalOperators.read, { params })).data).toEqual(operator);
  expect((await ann.call(externalOperators.list)).data).toEqual({ data: [operator], next_cursor: null });
  const { data: updated } = await ann.call(externalOperators.update, { params, body: { name: 'Bot' } });
  expect(updated).toEqual({ ...operator, name: 'Bot', updated_at: expect.any(String) });
  const [row] = await app.sql<{ secret: string }>(
    `SELECT secret FROM external_operators WHERE agent_id = ${data.operator_id}`,
  );
  expect(row?.secret).toMatch(/^v1\./);
  expect(row?.secret).not.toContain(secret);
});

test('a secret can be supplied, of 16 to 255 characters', async () => {
  const { ann, create } = await start();
  for (const secret of ['', 'x'.repeat(15), 'x'.repeat(256), null]) {
    expect(refusalOf(await create({ secret }))).toEqual({ status: 422, fields: ['secret'] });
  }
  expect((await create({ secret: 'x'.repeat(16) })).data.secret).toBe('x'.repeat(16));
  const bot = await addExternalOperator(ann);
  expect((await bot.update({ secret: 'y'.repeat(16) })).data).not.toHaveProperty('secret');
});

test('secrets and API keys are in no response and not in the audit log', async () => {
  const { ann } = await start();
  const bot = await addExternalOperator(ann, { api_key: 'sk-bot-1', secret: 'a secret of the bot' });
  expect(bot.has_api_key).toBe(true);
  const updated = await bot.update({ api_key: 'sk-bot-2', secret: 'another one of the bot' });
  const rotated = (await bot.rotate()).data.secret;
  const log = (await ann.call(api.auditLog.list, { query: { subject_type: 'external_operator' } })).data.data;
  const subject = { type: 'external_operator', id: bot.public_id, name: 'Shop bot' };
  expect(log.map((entry) => [entry.action, entry.subject])).toEqual([
    ['external_operator.secret_rotated', subject],
    ['external_operator.updated', subject],
    ['external_operator.created', subject],
  ]);
  const shown = JSON.stringify([updated.data, log, await bot.read(), (await ann.call(externalOperators.list)).data]);
  for (const secret of ['sk-bot-', 'of the bot', rotated]) expect(shown).not.toContain(secret);
  expect((await bot.update({ api_key: null })).data.has_api_key).toBe(false);
});

test.each([
  'http://1.1.1.1/bot',
  'https://ann:secret@1.1.1.1/',
  'ftp://1.1.1.1/',
  '/bot',
  '',
  'https://127.0.0.1/',
  'https://localhost/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/',
])('%s is refused as a URL, and the field is named', async (url) => {
  const { ann, create } = await start();
  const bot = await addExternalOperator(ann);
  for (const answer of [await create({ url }), await bot.update({ url })]) {
    expect(refusalOf(answer)).toEqual({ status: 422, fields: ['url'] });
  }
  expect(await bot.read()).toMatchObject({ url: URL });
});

test('a new URL or secret makes it a draft that was not tested; nothing else does', async () => {
  const { ann, activate } = await start();
  const bot = await addExternalOperator(ann);
  const changes = {
    name: 'Bot',
    name_i18n: { ru: 'Бот' },
    events: ['message', 'closed'],
    api_key: 'sk-2',
    show_in_header: false,
    url: URL,
  };
  await activate(bot.operator_id);
  const { api_key: _, ...shown } = changes;
  expect((await bot.update(changes)).data).toMatchObject({ ...shown, state: 'active', tested_at: expect.any(String) });
  const draft = { state: 'draft', tested_at: null };
  expect((await bot.update({ url: `${URL}/2` })).data).toMatchObject(draft);
  await activate(bot.operator_id);
  expect((await bot.update({ secret: 'a new secret of ours' })).data).toMatchObject(draft);
  await activate(bot.operator_id);
  expect((await bot.rotate()).data).toMatchObject(draft);
});

test('a rotation has no body, and generates another secret each time', async () => {
  const { ann } = await start();
  const bot = await addExternalOperator(ann);
  const [one, two] = [(await bot.rotate()).data, (await bot.rotate()).data];
  expect(new Set([bot.secret, one.secret, two.secret]).size).toBe(3);
  const { secret: _, ...rest } = two;
  expect(await bot.read()).toEqual(rest);
  const body = { secret: 'x'.repeat(16) };
  expect((await ann.call(externalOperators.rotateSecret, { params: bot.params, body })).status).toBe(422);
});

test('malformed and read-only members are 422 and named', async () => {
  const { ann, create } = await start();
  const bot = await addExternalOperator(ann);
  const refused: [string, unknown][] = [
    ['name', ''],
    ['name', null],
    ['name', 'x'.repeat(192)],
    ['name_i18n', {}],
    ['events', []],
    ['events', ['handoff']],
    ['events', ['message', 'message']],
    ['api_key', 'two words'],
    ['show_in_header', null],
    ['state', 'active'],
    ['tested_at', '2026-01-01T00:00:00Z'],
    ['public_id', `xop_${'a'.repeat(32)}`],
    ['operator_id', 5],
  ];
  for (const [field, value] of refused) {
    const wanted = { status: 422, fields: [field] };
    expect([field, refusalOf(await create({ [field]: value }))]).toEqual([field, wanted]);
    expect([field, refusalOf(await bot.update({ [field]: value }))]).toEqual([field, wanted]);
  }
  expect(refusalOf(await create({ events: ['message', 'typing'] })).status).toBe(422);
  expect(refusalOf(await create({ name: undefined })).fields).toEqual(['name']);
  expect(refusalOf(await create({ url: undefined })).fields).toEqual(['url']);
});

test('it is an agent of the type webhook without a seat, and no AI operator', async () => {
  const { app, ann } = await start();
  const used = async () => (await ann.call(agents.readSeats)).data.used;
  const before = await used();
  const bot = await addExternalOperator(ann, { name: ' Shop bot ' });
  expect(await bot.readAgent()).toMatchObject({
    type: 'webhook',
    name: 'Shop bot',
    status: 'active',
    user_id: null,
    ai_assistant_id: null,
  });
  const listed = (await ann.call(agents.list, { query: { type: 'webhook' } })).data.data;
  expect(listed.map(({ id }) => id)).toEqual([bot.operator_id]);
  expect((await ann.call(api.aiOperators.list)).data.data).toEqual([]);
  expect((await ann.call(api.aiOperators.read, { params: { id: bot.operator_id } })).status).toBe(404);
  expect(await used()).toBe(before);
  const { params } = await addChat(app, ann);
  const message = { type: 'text', body: 'hi', agent_id: bot.operator_id };
  expect(refusalOf(await ann.call(api.messages.send, { params, body: message }))).toEqual({
    status: 422,
    fields: ['agent_id'],
  });
});

test('a deleted one is gone, its agent is removed and keeps its name, and nothing restores it', async () => {
  const { ann } = await start();
  const bot = await addExternalOperator(ann);
  expect((await bot.remove()).status).toBe(204);
  for (const answer of [
    await ann.call(externalOperators.read, { params: bot.params }),
    await bot.update({ name: 'Bot' }),
    await bot.rotate(),
    await bot.remove(),
  ]) {
    expect(answer.status).toBe(404);
  }
  expect((await ann.call(externalOperators.list)).data.data).toEqual([]);
  expect(await bot.readAgent()).toMatchObject({ status: 'banned', name: 'Shop bot', removed_at: expect.any(String) });
  const params = { id: bot.operator_id };
  const log = (await ann.call(agents.listEvents, { params })).data.data;
  expect(log.map(({ type }) => type)).toEqual(['removed']);
  expect((await ann.call(agents.restore, { params })).problem).toMatchObject({ status: 409, reason: 'agent_is_ai' });
});

test('removing its agent deletes it; suspending keeps it', async () => {
  const { ann } = await start();
  const bot = await addExternalOperator(ann);
  const params = { id: bot.operator_id };
  expect((await ann.call(agents.suspend, { params })).data.status).toBe('banned');
  expect((await bot.read()).public_id).toBe(bot.public_id);
  expect((await ann.call(agents.restore, { params })).data.status).toBe('active');
  expect((await ann.call(agents.remove, { params })).status).toBe(204);
  expect((await ann.call(externalOperators.read, { params: bot.params })).status).toBe(404);
});

test('every write purges the served widget and raises the AI revision', async () => {
  const { app, ann } = await start();
  const bot = await addExternalOperator(ann);
  for (const write of [
    () => addExternalOperator(ann),
    () => bot.update({ name: 'Bot' }),
    () => bot.rotate(),
    () => bot.remove(),
  ]) {
    const [served, decided] = [await servedRevisionOf(app, ann), await revisionOf(app, ann)];
    await write();
    expect(await servedRevisionOf(app, ann)).toBe(served + 1);
    expect(await revisionOf(app, ann)).not.toBe(decided);
  }
});

test('a widget has 100 external operators at most', async () => {
  const { app, ann, create } = await start();
  await app.sql(`WITH made AS (
      INSERT INTO agents (account_id, widget_id, type, role, created_at)
      SELECT ${ann.accountId}, ${ann.widgetId}, 'webhook', 'operator', now() FROM generate_series(1, 99) RETURNING id
    )
    INSERT INTO external_operators (widget_id, agent_id, public_id, url, events, secret, created_at, updated_at)
    SELECT ${ann.widgetId}, id, 'made ' || id, '${URL}', '{message}', 'v1.x.y', now(), now() FROM made`);
  const answers = await Promise.all([create({}), create({})]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect((await create({})).problem).toMatchObject({ status: 409, reason: 'limit_reached' });
});
