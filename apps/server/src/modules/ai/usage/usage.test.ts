import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat } from '../../../../test/callers.ts';
import { startApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { count, exceededBudget, spentToday } from './index.ts';

const { aiUsage } = api;
type App = Awaited<ReturnType<typeof startApp>>;
type Usage = Parameters<typeof count>[1];

const CALL = { assistantId: 7, model: 'large', purpose: 'reply', calls: 1, failures: 0 };
const COST = { inputTokens: 100, outputTokens: 20, costUsdMicro: 50 };

/** Calls at noon of that day, or now. */
async function add(app: App, { widgetId }: Owner, { date, ...usage }: Partial<Usage> & { date?: string } = {}) {
  const { now } = app.clock;
  if (date) app.clock.now = Temporal.Instant.from(`${date}T12:00Z`);
  await app.unitOfWork.write({}, async (work) => count({ ...work, widgetId }, { ...CALL, ...COST, ...usage }));
  app.clock.now = now;
}
const spent = ({ unitOfWork }: App, { widgetId }: Owner, contactNumber: number | null = null) =>
  unitOfWork.read((work) => spentToday({ ...work, widgetId }, contactNumber));
const read = async ({ call }: Owner, query: Record<string, string> = {}) => (await call(aiUsage.read, { query })).data;

async function addContact(app: App, owner: Owner) {
  await addChat(app, owner);
  const [contact] = await app.sql<{ id: number }>(
    `SELECT max(id)::int AS id FROM contacts WHERE widget_id = ${owner.widgetId}`,
  );
  return contact?.id ?? 0;
}

test('calls are counted by day, assistant, model and purpose', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  app.clock.now = Temporal.Instant.from('2026-11-10T12:00Z');
  await Promise.all([add(app, ann), add(app, ann, { failures: 1 })]);
  await add(app, ann, { model: 'small' });
  await add(app, ann, { purpose: 'embedding', assistantId: null, outputTokens: 0 });
  await add(app, ann, { date: '2026-11-09' });
  await add(app, bob);
  const once = { calls: 1, failures: 0, input_tokens: 100, output_tokens: 20, cost_usd_micro: 50 };
  const reply = { assistant_id: 7, model: 'large', purpose: 'reply' };
  expect(await read(ann, { from: '2026-11-01', to: '2026-11-11' })).toEqual({
    from: '2026-11-01T00:00:00.000+03:00',
    to: '2026-11-11T00:00:00.000+03:00',
    totals: { calls: 5, failures: 1, input_tokens: 500, output_tokens: 80, cost_usd_micro: 250 },
    rows: [
      { date: '2026-11-09', ...reply, ...once },
      { date: '2026-11-10', assistant_id: null, model: 'large', purpose: 'embedding', ...once, output_tokens: 0 },
      {
        date: '2026-11-10',
        ...reply,
        calls: 2,
        failures: 1,
        input_tokens: 200,
        output_tokens: 40,
        cost_usd_micro: 100,
      },
      { date: '2026-11-10', ...reply, model: 'small', ...once },
    ],
  });
});

test('a period is a name, a range or the last 30 days, as in statistics', async () => {
  const app = await startApp();
  const ann = await app.owner();
  app.clock.now = Temporal.Instant.from('2026-11-10T12:00Z');
  for (const date of ['2026-10-10', '2026-10-11', '2026-11-08', '2026-11-09', '2026-11-10'])
    await add(app, ann, { date });
  const days = async (query: Record<string, string>) => (await read(ann, query)).rows.map(({ date }) => date.slice(5));
  expect(await days({})).toEqual(['10-11', '11-08', '11-09', '11-10']);
  expect(await days({ period: 'today' })).toEqual(['11-10']);
  expect(await days({ period: 'yesterday' })).toEqual(['11-09']);
  expect(await days({ period: 'week' })).toEqual(['11-09', '11-10']);
  expect(await days({ period: 'month' })).toEqual(['11-08', '11-09', '11-10']);
  expect(await days({ from: '2026-10-01', to: '2026-11-09' })).toEqual(['10-10', '10-11', '11-08']);
  for (const query of [
    { period: 'year' },
    { from: 'x' },
    { from: '2026-11-09', to: '2026-11-09' },
    { period: 'week', from: '2026-11-09' },
  ]) {
    expect((await ann.call(aiUsage.read, { query })).status).toBe(422);
  }
});

test('a day is one in the time zone of the account', async () => {
  const app = await startApp();
  const ann = await app.owner();
  await ann.call(api.account.update, { body: { timezone: 'Asia/Tokyo' } });
  app.clock.now = Temporal.Instant.from('2026-11-10T14:59Z');
  await add(app, ann);
  expect((await spent(app, ann)).widget).toEqual({ tokens: 120, cost_usd_micro: 50 });
  app.clock.now = Temporal.Instant.from('2026-11-10T15:00Z');
  expect((await spent(app, ann)).widget).toEqual({ tokens: 0, cost_usd_micro: 0 });
  await add(app, ann);
  app.clock.now = Temporal.Instant.from('2026-11-10T15:01Z');
  expect((await read(ann)).rows.map(({ date }) => date)).toEqual(['2026-11-10', '2026-11-11']);
});

test('every purpose counts for the widget, and replies and drafts for the visitor', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const [ira, max] = [await addContact(app, ann), await addContact(app, ann)];
  for (const purpose of ['reply', 'draft', 'test', 'embedding']) await add(app, ann, { purpose, contactNumber: ira });
  await add(app, ann, { contactNumber: max });
  await add(app, ann, { contactNumber: null });
  expect(await spent(app, ann, ira)).toEqual({
    widget: { tokens: 720, cost_usd_micro: 300 },
    visitor: { tokens: 240, cost_usd_micro: 100 },
  });
  expect((await spent(app, ann, max)).visitor).toEqual({ tokens: 120, cost_usd_micro: 50 });
  expect((await spent(app, ann)).visitor).toEqual({ tokens: 0, cost_usd_micro: 0 });
});

test('a budget is spent at its amount; purposes other than replies and drafts stop at 80 % of the widget’s', () => {
  const none = {
    budget_visitor_tokens: null,
    budget_widget_tokens: null,
    budget_visitor_usd_micro: null,
    budget_widget_usd_micro: null,
  };
  const spentOn = (visitor: number, widget: number, cost = 0) => ({
    visitor: { tokens: visitor, cost_usd_micro: cost },
    widget: { tokens: widget, cost_usd_micro: cost },
  });
  expect(exceededBudget(none, spentOn(10 ** 9, 10 ** 9, 10 ** 9), 'reply')).toBeNull();
  const tokens = { ...none, budget_visitor_tokens: 100, budget_widget_tokens: 1_000 };
  for (const purpose of ['reply', 'draft']) {
    expect(exceededBudget(tokens, spentOn(99, 999), purpose)).toBeNull();
    expect(exceededBudget(tokens, spentOn(100, 999), purpose)).toBe('budget_visitor');
    expect(exceededBudget(tokens, spentOn(99, 1_000), purpose)).toBe('budget_widget');
    expect(exceededBudget(tokens, spentOn(100, 1_000), purpose)).toBe('budget_visitor');
  }
  for (const purpose of ['test', 'embedding', 'translation']) {
    expect(exceededBudget(tokens, spentOn(100, 799), purpose)).toBeNull();
    expect(exceededBudget(tokens, spentOn(0, 800), purpose)).toBe('budget_widget');
  }
  expect(exceededBudget({ ...none, budget_visitor_usd_micro: 5 }, spentOn(0, 0, 4), 'reply')).toBeNull();
  expect(exceededBudget({ ...none, budget_visitor_usd_micro: 5 }, spentOn(0, 0, 5), 'reply')).toBe('budget_visitor');
  expect(exceededBudget({ ...none, budget_widget_usd_micro: 5 }, spentOn(0, 0, 5), 'reply')).toBe('budget_widget');
  expect(exceededBudget({ ...none, budget_widget_usd_micro: 5 }, spentOn(0, 0, 4), 'test')).toBe('budget_widget');
  expect(exceededBudget({ ...none, budget_widget_tokens: 0 }, spentOn(0, 0), 'reply')).toBe('budget_widget');
});
