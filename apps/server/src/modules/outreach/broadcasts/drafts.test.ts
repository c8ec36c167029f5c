import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { draftBroadcast, HELLO } from '../../../../test/broadcasts.ts';
import { addAnsweredVisitor } from '../../../../test/callers.ts';
import { addChannel } from '../../../../test/channels.ts';
import { startApp } from '../../../../test/harness.ts';
import { addAgent } from '../../../../test/people.ts';

const { broadcasts } = api;

async function start() {
  const app = await startApp();
  return { app, ann: await app.owner() };
}

test('a broadcast is created as a draft without counts, consent and times', async () => {
  const { ann } = await start();
  const body = { channel: 'service', name: 'News', settings: {} };
  const { status, data } = await ann.call(broadcasts.create, { body });
  expect(status).toBe(201);
  expect(data).toMatchObject({
    channel: 'service',
    name: 'News',
    settings: {},
    status: 'draft',
    pause_reason: null,
    consent: null,
    scheduled_for: null,
    started_at: null,
    finished_at: null,
    counts: { total: 0, pending: 0, sent: 0, failed: 0, bounced: 0, skipped: 0, unknown: 0, delivered: 0, read: 0 },
  });
});

test.each([['service'], ['tg'], ['vk'], ['wa'], ['vb'], ['fb'], ['ok'], ['mx']])(
  'a broadcast can be for the channel %s',
  async (channel) => {
    const { ann } = await start();
    expect((await draftBroadcast(ann, {}, channel)).id).toBeGreaterThan(0);
  },
);

test.each([['cian'], ['ali'], ['api_ticket'], ['email'], ['ch0'], ['ch9999999'], ['']])(
  'a broadcast cannot be for the channel "%s"',
  async (channel) => {
    const { ann } = await start();
    const answer = await ann.call(broadcasts.create, { body: { channel, name: 'News', settings: {} } });
    expect(answer).toMatchObject({ status: 422, data: { errors: { channel: [expect.any(String)] } } });
  },
);

test.each<[string, object, string]>([
  ['an unknown member', { colour: 'red' }, 'settings.colour'],
  ['an unknown member of the audience', { audience: { age: 3 } }, 'settings.audience.age'],
  ['an empty list of tags', { audience: { tags_any: [] } }, 'settings.audience.tags_any'],
  ['a contact id that is none', { audience: { contact_ids: ['1'] } }, 'settings.audience.contact_ids.0'],
  ['a time that is none', { send_at: 'soon' }, 'settings.send_at'],
  ['a time of day that is none', { window: { from: '9:00', to: '18:00' } }, 'settings.window.from'],
  ['a window without an end', { window: { from: '09:00' } }, 'settings.window.to'],
  ['a window without length', { window: { from: '09:00', to: '09:00' } }, 'settings.window.to'],
  ['a rate of nothing', { rate_per_minute: 0 }, 'settings.rate_per_minute'],
  ['a rate that is too high', { rate_per_minute: 6_001 }, 'settings.rate_per_minute'],
  ['a gap of more than thirty days', { min_gap_hours: 721 }, 'settings.min_gap_hours'],
  ['a message without a type', { message: { body: 'Hello' } }, 'settings.message.type'],
  ['a text without a body', { message: { type: 'text' } }, 'settings.message.body'],
  ['a sticker', { message: { type: 'sticker', sticker: { id: 'ok' } } }, 'settings.message.type'],
  ['an unknown variable', { message: { type: 'text', body: 'Hi {{contact.nme}}' } }, 'settings.message.body'],
  ['a file of nobody', { message: { type: 'file', file: { id: 999_999_999 } } }, 'settings.message.file.id'],
  ['an agent of nobody', { agent_id: 999_999_999 }, 'settings.agent_id'],
])('settings with %s are refused by path', async (_what, settings, path) => {
  const { ann } = await start();
  const answer = await ann.call(broadcasts.create, { body: { channel: 'service', name: 'News', settings } });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.problem?.errors ?? {})).toContain(path);
});

const withTemplate = (template: object) => ({ template: { name: 'spring_sale', language: 'en_US', ...template } });

test.each<[string, object, string]>([
  ['a name with capitals', { name: 'SpringSale' }, 'settings.template.name'],
  ['a name that is too long', { name: 'a'.repeat(513) }, 'settings.template.name'],
  ['a language that is none', { language: 'English' }, 'settings.template.language'],
  ['an unknown member', { header: 'x' }, 'settings.template.header'],
  ['an empty parameter', { parameters: [''] }, 'settings.template.parameters.0'],
  ['a parameter that is too long', { parameters: ['a'.repeat(1_025)] }, 'settings.template.parameters.0'],
  ['too many parameters', { parameters: Array(21).fill('a') }, 'settings.template.parameters'],
  ['an unknown variable', { parameters: ['a', '{{contact.nme}}'] }, 'settings.template.parameters.1'],
  ['a parameter that some would get empty', { parameters: ['{{contact.name}}'] }, 'settings.template.parameters.0'],
])('a template with %s is refused by path', async (_what, template, path) => {
  const { ann } = await start();
  const body = { channel: 'wa', name: 'News', settings: withTemplate(template) };
  const answer = await ann.call(broadcasts.create, { body });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.problem?.errors ?? {})).toEqual([path]);
});

test.each(['service', 'tg'])('a template is refused for the channel %s', async (channel) => {
  const { ann } = await start();
  const body = { channel, name: 'News', settings: withTemplate({}) };
  const answer = await ann.call(broadcasts.create, { body });
  expect(answer).toMatchObject({ status: 422, data: { errors: { 'settings.template': [expect.any(String)] } } });
});

test('a change replaces a template, and null removes it', async () => {
  const { ann } = await start();
  const { params, read } = await draftBroadcast(ann, { template: { name: `HX${'0a'.repeat(16)}` } }, 'wa');
  const update = (template: object | null) => ann.call(broadcasts.update, { params, body: { settings: { template } } });
  expect((await read()).settings.template).toEqual({ name: `HX${'0a'.repeat(16)}` });
  await update({ name: 'sale', language: 'ru', parameters: ['{{contact.name|you}}'] });
  const { data } = await update({ name: 'spring_sale' });
  expect(data.settings).toEqual({ message: HELLO, template: { name: 'spring_sale' } });
  expect((await update(null)).data.settings).toEqual({ message: HELLO });
});

test('texts take the variables of quick phrases and attributes of the contact', async () => {
  const { ann } = await start();
  const body = '{{contact.name|you}} {{agent.name}} {{site}} {{contact.attributes.plan-name|none}}';
  expect((await draftBroadcast(ann, { message: { type: 'text', body } })).id).toBeGreaterThan(0);
});

test('a change replaces members of the settings, and null removes them', async () => {
  const { ann } = await start();
  const { params } = await draftBroadcast(ann, { rate_per_minute: 5, min_gap_hours: 3, audience: { tags_any: ['a'] } });
  const settings = { rate_per_minute: null, audience: { tags_all: ['b'] } };
  const { data } = await ann.call(broadcasts.update, { params, body: { settings } });
  expect(data.settings).toEqual({ message: HELLO, min_gap_hours: 3, audience: { tags_all: ['b'] } });
});

test('a change of settings is checked with what is stored', async () => {
  const { ann } = await start();
  const { params, read } = await draftBroadcast(ann);
  const body = { settings: { message: { type: 'text', body: '{{oops}}' } } };
  expect((await ann.call(broadcasts.update, { params, body })).status).toBe(422);
  expect((await read()).settings).toEqual({ message: HELLO });
});

test('a started broadcast can be renamed, and its settings can no longer be changed', async () => {
  const { app, ann } = await start();
  await addAnsweredVisitor(app, ann);
  const { params, start: go } = await draftBroadcast(ann);
  await go();
  expect((await ann.call(broadcasts.update, { params, body: { name: 'Other' } })).data.name).toBe('Other');
  const answer = await ann.call(broadcasts.update, { params, body: { settings: { min_gap_hours: 1 } } });
  expect(answer).toMatchObject({ status: 409, data: { reason: 'not_editable' } });
});

test.each(['channel', 'status', 'consent'])('%s can never be changed', async (member) => {
  const { ann } = await start();
  const { params } = await draftBroadcast(ann);
  expect((await ann.call(broadcasts.update, { params, body: { [member]: 'tg' } })).status).toBe(422);
});

test('a list has the newest first, by status and channel', async () => {
  const { app, ann } = await start();
  await addAnsweredVisitor(app, ann);
  const channel = await addChannel(ann);
  const [first, second] = [await draftBroadcast(ann), await draftBroadcast(ann, {}, channel.code)];
  const third = await draftBroadcast(ann);
  await third.start();
  const idsOf = async (query: Record<string, unknown>) =>
    (await ann.call(broadcasts.list, { query })).data.data.map(({ id }: { id: number }) => id);
  expect(await idsOf({})).toEqual([third.id, second.id, first.id]);
  expect(await idsOf({ status: 'draft' })).toEqual([second.id, first.id]);
  expect(await idsOf({ channel: channel.code })).toEqual([second.id]);
  expect(await idsOf({ channel: 'service', status: 'running' })).toEqual([third.id]);
});

test('a list refuses an unknown status and a malformed channel, and does not find an unknown custom one', async () => {
  const { ann } = await start();
  expect((await ann.call(broadcasts.list, { query: { status: 'ready' } })).status).toBe(422);
  expect((await ann.call(broadcasts.list, { query: { channel: 'sms' } })).status).toBe(422);
  expect((await ann.call(broadcasts.list, { query: { channel: 'ch999999999' } })).status).toBe(404);
});

test('a copy is a new draft with the same channel, name and settings', async () => {
  const { app, ann } = await start();
  await addAnsweredVisitor(app, ann);
  const { params, start: go } = await draftBroadcast(ann, { min_gap_hours: 0 });
  await go();
  const { status, data } = await ann.call(broadcasts.copy, { params });
  expect(status).toBe(201);
  expect(data).toMatchObject({
    channel: 'service',
    name: 'News',
    status: 'draft',
    consent: null,
    counts: { total: 0 },
  });
  expect(data.settings).toEqual({ message: HELLO, min_gap_hours: 0 });
});

test('a suspended agent cannot be the sender', async () => {
  const { app, ann } = await start();
  const { agentId } = await addAgent(app, ann, 'operator');
  await app.sql(`UPDATE agents SET status = 'banned' WHERE id = ${agentId}`);
  const body = { channel: 'service', name: 'News', settings: { agent_id: agentId } };
  expect((await ann.call(broadcasts.create, { body })).problem?.errors).toHaveProperty(['settings.agent_id']);
});
