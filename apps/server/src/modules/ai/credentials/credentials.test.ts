import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/harness.ts';
import { addAssistant, addCredential, deleteAssistant, refusalOf, revisionOf } from '../../../../test/operators.ts';

const { aiCredentials } = api;

const KEY = 'sk-live-0123456789';
const SECRET = 'a signing secret of ours';
const ownServer = { provider: 'generic_compatible', api_key: KEY, base_url: 'https://1.1.1.1/v1' };
const webhook = { provider: 'webhook', api_key: KEY, base_url: 'https://1.1.1.1/ai', signing_secret: SECRET };

async function start() {
  const app = await startApp();
  const ann = await app.owner();
  return {
    app,
    ann,
    create: (body: object) => ann.call(aiCredentials.create, { body }),
    /** An agent that is an AI operator. */
    addOperator: async (owner = ann, type = 'ai') => {
      const [made] = await app.sql<{ id: number }>(`INSERT INTO agents (account_id, widget_id, type, role, created_at)
        VALUES (${owner.accountId}, ${owner.widgetId}, '${type}', 'operator', now()) RETURNING id::int`);
      return made?.id as number;
    },
  };
}

test('a credential is shown without its key and secret', async () => {
  const { ann, create } = await start();
  const { status, data } = await create(webhook);
  expect({ status, data }).toEqual({
    status: 201,
    data: {
      id: expect.any(Number),
      provider: 'webhook',
      endpoint: webhook.base_url,
      base_url: webhook.base_url,
      model: null,
      embedding_model: null,
      is_active: true,
      scope: 'widget',
      assistant_id: null,
      operator_id: null,
      has_api_key: true,
      has_signing_secret: true,
      price_input: null,
      price_output: null,
      backup_credential_id: null,
      backup_chain: [],
      created_at: expect.any(String),
      updated_at: expect.any(String),
    },
  });
  expect((await ann.call(aiCredentials.read, { params: { id: data.id } })).data).toEqual(data);
  expect((await ann.call(aiCredentials.list)).data).toEqual({ data: [data], next_cursor: null });
});

test('keys and secrets are stored sealed, and neither they nor their old values are in a response or the audit log', async () => {
  const { app, ann, create } = await start();
  const { data } = await create(webhook);
  const params = { id: data.id };
  const renewed = { api_key: 'sk-live-renewed', signing_secret: 'another secret of ours' };
  const { data: updated } = await ann.call(aiCredentials.update, { params, body: renewed });
  expect(updated).toMatchObject({ has_api_key: true, has_signing_secret: true });
  const [row] = await app.sql<Record<string, string>>(
    `SELECT api_key, signing_secret FROM ai_credentials WHERE id = ${data.id}`,
  );
  expect([row?.api_key, row?.signing_secret]).toEqual([expect.stringMatching(/^v1\./), expect.stringMatching(/^v1\./)]);
  const log = (await ann.call(api.auditLog.list, { query: { subject_type: 'ai_credential' } })).data.data;
  expect(log.map(({ action, subject }) => [action, subject])).toEqual([
    ['ai_credential.updated', { type: 'ai_credential', id: data.id, name: 'webhook' }],
    ['ai_credential.created', { type: 'ai_credential', id: data.id, name: 'webhook' }],
  ]);
  const shown = JSON.stringify([data, updated, log, await ann.call(aiCredentials.list)]);
  for (const secret of [KEY, SECRET, ...Object.values(renewed)]) expect(shown).not.toContain(secret);
});

test('the endpoint is the base URL, or the vendor’s own address', async () => {
  const { create } = await start();
  expect((await create(ownServer)).data).toMatchObject({ endpoint: 'https://1.1.1.1/v1' });
  for (const [provider, host] of [
    ['openai', 'api.openai.com'],
    ['anthropic', 'api.anthropic.com'],
    ['google', 'generativelanguage.googleapis.com'],
  ]) {
    const { data } = await create({ provider, api_key: KEY });
    expect([data.base_url, new URL(data.endpoint ?? '').host]).toEqual([null, host]);
  }
});

test('generic_compatible and webhook need a base URL; vendors refuse one', async () => {
  const { ann, create } = await start();
  const refused = { status: 422, fields: ['base_url'] };
  for (const provider of ['generic_compatible', 'webhook']) {
    for (const base_url of [undefined, null]) {
      expect(refusalOf(await create({ ...webhook, provider, base_url }))).toEqual(refused);
    }
    const made = await addCredential(ann, { ...webhook, provider });
    expect(refusalOf(await made.update({ base_url: null }))).toEqual(refused);
  }
  for (const provider of ['openai', 'anthropic', 'google']) {
    expect(refusalOf(await create({ provider, api_key: KEY, base_url: 'https://1.1.1.1/v1' }))).toEqual(refused);
    const made = await addCredential(ann, { provider, base_url: null });
    expect(refusalOf(await made.update({ base_url: 'https://1.1.1.1/v1' }))).toEqual(refused);
    expect((await made.update({ base_url: null })).status).toBe(200);
  }
});

test.each([
  'http://1.1.1.1/v1',
  'https://ann:secret@1.1.1.1/',
  'https://ann@1.1.1.1/',
  'ftp://1.1.1.1/',
  '1.1.1.1/v1',
  '',
  'https://127.0.0.1/',
  'https://localhost/',
  'https://10.0.0.1/',
  'https://172.16.5.4/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://2130706433/',
  'https://[::1]/',
  'https://[fd00::1]/',
  'https://[::ffff:10.0.0.1]/',
])('%s is refused as a base URL, and the field is named', async (base_url) => {
  const { ann, create } = await start();
  const made = await addCredential(ann, ownServer);
  for (const answer of [await create({ ...ownServer, base_url }), await made.update({ base_url })]) {
    expect(refusalOf(answer)).toEqual({ status: 422, fields: ['base_url'] });
  }
  expect(await made.read()).toMatchObject({ base_url: ownServer.base_url });
});

test('a webhook needs a signing secret of 16 to 255 characters, and keeps one', async () => {
  const { ann, create } = await start();
  const refused = { status: 422, fields: ['signing_secret'] };
  for (const signing_secret of [undefined, null, 'x'.repeat(15), 'x'.repeat(256)]) {
    expect(refusalOf(await create({ ...webhook, signing_secret }))).toEqual(refused);
  }
  const made = await addCredential(ann, { ...webhook, signing_secret: 'x'.repeat(16) });
  expect(refusalOf(await made.update({ signing_secret: null }))).toEqual(refused);
  const other = await addCredential(ann, { signing_secret: SECRET });
  expect((await other.update({ signing_secret: null })).data.has_signing_secret).toBe(false);
});

test('the embedding model is that of the provider, another one, or none', async () => {
  const { ann, create } = await start();
  const modelOf = async (body: object) => (await create({ api_key: KEY, ...body })).data.embedding_model;
  expect(await modelOf(ownServer)).toBe('text-embedding-3-small');
  expect(await modelOf({ provider: 'openai' })).toBe('text-embedding-3-small');
  expect(await modelOf({ provider: 'google' })).toBe('gemini-embedding-001');
  expect(await modelOf({ provider: 'anthropic' })).toBeNull();
  expect(await modelOf(webhook)).toBeNull();
  expect(await modelOf({ provider: 'openai', embedding_model: 'text-embedding-3-large' })).toBe(
    'text-embedding-3-large',
  );
  const made = await addCredential(ann);
  expect((await made.update({ embedding_model: null })).data.embedding_model).toBeNull();
  const refused = await create({ provider: 'anthropic', api_key: KEY, embedding_model: 'x' });
  expect(refusalOf(refused)).toEqual({ status: 422, fields: ['embedding_model'] });
});

test('a credential is for the widget, one assistant or one operator, and never for both', async () => {
  const { app, ann, create, addOperator } = await start();
  const [assistant_id, operator_id] = [await addAssistant(app, ann), await addOperator()];
  const made = await addCredential(ann, { assistant_id });
  expect(made).toMatchObject({ scope: 'assistant', assistant_id, operator_id: null });
  const both = { status: 422, fields: ['assistant_id', 'operator_id'] };
  expect(refusalOf(await create({ provider: 'openai', api_key: KEY, assistant_id, operator_id }))).toEqual(both);
  expect(refusalOf(await made.update({ operator_id }))).toEqual(both);
  expect((await made.update({ operator_id, assistant_id: null })).data).toMatchObject({
    scope: 'operator',
    operator_id,
  });
  expect((await made.update({ operator_id: null })).data).toMatchObject({ scope: 'widget', operator_id: null });
});

test('an unknown, foreign or deleted assistant, an agent that is no AI operator and a foreign backup are 422 by name', async () => {
  const { app, ann, create, addOperator } = await start();
  const bob = await app.owner();
  const deleted = await addAssistant(app, ann);
  await deleteAssistant(app, deleted);
  const refused: [string, number][] = [
    ['assistant_id', 987_654_321],
    ['assistant_id', await addAssistant(app, bob)],
    ['assistant_id', deleted],
    ['operator_id', 987_654_321],
    ['operator_id', ann.agentId],
    ['operator_id', await addOperator(ann, 'webhook')],
    ['operator_id', await addOperator(bob)],
    ['backup_credential_id', 987_654_321],
    ['backup_credential_id', (await addCredential(bob)).id],
  ];
  const made = await addCredential(ann);
  for (const [field, id] of refused) {
    const wanted = { status: 422, fields: [field] };
    expect([field, id, refusalOf(await create({ provider: 'openai', api_key: KEY, [field]: id }))]).toEqual([
      field,
      id,
      wanted,
    ]);
    expect([field, id, refusalOf(await made.update({ [field]: id }))]).toEqual([field, id, wanted]);
  }
});

test('every member but the provider can be changed; null clears; omitted ones stay', async () => {
  const { app, ann } = await start();
  const backup = await addCredential(ann);
  const made = await addCredential(ann, ownServer);
  const before = await made.read();
  app.clock.now = app.clock.now.add({ minutes: 1 });
  const changes = {
    base_url: 'https://1.0.0.1/v1',
    model: 'big',
    embedding_model: 'small',
    is_active: false,
    price_input: 0,
    price_output: 12.5,
    backup_credential_id: backup.id,
  };
  const { data } = await made.update(changes);
  expect(data).toMatchObject({ ...changes, endpoint: changes.base_url, backup_chain: [{ id: backup.id }] });
  expect(data.updated_at).not.toBe(before.updated_at);
  const cleared = { model: null, price_input: null, price_output: null, backup_credential_id: null };
  expect((await made.update({ ...cleared, is_active: true })).data).toEqual({
    ...data,
    ...cleared,
    is_active: true,
    backup_chain: [],
    updated_at: expect.any(String),
  });
  expect((await made.update({ api_key: null })).data).toMatchObject({ has_api_key: false, embedding_model: 'small' });
  expect(refusalOf(await made.update({ provider: 'openai' }))).toEqual({ status: 422, fields: ['provider'] });
});

test('malformed and read-only members are 422 and named', async () => {
  const { ann, create } = await start();
  const made = await addCredential(ann);
  const refused: [string, unknown][] = [
    ['api_key', ''],
    ['api_key', 'two words'],
    ['model', ''],
    ['price_input', -0.01],
    ['price_output', 'free'],
    ['is_active', null],
    ['has_api_key', true],
    ['endpoint', 'https://1.1.1.1/'],
    ['scope', 'widget'],
    ['backup_chain', []],
  ];
  for (const [field, value] of refused) {
    const wanted = { status: 422, fields: [field] };
    expect([field, refusalOf(await create({ provider: 'openai', api_key: KEY, [field]: value }))]).toEqual([
      field,
      wanted,
    ]);
    expect([field, refusalOf(await made.update({ [field]: value }))]).toEqual([field, wanted]);
  }
  expect(refusalOf(await create({ api_key: KEY })).fields).toEqual(['provider']);
  expect(refusalOf(await create({ provider: 'openai' })).fields).toEqual(['api_key']);
  expect(refusalOf(await create({ provider: 'openai', api_key: null })).fields).toEqual(['api_key']);
  expect(refusalOf(await create({ provider: 'mistral', api_key: KEY })).fields).toEqual(['provider']);
  expect((await made.update({})).status).toBe(422);
});

test('a widget has 100 credentials at most, also when they are created at the same time', async () => {
  const { app, ann, create } = await start();
  await app.sql(`INSERT INTO ai_credentials (widget_id, provider, created_at, updated_at)
    SELECT ${ann.widgetId}, 'openai', now(), now() FROM generate_series(1, 99)`);
  const body = { provider: 'openai', api_key: KEY };
  const answers = await Promise.all([create(body), create(body), create(body)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  expect((await create(body)).problem).toMatchObject({ status: 409, reason: 'limit_reached' });
});

test('every write raises the revision of the AI settings, and no read or refusal does', async () => {
  const { app, ann, create } = await start();
  const made = await addCredential(ann);
  const first = await revisionOf(app, ann);
  expect(first).toEqual(expect.any(String));
  await made.read();
  await create({ provider: 'webhook', api_key: KEY });
  expect(await revisionOf(app, ann)).toBe(first);
  await made.update({ is_active: false });
  expect(await revisionOf(app, ann)).not.toBe(first);
});
