import { api, type InvitationRule } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { startApp } from '../../../../test/harness.ts';
import { addAssistant, addOperator } from '../../../../test/operators.ts';
import { addAgent } from '../../../../test/people.ts';
import { addRule, aRule, openPage } from '../../../../test/smart-invitations.ts';

const { smartInvitations } = api;

async function startWidget() {
  const app = await startApp();
  const ann = await app.owner();
  return {
    app,
    ann,
    save: (rule: object, more: object = {}) => ann.call(smartInvitations.save, { body: { rule, ...more } }),
    list: async () => (await ann.call(smartInvitations.list)).data.rules,
    audit: async () =>
      (await ann.call(api.auditLog.list)).data.data
        .filter(({ subject }) => subject.type === 'invitation_rule')
        .map(({ action, subject }) => [action, subject.id, subject.name]),
  };
}

describe('a new rule', () => {
  test('has defaults for what its author left out', async () => {
    const { save, list } = await startWidget();
    const { status, data } = await save(aRule);
    const stored = {
      id: expect.any(Number),
      version: 1,
      ...aRule,
      enabled: true,
      priority: 100,
      when: 'any',
      conditions: { match: 'all', items: [] },
      schedule: null,
      frequency: { per: 'visit', max: 1 },
      action: 'bubble',
      texts: {},
      quick_replies: [],
      from: { type: 'widget', agent_id: null },
      holdout_percent: 0,
      starts_at: null,
      ends_at: null,
    };
    expect({ status, data }).toEqual({ status: 201, data: { ...stored, warnings: expect.any(Array) } });
    expect(await list()).toEqual([stored]);
  });

  test('keeps everything that it was given', async () => {
    const { ann, save, list } = await startWidget();
    const given = {
      name: 'Cart',
      enabled: false,
      priority: 7,
      when: 'online',
      trigger: { type: 'scroll', percent: 40 },
      conditions: {
        match: 'any',
        items: [
          { field: 'path', op: 'matches', value: '/cart*' },
          { field: 'param.ref', op: 'is', value: 'mail' },
          { field: 'country', op: 'in', value: ['DE', 'at'] },
          { field: 'language', op: 'not_in', value: ['pt-BR'] },
          { field: 'device', op: 'in', value: ['desktop', 'tablet'] },
          { field: 'pages', op: 'gte', value: 3 },
          { field: 'known', op: 'is', value: false },
        ],
      },
      schedule: { days: [1, 5], from: '22:00', to: '02:00' },
      frequency: { per: 'week', max: 2 },
      action: 'open',
      text: 'Can we help?',
      texts: { ru: 'Помочь?', de: 'Hilfe?' },
      quick_replies: ['Yes', 'No'],
      from: { type: 'agent', agent_id: ann.agentId },
      holdout_percent: 20,
      starts_at: '2026-11-01T12:00:00+03:00',
      ends_at: '2099-01-01T00:00:00Z',
    };
    expect((await save(given)).status).toBe(201);
    expect(await list()).toEqual([
      {
        ...given,
        id: expect.any(Number),
        version: 1,
        starts_at: '2026-11-01T09:00:00.000+00:00',
        ends_at: '2099-01-01T00:00:00.000+00:00',
      },
    ]);
  });

  test('needs a name, a trigger and a text', async () => {
    const { save } = await startWidget();
    const required = ['is required'];
    expect((await save({})).problem).toMatchObject({
      status: 422,
      errors: { 'rule.name': required, 'rule.trigger': required, 'rule.text': required },
    });
  });

  test('may come from an agent or an AI operator of the widget, and from nobody else', async () => {
    const { app, ann, save } = await startWidget();
    const foreign = await app.owner();
    const suspended = await addAgent(app, ann, 'operator');
    await app.sql(`UPDATE agents SET status = 'banned' WHERE id = ${suspended.agentId}`);
    const nora = await addOperator(app, ann, { assistant_id: await addAssistant(app, ann) });
    const [retired] = [await addOperator(app, ann)];
    await retired.retire();
    const statusOf = async (type: string, agent_id?: number | null) => {
      const { status, problem } = await save({ ...aRule, from: { type, agent_id } });
      return status === 422 ? Object.keys(problem.errors ?? {}) : status;
    };
    const refused = ['rule.from.agent_id'];
    expect(await statusOf('agent', ann.agentId)).toBe(201);
    expect(await statusOf('ai', nora.id)).toBe(201);
    expect(await statusOf('ai')).toBe(201);
    expect(await statusOf('widget')).toBe(201);
    for (const id of [undefined, null, foreign.agentId, suspended.agentId, nora.id, 987_654_321]) {
      expect(await statusOf('agent', id)).toEqual(refused);
    }
    for (const id of [ann.agentId, foreign.agentId, retired.id]) expect(await statusOf('ai', id)).toEqual(refused);
    expect(await statusOf('widget', ann.agentId)).toEqual(refused);
  });
});

describe('what is wrong is named by its path', () => {
  const wrongConditions: [object, string][] = [
    [{ field: 'path', op: 'in', value: ['a'] }, 'op'],
    [{ field: 'visits', op: 'is', value: 1 }, 'op'],
    [{ field: 'known', op: 'is_not', value: true }, 'op'],
    [{ field: 'param.x', op: 'gte', value: 1 }, 'op'],
    [{ field: 'path', op: 'regex', value: 'a' }, 'op'],
    [{ field: 'colour', op: 'is', value: 'red' }, 'field'],
    [{ field: 'param.', op: 'is', value: 'red' }, 'field'],
    [{ field: 'constructor', op: 'is', value: 'red' }, 'field'],
    [{ field: 'path', op: 'is', value: 1 }, 'value'],
    [{ field: 'path', op: 'is', value: ' ' }, 'value'],
    [{ field: 'visits', op: 'gte', value: '1' }, 'value'],
    [{ field: 'visits', op: 'gte', value: -1 }, 'value'],
    [{ field: 'pages', op: 'lte', value: 1.5 }, 'value'],
    [{ field: 'known', op: 'is', value: 'true' }, 'value'],
    [{ field: 'country', op: 'in', value: [] }, 'value'],
    [{ field: 'country', op: 'in', value: 'DE' }, 'value'],
    [{ field: 'country', op: 'in', value: ['Germany'] }, 'value'],
    [{ field: 'language', op: 'in', value: ['!'] }, 'value'],
    [{ field: 'device', op: 'not_in', value: ['phone'] }, 'value'],
    [{ field: 'path', op: 'is' }, 'value'],
  ];

  test.each(wrongConditions)('a condition: %j', async (item, member) => {
    const { save } = await startWidget();
    const items = [{ field: 'path', op: 'is', value: '/' }, item];
    const { problem } = await save({ ...aRule, conditions: { items } });
    expect(problem).toMatchObject({ status: 422 });
    expect(Object.keys(problem.errors ?? {})).toEqual([`rule.conditions.items.1.${member}`]);
  });

  const wrongMembers: [object, string][] = [
    [{ trigger: { type: 'time' } }, 'rule.trigger.seconds'],
    [{ trigger: { type: 'idle', percent: 5, seconds: 5 } }, 'rule.trigger.percent'],
    [{ trigger: { type: 'scroll' } }, 'rule.trigger.percent'],
    [{ trigger: { type: 'scroll', percent: 101 } }, 'rule.trigger.percent'],
    [{ trigger: { type: 'event' } }, 'rule.trigger.name'],
    [{ trigger: { type: 'exit', seconds: 5 } }, 'rule.trigger.seconds'],
    [{ trigger: { type: 'click' } }, 'rule.trigger.type'],
    [{ schedule: { days: [1], from: '09:00', to: '09:00' } }, 'rule.schedule.to'],
    [{ schedule: { days: [], from: '09:00', to: '10:00' } }, 'rule.schedule.days'],
    [{ schedule: { days: [8], from: '09:00', to: '10:00' } }, 'rule.schedule.days.0'],
    [{ schedule: { days: [1], from: '25:00', to: '10:00' } }, 'rule.schedule.from'],
    [{ starts_at: '2026-11-02T00:00:00Z', ends_at: '2026-11-02T00:00:00Z' }, 'rule.ends_at'],
    [{ starts_at: 'tomorrow' }, 'rule.starts_at'],
    [{ name: 'x'.repeat(121) }, 'rule.name'],
    [{ priority: 0 }, 'rule.priority'],
    [{ priority: 1_001 }, 'rule.priority'],
    [{ when: 'always' }, 'rule.when'],
    [{ frequency: { per: 'hour' } }, 'rule.frequency.per'],
    [{ action: 'popup' }, 'rule.action'],
    [{ text: 'x'.repeat(501) }, 'rule.text'],
    [{ text: ' ' }, 'rule.text'],
    [{ texts: { xx: 'Hi' } }, 'rule.texts.xx'],
    [{ quick_replies: ['1', '2', '3', '4'] }, 'rule.quick_replies'],
    [{ holdout_percent: 51 }, 'rule.holdout_percent'],
    [{ conditions: { items: Array(21).fill({ field: 'path', op: 'is', value: '/' }) } }, 'rule.conditions.items'],
    [{ colour: 'red' }, 'rule.colour'],
  ];

  test.each(wrongMembers)('a member: %j', async (given, path) => {
    const { save } = await startWidget();
    const { problem } = await save({ ...aRule, ...given });
    expect(problem).toMatchObject({ status: 422 });
    expect(Object.keys(problem.errors ?? {})).toEqual([path]);
  });
});

describe('original_id', () => {
  test('replaces the whole rule and raises its version', async () => {
    const { ann, save, list } = await startWidget();
    const rule = await addRule(ann, { texts: { ru: 'Помочь?' }, priority: 3 });
    const { status, data } = await save({ ...aRule, name: 'Other' }, { original_id: rule.id });
    expect(status).toBe(200);
    expect(data).toMatchObject({ id: rule.id, version: 2, name: 'Other', texts: {}, priority: 100 });
    expect(await list()).toHaveLength(1);
  });

  test('is 422 if the widget has no such rule, or has deleted it', async () => {
    const { app, ann, save } = await startWidget();
    const foreign = await addRule(await app.owner());
    const deleted = await addRule(ann);
    await deleted.remove();
    for (const original_id of [foreign.id, deleted.id, 987_654_321]) {
      for (const mode of ['save', 'copy', 'check']) {
        const { problem } = await save(aRule, { original_id, mode });
        expect(problem).toMatchObject({ status: 422, errors: { original_id: [expect.any(String)] } });
      }
    }
  });

  test('with a version that is not the current one is 409, and a rule can be sent back as it was read', async () => {
    const { ann, save } = await startWidget();
    const rule = await addRule(ann);
    const read = (await rule.read()) as InvitationRule;
    expect((await save({ ...read, name: 'First' }, { original_id: rule.id })).data.version).toBe(2);
    const late = await save({ ...read, name: 'Second' }, { original_id: rule.id });
    expect(late.problem).toMatchObject({ status: 409, reason: 'rule_changed' });
    expect((await save({ ...read }, { original_id: rule.id, mode: 'check' })).status).toBe(200);
    expect((await rule.read())?.name).toBe('First');
  });

  test('of two who save the same version at once, one is refused', async () => {
    const { ann, save } = await startWidget();
    const rule = await addRule(ann);
    const given = { ...aRule, version: 1 };
    const answers = await Promise.all(['A', 'B'].map((name) => save({ ...given, name }, { original_id: rule.id })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await rule.read())?.version).toBe(2);
  });

  test('must be the id of the rule, if it has one', async () => {
    const { ann, save } = await startWidget();
    const rule = await addRule(ann);
    for (const more of [{}, { original_id: rule.id + 1 }]) {
      const { problem } = await save({ ...aRule, id: rule.id }, more);
      expect(problem).toMatchObject({ status: 422, errors: { 'rule.id': [expect.any(String)] } });
    }
  });
});

describe('the mode', () => {
  test('copy stores a new rule, disabled, and leaves the original', async () => {
    const { ann, save, list } = await startWidget();
    const rule = await addRule(ann);
    const { status, data } = await save(aRule, { original_id: rule.id, mode: 'copy' });
    expect({ status, data }).toMatchObject({ status: 201, data: { version: 1, enabled: false } });
    expect(data.id).not.toBe(rule.id);
    expect((await list()).map(({ id, enabled }: InvitationRule) => [id, enabled])).toEqual([
      [rule.id, true],
      [data.id, false],
    ]);
  });

  test('copy takes a rule as it was read, without original_id', async () => {
    const { ann, save, list } = await startWidget();
    const rule = await addRule(ann);
    const { status, data } = await save({ ...((await rule.read()) as InvitationRule) }, { mode: 'copy' });
    expect({ status, enabled: data.enabled, version: data.version }).toEqual({
      status: 201,
      enabled: false,
      version: 1,
    });
    expect(await list()).toHaveLength(2);
  });

  test('check stores nothing, purges nothing and says what it would store', async () => {
    const { app, ann, save, list, audit } = await startWidget();
    const page = openPage(app, ann);
    const rule = await addRule(ann);
    const before = [await list(), (await page.list()).revision, await audit()];
    const fresh = await save({ ...aRule, name: 'New' }, { mode: 'check' });
    expect(fresh).toMatchObject({ status: 200, data: { id: null, version: null, name: 'New', priority: 100 } });
    const changed = await save({ ...aRule, name: 'New' }, { mode: 'check', original_id: rule.id });
    expect(changed).toMatchObject({ status: 200, data: { id: rule.id, version: 1, name: 'New' } });
    expect([await list(), (await page.list()).revision, await audit()]).toEqual(before);
  });
});

test('a widget has up to 50 rules; deleting one makes room', async () => {
  const { app, ann, save } = await startWidget();
  const rule = await addRule(ann);
  await app.sql(`INSERT INTO smart_invitations (widget_id, name, enabled, priority, settings, created_at, updated_at)
    SELECT widget_id, name, enabled, priority, settings, now(), now() FROM smart_invitations, generate_series(1, 49)
    WHERE widget_id = ${ann.widgetId}`);
  const full = { status: 409, reason: 'limit_reached' };
  expect((await save(aRule)).problem).toMatchObject(full);
  expect((await save(aRule, { mode: 'copy', original_id: rule.id })).problem).toMatchObject(full);
  expect((await save(aRule, { mode: 'check' })).status).toBe(200);
  expect((await save(aRule, { original_id: rule.id })).status).toBe(200);
  await rule.remove();
  const last = await Promise.all([save(aRule), save(aRule)]);
  expect(last.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

test('rules are considered by priority, then by age', async () => {
  const { ann, list } = await startWidget();
  for (const [name, priority] of [
    ['c', 200],
    ['a', 5],
    ['d', 200],
    ['b', 100],
  ] as const) {
    await addRule(ann, { name, priority });
  }
  expect((await list()).map(({ name }: InvitationRule) => name)).toEqual(['a', 'b', 'c', 'd']);
});

test('a rule is disabled and enabled, which raises its version once', async () => {
  const { ann } = await startWidget();
  const rule = await addRule(ann);
  expect((await rule.setEnabled(false)).data).toMatchObject({ id: rule.id, enabled: false, version: 2 });
  expect((await rule.setEnabled(false)).data.version).toBe(2);
  expect((await rule.setEnabled(true)).data).toMatchObject({ enabled: true, version: 3 });
});

test('a deleted rule is gone for everybody', async () => {
  const { app, ann, list } = await startWidget();
  const rule = await addRule(ann);
  expect((await rule.remove()).status).toBe(204);
  expect((await rule.remove()).status).toBe(404);
  expect((await rule.setEnabled(true)).status).toBe(404);
  expect(await list()).toEqual([]);
  expect((await openPage(app, ann).list()).rules).toEqual([]);
});

test('writes raise the revision of the widget and enter the audit log', async () => {
  const { app, ann, save, audit } = await startWidget();
  const page = openPage(app, ann);
  const known = (await page.config()).revision;
  const rule = await addRule(ann);
  await save({ ...aRule, name: 'Cart' }, { original_id: rule.id });
  const copy = await save(aRule, { original_id: rule.id, mode: 'copy' });
  await rule.setEnabled(false);
  await rule.remove();
  expect((await page.config()).revision).toBe(known + 5);
  expect(await audit()).toEqual([
    ['invitation_rule.removed', rule.id, 'Cart'],
    ['invitation_rule.updated', rule.id, 'Cart'],
    ['invitation_rule.created', copy.data.id, 'Welcome'],
    ['invitation_rule.updated', rule.id, 'Cart'],
    ['invitation_rule.created', rule.id, 'Welcome'],
  ]);
});
