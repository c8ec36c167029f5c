import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat } from '../../../../test/callers.ts';
import { startApp } from '../../../../test/harness.ts';
import {
  addAssistant,
  addOperator,
  deleteAssistant,
  refusalOf,
  revisionOf,
  servedRevisionOf,
} from '../../../../test/operators.ts';

const { agents, aiOperators } = api;

async function start() {
  const app = await startApp();
  const ann = await app.owner();
  return { app, ann, create: (body: object) => ann.call(aiOperators.create, { body }) };
}

test('an operator needs only an assistant, and is then active, shown and called Assistant', async () => {
  const { app, ann, create } = await start();
  const assistant_id = await addAssistant(app, ann);
  const { status, data } = await create({ assistant_id });
  expect({ status, data }).toEqual({
    status: 201,
    data: {
      id: expect.any(Number),
      assistant_id,
      name: 'Assistant',
      name_i18n: null,
      show_in_header: true,
      status: 'active',
      created_at: expect.any(String),
    },
  });
  expect((await ann.call(aiOperators.read, { params: { id: data.id } })).data).toEqual(data);
  expect((await ann.call(aiOperators.list)).data).toEqual({ data: [data], next_cursor: null });
});

test('an operator is an agent of the type ai, with its name and assistant, and takes no seat', async () => {
  const { app, ann } = await start();
  const seats = async () => (await ann.call(agents.readSeats)).data.used;
  const before = await seats();
  const [nora, unnamed] = [await addOperator(app, ann, { name: 'Nora' }), await addOperator(app, ann)];
  expect(await nora.readAgent()).toMatchObject({
    id: nora.id,
    type: 'ai',
    role: 'operator',
    name: 'Nora',
    user_id: null,
    email: null,
    online: false,
    ai_assistant_id: nora.assistant_id,
  });
  const listed = (await ann.call(agents.list, { query: { type: 'ai' } })).data.data;
  expect(listed.map(({ id, name }) => [id, name])).toEqual([
    [nora.id, 'Nora'],
    [unnamed.id, 'Assistant'],
  ]);
  expect(await seats()).toBe(before);
});

test('people and external operators are not among the AI operators', async () => {
  const { app, ann } = await start();
  await app.sql(`INSERT INTO agents (account_id, widget_id, type, role, created_at)
    VALUES (${ann.accountId}, ${ann.widgetId}, 'webhook', 'operator', now())`);
  expect((await ann.call(aiOperators.list)).data.data).toEqual([]);
  for (const route of [aiOperators.read, aiOperators.remove]) {
    expect((await ann.call(route, { params: { id: ann.agentId } })).status).toBe(404);
  }
});

test('a missing, unknown, foreign or deleted assistant is 422 and named', async () => {
  const { app, ann, create } = await start();
  const deleted = await addAssistant(app, ann);
  await deleteAssistant(app, deleted);
  const nora = await addOperator(app, ann);
  const foreign = await addAssistant(app, await app.owner());
  for (const assistant_id of [undefined, null, 'x', 987_654_321, foreign, deleted]) {
    expect(refusalOf(await create({ assistant_id }))).toEqual({ status: 422, fields: ['assistant_id'] });
    if (assistant_id === undefined) continue;
    expect(refusalOf(await nora.update({ assistant_id }))).toEqual({ status: 422, fields: ['assistant_id'] });
  }
  const other = await addAssistant(app, ann);
  expect((await nora.update({ assistant_id: other })).data.assistant_id).toBe(other);
});

test('a name has 1 to 191 characters, is trimmed, and null makes it the default', async () => {
  const { app, ann } = await start();
  const nora = await addOperator(app, ann, { name: '  Nora ' });
  expect(nora.name).toBe('Nora');
  for (const name of ['', '  ', 'x'.repeat(192), 5]) {
    expect(refusalOf(await nora.update({ name }))).toEqual({ status: 422, fields: ['name'] });
  }
  expect((await nora.update({ name: 'x'.repeat(191) })).data.name).toHaveLength(191);
  expect((await nora.update({ name: null })).data.name).toBe('Assistant');
});

test('names by language replace each other as a whole; omission keeps them and null clears them', async () => {
  const { app, ann } = await start();
  const nora = await addOperator(app, ann, { name_i18n: { en: 'Nora', ru: ' Нора ' } });
  expect(nora.name_i18n).toEqual({ en: 'Nora', ru: 'Нора' });
  expect((await nora.update({ name: 'N' })).data.name_i18n).toEqual({ en: 'Nora', ru: 'Нора' });
  expect((await nora.update({ name_i18n: { de: 'Nora' } })).data.name_i18n).toEqual({ de: 'Nora' });
  expect((await nora.update({ name_i18n: null })).data.name_i18n).toBeNull();
});

test('a regional language is stored under its language', async () => {
  const { app, ann } = await start();
  const nora = await addOperator(app, ann, { name_i18n: { 'en-US': 'Nora', 'zh-Hans-CN': '诺拉', RU: 'Нора' } });
  expect(nora.name_i18n).toEqual({ en: 'Nora', zh: '诺拉', ru: 'Нора' });
});

test.each([
  ['an empty map', {}],
  ['an unsupported language', { en: 'Nora', eo: 'Nora' }],
  ['no language', { nonsense_: 'Nora' }],
  ['languages that are one', { en: 'Nora', 'en-US': 'Nora' }],
  ['an empty name', { en: '' }],
  ['a blank name', { en: '  ' }],
  ['a long name', { en: 'x'.repeat(192) }],
  ['a name that is no text', { en: 5 }],
  ['a name that is null', { en: null }],
  ['a list', ['Nora']],
])('names by language with %s are 422, and nothing changes', async (_what, name_i18n) => {
  const { app, ann, create } = await start();
  const nora = await addOperator(app, ann, { name_i18n: { fr: 'Nora' } });
  const answers = [
    await create({ assistant_id: nora.assistant_id, name_i18n }),
    await nora.update({ name: 'X', name_i18n }),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(422);
    expect(refusalOf(answer).fields[0]).toMatch(/^name_i18n/);
  }
  expect(await nora.read()).toMatchObject({ name: 'Assistant', name_i18n: { fr: 'Nora' } });
});

test('an operator is retired reversibly: it stays listed, and the status active restores it', async () => {
  const { app, ann } = await start();
  const nora = await addOperator(app, ann);
  for (let twice = 0; twice < 2; twice += 1) expect((await nora.retire()).status).toBe(204);
  expect((await ann.call(aiOperators.list)).data.data).toMatchObject([{ id: nora.id, status: 'banned' }]);
  expect(await nora.readAgent()).toMatchObject({ status: 'banned', removed_at: null });
  expect((await nora.update({ status: 'active' })).data.status).toBe('active');
  expect(await nora.log()).toEqual(['restored', 'suspended']);
});

test('a break of an operator is logged like one of a person', async () => {
  const { app, ann } = await start();
  const nora = await addOperator(app, ann, { status: 'relaxation' });
  expect(nora.status).toBe('relaxation');
  await nora.update({ status: 'active' });
  await nora.update({ status: 'relaxation', name: 'Nora' });
  await nora.update({ status: 'relaxation' });
  expect(await nora.log()).toEqual(['break_started', 'break_ended']);
});

test('an operator whose assistant was deleted is restored with another one only', async () => {
  const { app, ann } = await start();
  const nora = await addOperator(app, ann);
  await nora.retire();
  await deleteAssistant(app, nora.assistant_id);
  expect(refusalOf(await nora.update({ status: 'active' }))).toEqual({ status: 422, fields: ['assistant_id'] });
  expect((await nora.update({ name: 'Nora' })).status).toBe(200);
  const assistant_id = await addAssistant(app, ann);
  expect((await nora.update({ status: 'active', assistant_id })).data).toMatchObject({
    status: 'active',
    assistant_id,
  });
});

test('every write purges the served widget and raises the AI revision', async () => {
  const { app, ann } = await start();
  const nora = await addOperator(app, ann);
  const writes = [
    () => addOperator(app, ann),
    () => nora.update({ name: 'Nora' }),
    () => nora.retire(),
    () => ann.call(agents.restore, { params: nora.params }),
    () => ann.call(agents.suspend, { params: nora.params }),
  ];
  for (const write of writes) {
    const [served, decided] = [await servedRevisionOf(app, ann), await revisionOf(app, ann)];
    await write();
    expect(await servedRevisionOf(app, ann)).toBe(served + 1);
    expect(await revisionOf(app, ann)).not.toBe(decided);
  }
});

test('a widget has 100 operators at most, retired ones included', async () => {
  const { app, ann, create } = await start();
  await app.sql(`INSERT INTO agents (account_id, widget_id, type, role, status, created_at)
    SELECT ${ann.accountId}, ${ann.widgetId}, 'ai', 'operator', 'banned', now() FROM generate_series(1, 99)`);
  const body = { assistant_id: await addAssistant(app, ann) };
  const answers = await Promise.all([create(body), create(body)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect((await create(body)).problem).toMatchObject({ status: 409, reason: 'limit_reached' });
});

test('read-only members and an unknown status are 422 and named', async () => {
  const { app, ann, create } = await start();
  const nora = await addOperator(app, ann);
  const refused: [string, unknown][] = [
    ['status', 'retired'],
    ['status', null],
    ['show_in_header', null],
    ['id', 5],
    ['type', 'ai'],
  ];
  for (const [field, value] of refused) {
    const wanted = { status: 422, fields: [field] };
    expect(refusalOf(await nora.update({ [field]: value }))).toEqual(wanted);
    expect(refusalOf(await create({ assistant_id: nora.assistant_id, [field]: value }))).toEqual(wanted);
  }
  expect((await nora.update({})).status).toBe(422);
});

test('an operator cannot be removed as an agent, own a chat or be the sender of an API message', async () => {
  const { app, ann } = await start();
  const nora = await addOperator(app, ann);
  expect((await ann.call(agents.remove, { params: nora.params })).problem).toMatchObject({
    status: 409,
    reason: 'agent_is_ai',
  });
  const { params } = await addChat(app, ann);
  const body = { agent_id: nora.id };
  const refused = { status: 422, fields: ['agent_id'] };
  expect(refusalOf(await ann.call(api.chats.claim, { params, body }))).toEqual(refused);
  await ann.call(api.messages.send, { params, body: { type: 'text', body: 'hi', agent_id: ann.agentId } });
  expect(refusalOf(await ann.call(api.chats.transfer, { params, body }))).toEqual(refused);
  expect(refusalOf(await ann.call(api.chats.attachAgent, { params, body }))).toEqual(refused);
  const message = { type: 'text', body: 'hi', ...body };
  expect(refusalOf(await ann.call(api.messages.send, { params, body: message }))).toEqual(refused);
});

test('statistics have a row for an operator, with its name', async () => {
  const { app, ann } = await start();
  const nora = await addOperator(app, ann, { name: 'Nora' });
  const { data } = await ann.call(api.stats.agents);
  const rows = data.data as { agent_id: number; name: string | null; type: string; chats_missed: number }[];
  expect(rows.find(({ agent_id }) => agent_id === nora.id)).toMatchObject({
    name: 'Nora',
    type: 'ai',
    chats_missed: 0,
  });
});
