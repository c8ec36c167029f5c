import { api } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { startApp } from '../../../../../test/harness.ts';
import { draftCampaign } from '../../../../../test/onsite-campaigns.ts';
import { aRule } from '../../../../../test/smart-invitations.ts';

const { campaigns } = api;

async function startAccount() {
  const app = await startApp();
  const ann = await app.owner();
  const create = (settings: object, type = 'onsite') =>
    ann.call(campaigns.create, { body: { type, name: 'Sale', settings } });
  return {
    app,
    ann,
    create,
    fieldsOf: async (settings: object) => Object.keys((await create(settings)).problem.errors ?? {}),
    ahead: (duration: Temporal.DurationLike) => app.clock.now.add(duration).toString(),
  };
}

const { name: _name, ...unnamed } = aRule;

describe('a draft', () => {
  test('may be empty, has nothing counted and shows nothing', async () => {
    const { create } = await startAccount();
    const nothing = { held_out: 0, shown: 0, opened: 0, dismissed: 0, clicked: 0, wrote: 0, held_out_wrote: 0 };
    expect(await create({})).toMatchObject({
      status: 201,
      data: { type: 'onsite', status: 'draft', settings: {}, counts: { ...nothing, lift: null }, scheduled_for: null },
    });
  });

  test('has a rule like those of the widget, with the same defaults and without need of a name', async () => {
    const { ann, create } = await startAccount();
    const given = { rule: unnamed, starts_at: '2099-01-01T00:00:00+03:00', ends_at: '2099-02-01' };
    const { data } = await create(given);
    expect(data.settings).toMatchObject({ ...given, rule: { ...unnamed, priority: 100, conditions: { items: [] } } });
    const changed = { rule: { ...unnamed, priority: 3 }, ends_at: null };
    const edited = await ann.call(campaigns.update, { params: { id: data.id }, body: { settings: changed } });
    expect(edited.data.settings).toMatchObject({ rule: { priority: 3, frequency: { per: 'visit', max: 1 } } });
    expect(edited.data.settings).not.toHaveProperty('ends_at');
  });

  test.each<[object, string]>([
    [{ rule: { text: 'Hi' } }, 'settings.rule.trigger'],
    [{ rule: { ...aRule, trigger: { type: 'time' } } }, 'settings.rule.trigger.seconds'],
    [{ rule: { ...aRule, text: ' ' } }, 'settings.rule.text'],
    [{ rule: { ...aRule, colour: 'red' } }, 'settings.rule.colour'],
    [{ rule: { ...aRule, from: { type: 'agent' } } }, 'settings.rule.from.agent_id'],
    [{ rule: { ...aRule, schedule: { days: [1], from: '09:00', to: '09:00' } } }, 'settings.rule.schedule.to'],
    [
      { rule: { ...aRule, conditions: { items: [{ field: 'visits', op: 'is', value: 1 }] } } },
      'settings.rule.conditions.items.0.op',
    ],
    [
      { rule: { ...aRule, starts_at: '2099-01-01T00:00:00Z', ends_at: '2099-01-01T00:00:00Z' } },
      'settings.rule.ends_at',
    ],
    [{ starts_at: '2099-01-01T03:00:00+03:00', ends_at: '2099-01-01T00:00:00Z' }, 'settings.ends_at'],
    [{ starts_at: 'tomorrow' }, 'settings.starts_at'],
    [{ subject: 'News' }, 'settings.subject'],
    [{ audience: {} }, 'settings.audience'],
  ])('names what is wrong by its path: %j', async (settings, path) => {
    const { ann, create, fieldsOf } = await startAccount();
    expect(await fieldsOf(settings)).toEqual([path]);
    const { data } = await create({});
    const edited = await ann.call(campaigns.update, { params: { id: data.id }, body: { settings } });
    expect([edited.status, Object.keys(edited.problem.errors ?? {})]).toEqual([422, [path]]);
  });

  test('of an e-mail campaign has no rule', async () => {
    const { create } = await startAccount();
    const { problem } = await create({ rule: aRule }, 'email');
    expect(problem).toMatchObject({ status: 422, errors: { 'settings.rule': [expect.any(String)] } });
  });
});

describe('the start', () => {
  test('needs a rule', async () => {
    const { ann, create } = await startAccount();
    const { data } = await create({});
    const start = await ann.call(campaigns.transition, { params: { id: data.id }, body: { action: 'start' } });
    expect(start.problem).toMatchObject({ status: 422, errors: { 'settings.rule': [expect.any(String)] } });
  });

  test('needs an end that is ahead', async () => {
    const { app, ann, ahead } = await startAccount();
    for (const ends_at of ['2020-01-01T00:00:00Z', app.clock.now.toString()]) {
      const { problem } = await (await draftCampaign(ann, { ends_at })).act('start');
      expect(problem).toMatchObject({ status: 422, errors: { 'settings.ends_at': [expect.any(String)] } });
    }
    expect((await (await draftCampaign(ann, { ends_at: ahead({ seconds: 1 }) })).act('start')).status).toBe(200);
  });

  test('needs an agent who is still there', async () => {
    const { app, ann } = await startAccount();
    const campaign = await draftCampaign(ann, { rule: { from: { type: 'agent', agent_id: ann.agentId } } });
    const foreign = await app.owner();
    await app.sql(`UPDATE sends SET settings = jsonb_set(settings, '{rule,from,agent_id}', '${foreign.agentId}')
      WHERE id = ${campaign.id}`);
    const { problem } = await campaign.act('start');
    expect(problem).toMatchObject({ status: 422, errors: { 'settings.rule.from.agent_id': [expect.any(String)] } });
  });

  test('is no send of e-mails, and no e-mail is started', async () => {
    const { ann, create } = await startAccount();
    const onsite = await draftCampaign(ann);
    const sent = await ann.call(campaigns.send, { params: onsite.params, body: { consent: true } });
    expect(sent).toMatchObject({ status: 409, data: { reason: 'not_email' } });
    const { data } = await create({ subject: 'News', text: 'Hello' }, 'email');
    const started = await ann.call(campaigns.transition, { params: { id: data.id }, body: { action: 'start' } });
    expect(started).toMatchObject({ status: 409, data: { reason: 'send_required' } });
  });
});

test('a started campaign keeps its settings, and a copy of it is a draft that shows nothing', async () => {
  const { ann } = await startAccount();
  const campaign = await draftCampaign(ann);
  await campaign.act('start');
  const edited = await ann.call(campaigns.update, { params: campaign.params, body: { settings: { rule: null } } });
  expect(edited).toMatchObject({ status: 409, data: { reason: 'not_editable' } });
  const renamed = await ann.call(campaigns.update, { params: campaign.params, body: { name: 'Summer sale' } });
  expect(renamed.data).toMatchObject({ name: 'Summer sale', status: 'running' });
  const { data } = await ann.call(campaigns.copy, { params: campaign.params });
  expect(data).toMatchObject({
    status: 'draft',
    type: 'onsite',
    settings: renamed.data.settings,
    counts: { shown: 0 },
  });
});
