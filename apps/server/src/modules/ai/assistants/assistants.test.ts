import { api, locales } from '@parley/contract';
import { expect, test } from 'vitest';
import { addOperator } from '../../../../test/ai.ts';
import { startApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';

const { aiAssistants } = api;

const create = async ({ call }: Owner, body: object = {}) =>
  (await call(aiAssistants.create, { body: { name: 'Mia', ...body } })).data;
const read = async ({ call }: Owner, id: number) => (await call(aiAssistants.read, { params: { id } })).data;
const update = ({ call }: Owner, id: number, body: object) => call(aiAssistants.update, { params: { id }, body });

test('an assistant has defaults for everything but its name', async () => {
  const ann = await (await startApp()).owner();
  const made = await ann.call(aiAssistants.create, { body: { name: ' Mia ' } });
  expect(made.status).toBe(201);
  expect(made.data).toEqual({
    id: expect.any(Number),
    name: 'Mia',
    enabled: true,
    is_default: false,
    persona: null,
    system_prompt: null,
    temperature: 0.3,
    rag_enabled: true,
    escalation_triggers: [],
    greeting: null,
    quick_phrases: [],
    greeting_i18n: null,
    quick_phrases_i18n: null,
    provider: null,
    model: null,
    persona_version: 1,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  expect(await read(ann, made.data.id)).toEqual(made.data);
  expect((await ann.call(aiAssistants.list)).data).toEqual({ data: [made.data], next_cursor: null });
});

test('null clears every member but the name and the booleans', async () => {
  const ann = await (await startApp()).owner();
  const texts = { persona: 'Kind', system_prompt: 'Short', greeting: 'Hi', provider: 'openai', model: 'large' };
  const lists = { escalation_triggers: ['refund'], quick_phrases: ['Where?'] };
  const maps = { greeting_i18n: { en: 'Hi' }, quick_phrases_i18n: { en: ['Where?'] } };
  const { id } = await create(ann, { ...texts, ...lists, ...maps, temperature: 1 });
  const nothing = { ...texts, ...lists, ...maps, temperature: 1 };
  const nulls = Object.fromEntries(Object.keys(nothing).map((name) => [name, null]));
  expect((await update(ann, id, nulls)).data).toMatchObject({ ...nulls, escalation_triggers: [], quick_phrases: [] });
  for (const name of ['name', 'enabled', 'is_default', 'rag_enabled']) {
    expect((await update(ann, id, { [name]: null })).problem.errors).toEqual({ [name]: [expect.any(String)] });
  }
});

test('a second default takes the place of the first', async () => {
  const ann = await (await startApp()).owner();
  const [one, two] = [await create(ann, { is_default: true }), await create(ann, { is_default: true })];
  const defaults = async () => [(await read(ann, one.id)).is_default, (await read(ann, two.id)).is_default];
  expect(await defaults()).toEqual([false, true]);
  await update(ann, one.id, { is_default: true });
  expect(await defaults()).toEqual([true, false]);
  await Promise.all([one, two, one, two].map(({ id }) => update(ann, id, { is_default: true })));
  expect((await defaults()).filter(Boolean)).toHaveLength(1);
  const now = (await read(ann, one.id)).is_default ? one.id : two.id;
  await update(ann, now, { is_default: false });
  expect(await defaults()).toEqual([false, false]);
});

test('every change of persona or system prompt is another version; the same text is none', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { id } = await create(ann, { persona: 'Kind' });
  const versionAfter = async (body: object) => (await update(ann, id, body)).data.persona_version;
  expect(await versionAfter({ persona: 'Kind', system_prompt: null, name: 'Max' })).toBe(1);
  expect(await versionAfter({ system_prompt: 'Short' })).toBe(2);
  expect(await versionAfter({ persona: 'Kind', system_prompt: 'Short' })).toBe(2);
  expect(await versionAfter({ persona: null })).toBe(3);
  expect(await read(ann, id)).toMatchObject({ persona: null, system_prompt: 'Short', persona_version: 3 });
  const versions = await app.sql(`SELECT version, persona, system_prompt FROM ai_persona_versions
    WHERE widget_id = ${ann.widgetId} AND assistant_id = ${id} ORDER BY version`);
  expect(versions).toEqual([
    { version: 1, persona: 'Kind', system_prompt: null },
    { version: 2, persona: 'Kind', system_prompt: 'Short' },
    { version: 3, persona: null, system_prompt: 'Short' },
  ]);
});

test('a map by language is kept if omitted, cleared by null and replaced as a whole', async () => {
  const ann = await (await startApp()).owner();
  const greeting_i18n = { en: 'Hello', de: 'Hallo' };
  const { id } = await create(ann, { greeting_i18n, quick_phrases_i18n: { en: ['Where?'] } });
  expect((await update(ann, id, { name: 'Max' })).data).toMatchObject({ greeting_i18n });
  expect((await update(ann, id, { greeting_i18n: { fr: 'Bonjour' } })).data.greeting_i18n).toEqual({ fr: 'Bonjour' });
  expect((await update(ann, id, { greeting_i18n: null })).data).toMatchObject({
    greeting_i18n: null,
    quick_phrases_i18n: { en: ['Where?'] },
  });
});

test('en-US alone is stored as en; keys that mean one language are refused', async () => {
  const ann = await (await startApp()).owner();
  const { greeting_i18n } = await create(ann, { greeting_i18n: { 'en-US': 'Hi', PT_br: 'Oi', 'zh-Hant-TW': '你好' } });
  expect(greeting_i18n).toEqual({ en: 'Hi', pt: 'Oi', zh: '你好' });
  for (const field of ['greeting_i18n', 'quick_phrases_i18n']) {
    const value = field === 'greeting_i18n' ? 'Hi' : ['Hi'];
    const body = { name: 'Mia', [field]: { en: value, 'en-US': value } };
    expect((await ann.call(aiAssistants.create, { body })).problem).toMatchObject({
      status: 422,
      errors: { [`${field}.en-US`]: [expect.any(String)] },
    });
  }
});

test('empty maps, unsupported languages and wrong leaves are 422, and nothing of the request is stored', async () => {
  const ann = await (await startApp()).owner();
  const before = await create(ann, { greeting_i18n: { en: 'Hi' } });
  const wrong: object[] = [
    ...[{}, { xx: 'Hi' }, { nb: 'Hei' }, { '': 'Hi' }, { 'not a tag': 'Hi' }, { en: 1 }, { en: null }, { en: ['Hi'] }],
    ...[{ en: '' }, { en: ' \n ' }, { en: 'x'.repeat(4_001) }, { en: 'Hi', de: '' }, 'Hi', ['Hi']],
  ].map((greeting_i18n) => ({ greeting_i18n }));
  const phrases: object[] = [
    ...[{}, { xx: ['Hi'] }, { en: 'Hi' }, { en: [] }, { en: [''] }, { en: [1] }, { en: ['x'.repeat(501)] }],
    ...[{ en: Array.from({ length: 201 }, (_, at) => `${at}`) }, { en: null }],
  ].map((quick_phrases_i18n) => ({ quick_phrases_i18n }));
  for (const body of [...wrong, ...phrases]) {
    const { status } = await update(ann, before.id, { name: 'Max', persona: 'New', ...body });
    expect({ body, status }).toEqual({ body, status: 422 });
  }
  expect(await read(ann, before.id)).toEqual(before);
});

test('texts are trimmed with line endings normalised, and phrases are stored once in their order', async () => {
  const ann = await (await startApp()).owner();
  const phrases = [' Where? ', 'When?', 'Where?', 'a\r\nb', 'a\rb'];
  const made = await create(ann, {
    greeting: ' Hello\r\nthere\r! ',
    greeting_i18n: { en: '\tHello\r\nthere ' },
    quick_phrases: phrases,
    quick_phrases_i18n: { en: phrases },
    escalation_triggers: [' refund', 'refund ', 'manager'],
  });
  expect(made).toMatchObject({
    greeting: 'Hello\nthere\n!',
    greeting_i18n: { en: 'Hello\nthere' },
    quick_phrases: ['Where?', 'When?', 'a\nb'],
    quick_phrases_i18n: { en: ['Where?', 'When?', 'a\nb'] },
    escalation_triggers: ['refund', 'manager'],
  });
});

test('texts, lists and maps have their limits', async () => {
  const ann = await (await startApp()).owner();
  const many = (count: number) => Array.from({ length: count }, (_, at) => `${at}`);
  const accepted = {
    name: 'я'.repeat(191),
    persona: 'я'.repeat(32_000),
    system_prompt: 'я'.repeat(64_000),
    temperature: 2,
    escalation_triggers: [...many(99), 'x'.repeat(100)],
    greeting: 'я'.repeat(4_000),
    quick_phrases: [...many(199), '😀'.repeat(500)],
    greeting_i18n: { en: '😀'.repeat(4_000) },
    quick_phrases_i18n: { en: [...many(199), '😀'.repeat(500)] },
    provider: 'x'.repeat(100),
    model: 'x'.repeat(100),
  };
  expect(await create(ann, accepted)).toMatchObject(accepted);
  const refused: object[] = [
    { name: 'x'.repeat(192) },
    { name: ' ' },
    { persona: 'x'.repeat(32_001) },
    { system_prompt: 'x'.repeat(64_001) },
    { temperature: 2.1 },
    { temperature: -0.1 },
    { escalation_triggers: many(101) },
    { escalation_triggers: ['x'.repeat(101)] },
    { escalation_triggers: [' '] },
    { greeting: 'x'.repeat(4_001) },
    { quick_phrases: many(201) },
    { quick_phrases: ['x'.repeat(501)] },
    { provider: 'x'.repeat(101) },
    { model: '' },
    { assistant_id: 0 },
  ];
  for (const body of refused) {
    const { problem } = await ann.call(aiAssistants.create, { body: { name: 'Mia', ...body } });
    expect([body, Object.keys(problem.errors ?? {})[0]?.split('.')[0]]).toEqual([body, Object.keys(body)[0]]);
  }
});

test('a map has up to 60,000 bytes as JSON', async () => {
  const ann = await (await startApp()).owner();
  const status = async (body: object) =>
    (await ann.call(aiAssistants.create, { body: { name: 'Mia', ...body } })).status;
  const greetings = (last: number) => ({
    greeting_i18n: Object.fromEntries(
      locales.slice(0, 15).map((locale, at) => [locale, 'x'.repeat(at === 14 ? last : 3_993)]),
    ),
  });
  const size = (body: object) => Buffer.byteLength(JSON.stringify(Object.values(body)[0]));
  const spare = 60_000 - size(greetings(0));
  expect(await status(greetings(spare))).toBe(201);
  expect(await status(greetings(spare + 1))).toBe(422);
  const phrases = Array.from({ length: 121 }, (_, at) => `${at}`.padEnd(500, 'x'));
  expect(await status({ quick_phrases_i18n: { en: phrases } })).toBe(422);
  expect(await status({ quick_phrases_i18n: { en: phrases.slice(0, 110) } })).toBe(201);
});

test('a body of up to 2 MiB is read and one byte more is 413; malformed is 400; deep or with many members is 422', async () => {
  const ann = await (await startApp()).owner();
  const send = async (body: string) => (await ann.call(aiAssistants.create, { body })).status;
  const sized = (bytes: number) => '{"name":"Mia"}'.padEnd(bytes, ' ');
  expect([await send(sized(2_097_152)), await send(sized(2_097_153))]).toEqual([201, 413]);
  expect(await send('{"name":"Mia"')).toBe(400);
  expect(await send(`{"name":"Mia","greeting_i18n":${'['.repeat(40)}${']'.repeat(40)}}`)).toBe(422);
  const members = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`en-x-${at}`, ['x']]));
  expect(await send(JSON.stringify({ name: 'Mia', quick_phrases_i18n: members }))).toBe(422);
  expect(await send(JSON.stringify({ name: 'Mia', quick_phrases: Array(10_001).fill('x') }))).toBe(422);
});

test('a widget has up to 100 assistants; deleted ones do not count', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { id } = await create(ann);
  await app.sql(`INSERT INTO ai_assistants (widget_id, name, created_at, updated_at)
    SELECT ${ann.widgetId}, 'Mia', now(), now() FROM generate_series(1, 98)`);
  const answers = await Promise.all([1, 2].map(() => ann.call(aiAssistants.create, { body: { name: 'Mia' } })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(answers.find(({ status }) => status === 409)?.problem.reason).toBe('limit_reached');
  await ann.call(aiAssistants.remove, { params: { id } });
  expect((await ann.call(aiAssistants.create, { body: { name: 'Mia' } })).status).toBe(201);
});

test('a deleted assistant is 404 and no longer the default, and its row stays', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { id } = await create(ann, { is_default: true, persona: 'Kind' });
  expect((await ann.call(aiAssistants.remove, { params: { id } })).status).toBe(204);
  expect((await ann.call(aiAssistants.read, { params: { id } })).status).toBe(404);
  expect((await update(ann, id, { name: 'Max' })).status).toBe(404);
  expect((await ann.call(aiAssistants.remove, { params: { id } })).status).toBe(404);
  expect((await ann.call(aiAssistants.list)).data.data).toEqual([]);
  const rows = await app.sql(`SELECT is_default, persona FROM ai_assistants a
    JOIN ai_persona_versions v ON v.widget_id = a.widget_id AND v.assistant_id = a.id WHERE a.widget_id = ${ann.widgetId}`);
  expect(rows).toEqual([{ is_default: false, persona: 'Kind' }]);
  expect((await create(ann, { is_default: true })).is_default).toBe(true);
});

test('an assistant that AI operators run cannot be deleted, and they are named', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { id } = await create(ann);
  const mia = await addOperator(app, ann, { assistant_id: id, name: 'Mia' });
  const silent = await addOperator(app, ann, { assistant_id: id, status: 'relaxation' });
  await addOperator(app, ann, { assistant_id: id, status: 'banned' });
  expect((await ann.call(aiAssistants.remove, { params: { id } })).problem).toMatchObject({
    status: 409,
    reason: 'assistant_in_use',
    operators: [
      { id: mia, name: 'Mia' },
      { id: silent, name: 'Assistant' },
    ],
  });
  await app.sql(`UPDATE agents SET status = 'banned' WHERE id IN (${mia}, ${silent})`);
  expect((await ann.call(aiAssistants.remove, { params: { id } })).status).toBe(204);
});

test('the target in a new assistant must be an eligible one of this widget, and changes nothing', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const [run, idle, off, bobs] = [
    await create(ann, { persona: 'Kind' }),
    await create(ann),
    await create(ann, { enabled: false }),
    await create(bob),
  ];
  for (const { id } of [run, off]) await addOperator(app, ann, { assistant_id: id });
  await addOperator(app, ann, { assistant_id: idle.id, status: 'relaxation' });
  await addOperator(app, bob, { assistant_id: bobs.id });
  const target = async (id: number) =>
    (await ann.call(aiAssistants.create, { body: { name: 'Max', assistant_id: id } })).status;
  expect(await target(run.id)).toBe(201);
  expect(await read(ann, run.id)).toEqual(run);
  for (const id of [idle.id, off.id, bobs.id, 987_654_321]) expect(await target(id)).toBe(404);
});

test('every write has another revision, and none purges the served widget', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const readRevision = async () => {
    const [found] = await app.sql<{ revision: string | null; served: number }>(`
      SELECT s.revision::text, w.config_revision::int AS served
      FROM widgets w LEFT JOIN ai_settings s ON s.widget_id = w.id WHERE w.id = ${ann.widgetId}`);
    expect(found?.served).toBe(1);
    return found?.revision;
  };
  const revisions = [await readRevision()];
  const { id } = await create(ann);
  revisions.push(await readRevision());
  await update(ann, id, { name: 'Max' });
  revisions.push(await readRevision());
  await ann.call(aiAssistants.remove, { params: { id } });
  revisions.push(await readRevision());
  expect(revisions[0]).toBeNull();
  expect(new Set(revisions).size).toBe(4);
});
