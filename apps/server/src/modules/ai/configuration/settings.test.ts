import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { api } from '@parley/contract';
import { expect, onTestFinished, test } from 'vitest';
import { addOperator } from '../../../../test/ai.ts';
import { environmentOn, runCommand } from '../../../../test/command-line.ts';
import { startApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';

const { aiAssistants, aiSettings } = api;

const read = async ({ call }: Owner) => (await call(aiSettings.read)).data;
const update = ({ call }: Owner, body: object) => call(aiSettings.update, { body });
const createAssistant = async ({ call }: Owner, body: object = {}) =>
  (await call(aiAssistants.create, { body: { name: 'Mia', ...body } })).data;

const NO_TARGET = {
  status: 'assistant_target_required',
  storage: null,
  assistant_id: null,
  operator_id: null,
  persona_version: null,
  eligible_targets: [],
};

const DEFAULTS = {
  enabled: false,
  rag_enabled: true,
  shadow_mode: false,
  autonomous_tuning_enabled: false,
  presence_context_enabled: true,
  takeover_timeout_sec: 0,
  offline_outcome_mode: 'always',
  budget_visitor_tokens: 100_000,
  budget_widget_tokens: 5_000_000,
  budget_visitor_usd_micro: null,
  budget_widget_usd_micro: null,
  effective_assistant: null,
  legacy_persona: { present: false },
  learning_target: NO_TARGET,
};

test('a widget has the default AI settings until they are changed', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  expect(await read(ann)).toEqual(DEFAULTS);
  const changes = {
    enabled: true,
    rag_enabled: false,
    shadow_mode: true,
    autonomous_tuning_enabled: true,
    presence_context_enabled: false,
    takeover_timeout_sec: 60,
    offline_outcome_mode: 'suppress_after_safe_reply',
    budget_visitor_tokens: null,
    budget_widget_tokens: 0,
    budget_visitor_usd_micro: 50_000,
    budget_widget_usd_micro: 2 ** 53 - 1,
  };
  expect((await update(ann, changes)).data).toEqual({ ...DEFAULTS, ...changes });
  expect((await update(ann, { shadow_mode: false })).data).toEqual({ ...DEFAULTS, ...changes, shadow_mode: false });
  expect(await read(bob)).toEqual(DEFAULTS);
});

test('null resets offline_outcome_mode to always, and is refused for flags', async () => {
  const ann = await (await startApp()).owner();
  await update(ann, { offline_outcome_mode: 'suppress_after_safe_reply' });
  expect((await update(ann, { offline_outcome_mode: null })).data.offline_outcome_mode).toBe('always');
  for (const body of [{ enabled: null }, { takeover_timeout_sec: null }, { offline_outcome_mode: 'never' }, {}]) {
    expect((await update(ann, body)).status).toBe(422);
  }
});

test('the takeover timeout is 0 or 10 to 86,400 seconds', async () => {
  const ann = await (await startApp()).owner();
  for (const takeover_timeout_sec of [0, 10, 86_400]) {
    expect((await update(ann, { takeover_timeout_sec })).data).toMatchObject({ takeover_timeout_sec });
  }
  for (const takeover_timeout_sec of [1, 9, 86_401, -1, 10.5, '10']) {
    const { problem } = await update(ann, { enabled: true, takeover_timeout_sec });
    expect(problem.errors).toEqual({ takeover_timeout_sec: [expect.any(String)] });
  }
  expect((await read(ann)).enabled).toBe(false);
});

test('what is read only is 422 by name', async () => {
  const ann = await (await startApp()).owner();
  for (const name of ['effective_assistant', 'legacy_persona', 'learning_target']) {
    expect((await update(ann, { enabled: true, [name]: null })).problem.errors).toEqual({
      [name]: [expect.any(String)],
    });
  }
});

test('only switching the AI on or off purges the served widget, and every change has another revision', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const known = new Set<string>();
  const purgesOf = async (body: object) => {
    expect((await update(ann, body)).status).toBe(200);
    const [found] = await app.sql<{ revision: string; served: number }>(`
      SELECT s.revision::text, w.config_revision::int AS served FROM widgets w
      JOIN ai_settings s ON s.widget_id = w.id WHERE w.id = ${ann.widgetId}`);
    known.add(found?.revision ?? '');
    return (found?.served ?? 0) - 1;
  };
  expect(await purgesOf({ shadow_mode: true, budget_widget_tokens: null })).toBe(0);
  expect(await purgesOf({ enabled: false })).toBe(0);
  expect(await purgesOf({ enabled: true })).toBe(1);
  expect(await purgesOf({ enabled: true, shadow_mode: false })).toBe(1);
  expect(await purgesOf({ enabled: false })).toBe(2);
  expect(known.size).toBe(5);
});

test('the audit log has what changed, budgets included', async () => {
  const app = await startApp();
  const ann = await app.owner();
  await update(ann, { budget_widget_tokens: 7, shadow_mode: false });
  const entries = await app.sql(`SELECT action, before, after FROM audit_log
    WHERE widget_id = ${ann.widgetId} AND action LIKE 'ai.%'`);
  expect(entries).toEqual([
    {
      action: 'ai.settings_updated',
      before: { budget_widget_tokens: 5_000_000 },
      after: { budget_widget_tokens: 7 },
    },
  ]);
});

test('a new chat uses the default assistant, else that of the oldest operator; only what can answer', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const [one, two, off] = [
    await createAssistant(ann, { name: 'One' }),
    await createAssistant(ann, { name: 'Two' }),
    await createAssistant(ann, { name: 'Off', is_default: true, enabled: false }),
  ];
  await addOperator(app, ann, { assistant_id: one.id, status: 'relaxation' });
  await addOperator(app, ann, { assistant_id: off.id });
  expect((await read(ann)).effective_assistant).toBeNull();
  const second = await addOperator(app, ann, { assistant_id: two.id });
  const first = await addOperator(app, ann, { assistant_id: one.id });
  expect((await read(ann)).effective_assistant).toEqual({ id: two.id, name: 'Two', operator_id: second });
  await ann.call(aiAssistants.update, { params: { id: one.id }, body: { is_default: true } });
  expect((await read(ann)).effective_assistant).toEqual({ id: one.id, name: 'One', operator_id: first });
  const [external] = await app.sql<{ id: number }>(`INSERT INTO agents (widget_id, account_id, type, role, created_at)
    VALUES (${ann.widgetId}, ${ann.accountId}, 'webhook', 'operator', now()) RETURNING id::int`);
  await app.sql(`INSERT INTO external_operators (widget_id, agent_id, public_id, url, events, state, secret, created_at, updated_at)
    VALUES (${ann.widgetId}, ${external?.id}, 'xop_${ann.widgetId}', 'https://ai.example', '{message}', 'active', 's', now(), now())`);
  expect((await read(ann)).effective_assistant).toBeNull();
});

test('learning has a target while exactly one enabled assistant is run by an active AI operator', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const target = async () => (await read(ann)).learning_target;
  const [one, two] = [await createAssistant(ann), await createAssistant(ann, { is_default: true })];
  await addOperator(app, ann, { assistant_id: two.id, status: 'banned' });
  expect(await target()).toEqual(NO_TARGET);
  const operator_id = await addOperator(app, ann, { assistant_id: one.id });
  await ann.call(aiAssistants.update, { params: { id: one.id }, body: { persona: 'Kind' } });
  const resolved = {
    status: 'resolved',
    storage: 'assistant',
    assistant_id: one.id,
    operator_id,
    persona_version: 2,
    eligible_targets: [{ assistant_id: one.id, operator_id }],
  };
  expect(await target()).toEqual(resolved);
  const other = await addOperator(app, ann, { assistant_id: two.id });
  expect(await target()).toEqual({
    ...NO_TARGET,
    eligible_targets: [
      { assistant_id: one.id, operator_id },
      { assistant_id: two.id, operator_id: other },
    ],
  });
  await ann.call(aiAssistants.update, { params: { id: two.id }, body: { enabled: false } });
  expect(await target()).toEqual(resolved);
});

test('more than 100 pairs of assistant and operator are an overflow, and none is listed', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const ids = [(await createAssistant(ann)).id, (await createAssistant(ann)).id];
  const add = (count: number) =>
    app.sql(`WITH made AS (INSERT INTO agents (widget_id, account_id, type, role, created_at)
        SELECT ${ann.widgetId}, ${ann.accountId}, 'ai', 'operator', now() FROM generate_series(1, ${count}) RETURNING id)
      INSERT INTO ai_operators (widget_id, agent_id, assistant_id)
      SELECT ${ann.widgetId}, id, CASE WHEN id % 2 = 0 THEN ${ids[0]} ELSE ${ids[1]} END FROM made`);
  await add(100);
  const { status, eligible_targets } = (await read(ann)).learning_target;
  expect([status, eligible_targets.length]).toEqual(['assistant_target_required', 100]);
  const sorted = eligible_targets.toSorted((a, b) => a.assistant_id - b.assistant_id || a.operator_id - b.operator_id);
  expect(eligible_targets).toEqual(sorted);
  await add(1);
  expect((await read(ann)).learning_target).toEqual({ ...NO_TARGET, status: 'overflow' });
});

test('an imported persona becomes an assistant once, beside those that exist', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const migrate = async () => (await ann.call(aiSettings.migrate)).data;
  expect(await migrate()).toEqual({ assistant: null, created: false });
  const own = await createAssistant(ann, { is_default: true });
  const directory = await mkdtemp(path.join(tmpdir(), 'persona-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = path.join(directory, 'persona.json');
  await writeFile(file, JSON.stringify({ persona: 'Kind', system_prompt: 'Short', greeting: 'Hello!' }));
  const run = (...args: string[]) => runCommand(environmentOn(app.connection), 'ai', 'import-persona', ...args);
  expect(await run('--widget', `${ann.widgetId}`, '--file', file)).toMatchObject({
    code: 0,
    lines: [{ widget_id: ann.widgetId }],
  });
  expect(await read(ann)).toMatchObject({
    legacy_persona: { present: true },
    learning_target: { ...NO_TARGET, status: 'legacy', storage: 'legacy_button' },
  });
  const first = await migrate();
  expect(first).toMatchObject({
    created: true,
    assistant: { persona: 'Kind', system_prompt: 'Short', greeting: 'Hello!', is_default: false, persona_version: 1 },
  });
  expect(await migrate()).toEqual({ assistant: first.assistant, created: false });
  expect((await ann.call(aiAssistants.list)).data.data).toEqual([first.assistant, own]);
  await ann.call(aiAssistants.remove, { params: { id: first.assistant?.id } });
  expect(await migrate()).toMatchObject({ created: true, assistant: { persona: 'Kind' } });
  for (const content of ['', '[]', '{}', '{"persona":1}', '{"persona":" "}', '{"persona":"a","constructor":"b"}']) {
    await writeFile(file, content);
    expect([content, (await run('--widget', `${ann.widgetId}`, '--file', file)).code]).toEqual([content, 1]);
  }
  expect((await run('--widget', `${ann.widgetId}`, '--file', `${file}.missing`)).stderr).toContain("can't be read");
  await writeFile(file, '{"persona":"Kind"}');
  expect((await run('--widget', '987654321', '--file', file)).stderr).toContain('There is no widget');
});
