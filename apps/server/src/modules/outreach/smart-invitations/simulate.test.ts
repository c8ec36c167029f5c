import { api } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { startApp } from '../../../../test/harness.ts';
import { addRule, aRule } from '../../../../test/smart-invitations.ts';

const NOW = '2026-11-16T09:00:00+00:00';

async function startWidget() {
  const app = await startApp();
  const ann = await app.owner();
  const call = (visit: object, rule?: object) =>
    ann.call(api.smartInvitations.simulate, {
      body: { visit: { url: 'https://shop.example/cart?utm_source=mail', ...visit }, ...(rule && { rule }) },
    });
  return { app, ann, call, judge: async (visit: object, rule?: object) => (await call(visit, rule)).data };
}

const soon = { type: 'time', seconds: 0 };

test('the rule that shows is the first that may, and every other one says why it does not', async () => {
  const { ann, judge } = await startWidget();
  const [off, cart, welcome] = [
    await addRule(ann, { trigger: soon, priority: 1, enabled: false }),
    await addRule(ann, { trigger: soon, priority: 2 }),
    await addRule(ann, { trigger: soon, priority: 3 }),
  ];
  expect(await judge({})).toEqual({
    shows: true,
    rules: [
      { id: off.id, shows: false, why: 'disabled' },
      { id: cart.id, shows: true, why: null },
      { id: welcome.id, shows: false, why: 'priority' },
    ],
    campaigns: [],
  });
});

const reasons: [string, object, object][] = [
  ['disabled', { enabled: false }, {}],
  ['dates', { starts_at: '2026-11-17T00:00:00Z' }, {}],
  ['dates', { ends_at: NOW }, {}],
  ['schedule', { schedule: { days: [1], from: '13:00', to: '24:00' } }, {}],
  ['when', { when: 'online' }, { online: false }],
  ['when', { when: 'offline' }, {}],
  ['trigger', { trigger: { type: 'time', seconds: 5 } }, { seconds_on_page: 4 }],
  ['trigger', { trigger: { type: 'exit' } }, { exit: true, device: 'mobile' }],
  ['trigger', { trigger: { type: 'event', name: 'search' } }, { event: 'other' }],
  ['conditions', { conditions: { items: [{ field: 'visits', op: 'gte', value: 2 }] } }, {}],
  ['chatting', {}, { chatting: true }],
];

describe('a rule does not show', () => {
  test.each(reasons)('because of %s: %j, %j', async (why, rule, visit) => {
    const { judge } = await startWidget();
    const given = { ...aRule, trigger: soon, ...rule };
    expect(await judge({ at: NOW, ...visit }, given)).toEqual({
      shows: false,
      rules: [{ id: null, shows: false, why }],
      campaigns: [],
    });
  });

  test('again on a visit, nor within 30 days of a dismissal', async () => {
    const { ann, judge } = await startWidget();
    const { id } = await addRule(ann, { trigger: soon, frequency: { per: 'visit', max: 1 } });
    const why = async (visit: object) => (await judge({ at: NOW, ...visit })).rules[0]?.why;
    const earlier = { rule_id: id, at: '2026-11-16T08:58:00Z' };
    expect(await why({ seconds_on_site: 600, shown: [earlier] })).toBe('frequency');
    expect(await why({ seconds_on_site: 60, shown: [earlier] })).toBeNull();
    const dismissed = { rule_id: id, at: '2026-10-18T09:00:00Z', dismissed: true };
    expect(await why({ shown: [dismissed] })).toBe('dismissed');
    expect(await why({ shown: [{ ...dismissed, at: '2026-10-16T09:00:00Z' }] })).toBeNull();
  });
});

test('hours are in the time zone of the account', async () => {
  const { app, ann, judge } = await startWidget();
  const rule = { ...aRule, trigger: soon, schedule: { days: [1], from: '17:30', to: '18:30' } };
  expect((await judge({ at: NOW }, rule)).shows).toBe(false);
  await app.sql(`UPDATE accounts SET timezone = 'Asia/Tokyo' WHERE id = ${ann.accountId}`);
  expect((await judge({ at: NOW }, rule)).shows).toBe(true);
});

test('a stored rule is judged as it is in the request, and a new one beside those that are stored', async () => {
  const { ann, judge } = await startWidget();
  const rule = await addRule(ann, { trigger: soon, enabled: false });
  const { warnings: _warnings, params: _params, read: _read, setEnabled: _set, remove: _remove, ...read } = rule;
  const { invitation: _invitation, ...stored } = read;
  expect((await judge({}, { ...stored, enabled: true })).rules).toEqual([{ id: rule.id, shows: true, why: null }]);
  expect((await judge({}, { ...aRule, trigger: soon, priority: 1 })).rules).toEqual([
    { id: null, shows: true, why: null },
    { id: rule.id, shows: false, why: 'disabled' },
  ]);
});

test('a visit is by default a first one, on a desktop, while somebody is online, now', async () => {
  const { app, judge } = await startWidget();
  const items = [
    { field: 'device', op: 'in', value: ['desktop'] },
    { field: 'visits', op: 'lte', value: 1 },
    { field: 'pages', op: 'lte', value: 1 },
    { field: 'known', op: 'is', value: false },
    { field: 'utm_source', op: 'is', value: 'MAIL' },
  ];
  const now = app.clock.now;
  const dates = { starts_at: now.subtract({ hours: 1 }).toString(), ends_at: now.add({ hours: 1 }).toString() };
  expect(await judge({}, { ...aRule, trigger: soon, when: 'online', conditions: { items }, ...dates })).toMatchObject({
    shows: true,
  });
});

test('what is wrong with the visit or the rule is named by its path', async () => {
  const { app, call } = await startWidget();
  const fieldsOf = async (visit: object, rule?: object) => Object.keys((await call(visit, rule)).problem.errors ?? {});
  expect(await fieldsOf({ url: undefined })).toEqual(['visit.url']);
  expect(await fieldsOf({ url: 'shop.example' })).toEqual(['visit.url']);
  expect(await fieldsOf({ device: 'phone' })).toEqual(['visit.device']);
  expect(await fieldsOf({ shown: [{ rule_id: 1 }] })).toEqual(['visit.shown.0.at']);
  expect(await fieldsOf({}, { ...aRule, trigger: { type: 'scroll' } })).toEqual(['rule.trigger.percent']);
  const foreign = await addRule(await app.owner());
  expect(await fieldsOf({}, { ...aRule, id: foreign.id })).toEqual(['rule.id']);
});
