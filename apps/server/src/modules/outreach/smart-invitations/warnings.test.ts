import { api, type InvitationWarning } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/harness.ts';
import { addOperator } from '../../../../test/operators.ts';
import { aRule } from '../../../../test/smart-invitations.ts';

async function startCheck() {
  const app = await startApp();
  const ann = await app.owner();
  return {
    app,
    ann,
    warnings: async (rule: object): Promise<InvitationWarning[]> => {
      const { data } = await ann.call(api.smartInvitations.save, {
        body: { rule: { ...aRule, ...rule }, mode: 'check' },
      });
      return data.warnings;
    },
  };
}

/** Conditions that warn of nothing. */
const onCart = { field: 'path', op: 'is', value: '/cart' };
const having = (...items: object[]) => ({ conditions: { items } });
const device = (op: string, ...value: string[]) => ({ field: 'device', op, value });

test('a rule with nothing unusual has no warnings', async () => {
  const { warnings } = await startCheck();
  expect(await warnings(having(onCart))).toEqual([]);
});

const unusual: [InvitationWarning, object][] = [
  ['every_page', {}],
  ['ended', { ...having(onCart), ends_at: '2020-01-01T00:00:00Z' }],
  ['small_holdout', { ...having(onCart), holdout_percent: 4 }],
  ['contradiction', having(onCart, { ...onCart, value: '/pay' })],
  ['contradiction', having(onCart, { ...onCart, op: 'is_not', value: '/CART' })],
  ['contradiction', having({ ...onCart, op: 'is_not' }, onCart)],
  ['contradiction', having({ field: 'pages', op: 'gte', value: 3 }, { field: 'pages', op: 'lte', value: 2 })],
  ['contradiction', having({ field: 'pages', op: 'lte', value: 2 }, { field: 'pages', op: 'gte', value: 3 })],
  ['exit_without_desktop', { trigger: { type: 'exit' }, ...having(device('in', 'mobile')) }],
  ['exit_without_desktop', { trigger: { type: 'exit' }, ...having(onCart, device('not_in', 'desktop')) }],
  ['without_tracking', { ...having(onCart), frequency: { per: 'week' } }],
  ['without_tracking', having({ field: 'visits', op: 'gte', value: 2 })],
  ['untranslated', { ...having(onCart), texts: { de: 'Hallo' } }],
  ['ai_off', { ...having(onCart), from: { type: 'ai' } }],
];

test.each(unusual)('warns of %s: %j', async (warning, rule) => {
  const { warnings } = await startCheck();
  expect(await warnings(rule)).toEqual([warning]);
});

test('conditions of which one is enough contradict nothing', async () => {
  const { warnings } = await startCheck();
  const conditions = { match: 'any', items: [onCart, { ...onCart, value: '/pay' }, device('in', 'mobile')] };
  expect(await warnings({ conditions, trigger: { type: 'exit' } })).toEqual([]);
});

test('what the widget can do is not warned of: it tracks visitors, its AI answers, and every language has a text', async () => {
  const { app, ann, warnings } = await startCheck();
  await app.sql(`INSERT INTO ai_settings (widget_id, enabled, updated_at) VALUES (${ann.widgetId}, true, now())
    ON CONFLICT (widget_id) DO UPDATE SET enabled = true`);
  await addOperator(app, ann);
  await ann.call(api.widget.updateSettings, {
    body: { visitor_tracking: true, widget_supported_languages: ['ru', 'en'], widget_content_source_language: 'ru' },
  });
  const rule = { ...having(onCart), frequency: { per: 'ever' }, from: { type: 'ai' }, texts: { en: 'Hello' } };
  expect(await warnings(rule)).toEqual([]);
});

test('warnings do not keep a rule from being stored', async () => {
  const { ann } = await startCheck();
  const { status, data } = await ann.call(api.smartInvitations.save, { body: { rule: aRule } });
  expect({ status, warnings: data.warnings }).toEqual({ status: 201, warnings: ['every_page'] });
});
