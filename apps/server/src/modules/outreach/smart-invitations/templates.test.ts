import { api, type InvitationTemplate } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/harness.ts';
import { aRule } from '../../../../test/smart-invitations.ts';

const { smartInvitations } = api;

async function startWidget() {
  const app = await startApp();
  const ann = await app.owner();
  return {
    app,
    ann,
    create: (name: string, rule: object = aRule) => ann.call(smartInvitations.createTemplate, { body: { name, rule } }),
    list: async (): Promise<InvitationTemplate[]> => (await ann.call(smartInvitations.list)).data.templates,
  };
}

test('there are eight built-in templates with English and Russian texts, and each can be saved as it is', async () => {
  const { ann, list } = await startWidget();
  const builtIn = await list();
  expect(builtIn).toHaveLength(8);
  expect(new Set(builtIn.map(({ slug }) => slug)).size).toBe(8);
  for (const { id, builtin, name, rule } of builtIn) {
    expect({ id, builtin }).toEqual({ id: null, builtin: true });
    expect(Object.keys(rule.texts).toSorted()).toEqual(['en', 'ru']);
    expect(rule.texts.ru).toMatch(/[а-я]/);
    expect(rule.text).toBe(rule.texts.en);
    const { status, data } = await ann.call(smartInvitations.save, { body: { rule } });
    expect({ status, data }).toMatchObject({ status: 201, data: { ...rule, name } });
  }
});

test('a template of the widget comes before the built-in ones and has the whole rule, without what names it', async () => {
  const { ann, create, list } = await startWidget();
  const rule = (await ann.call(smartInvitations.save, { body: { rule: aRule } })).data;
  const { warnings: _warnings, id: _id, version: _version, ...content } = rule;
  const { status, data } = await create('Ours', { ...content, id: rule.id, version: 1 });
  expect({ status, data }).toEqual({
    status: 201,
    data: { id: expect.any(Number), slug: null, name: 'Ours', rule: content, builtin: false },
  });
  await create('Second');
  const templates = await list();
  expect(templates).toHaveLength(10);
  expect(templates.slice(0, 2).map(({ name }) => name)).toEqual(['Ours', 'Second']);
  expect(templates[0]).toEqual(data);
});

test('a template is checked as a rule is', async () => {
  const { create } = await startWidget();
  const conditions = { items: [{ field: 'path', op: 'gte', value: 1 }] };
  expect((await create('Ours', { ...aRule, conditions })).problem).toMatchObject({
    status: 422,
    errors: { 'rule.conditions.items.0.op': [expect.any(String)] },
  });
  expect((await create(' ')).problem).toMatchObject({ status: 422, errors: { name: [expect.any(String)] } });
});

test('a template can be deleted, and its widget alone may', async () => {
  const { app, create, ann, list } = await startWidget();
  const { id } = (await create('Ours')).data;
  const params = { id };
  expect((await (await app.owner()).call(smartInvitations.removeTemplate, { params })).status).toBe(404);
  expect((await ann.call(smartInvitations.removeTemplate, { params })).status).toBe(204);
  expect((await ann.call(smartInvitations.removeTemplate, { params })).status).toBe(404);
  expect(await list()).toHaveLength(8);
});

test('a widget has up to 50 templates of its own', async () => {
  const { app, ann, create } = await startWidget();
  await create('Ours');
  await app.sql(`INSERT INTO invitation_templates (widget_id, name, rule, created_at)
    SELECT widget_id, name, rule, now() FROM invitation_templates, generate_series(1, 49) WHERE widget_id = ${ann.widgetId}`);
  expect((await create('More')).problem).toMatchObject({ status: 409, reason: 'limit_reached' });
});
