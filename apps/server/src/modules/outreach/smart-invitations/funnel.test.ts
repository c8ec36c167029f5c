import { api } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addRule, openPage, readFunnel } from '../../../../test/smart-invitations.ts';

async function startWidget() {
  const app = await startApp();
  const ann = await app.owner();
  return { app, ann, page: openPage(app, ann), read: (query: object = {}) => readFunnel(app, ann, query) };
}

/** Impressions in one go: a lift needs hundreds. */
async function addImpressions(
  app: TestApp,
  { widgetId }: Owner,
  {
    invitation,
    count,
    wrote,
    held_out = false,
  }: { invitation: string; count: number; wrote: number; held_out?: boolean },
) {
  await app.sql(`
    INSERT INTO invitation_impressions (widget_id, id, invitation, held_out, shown_at, wrote_at)
    SELECT ${widgetId}, gen_random_uuid()::text, '${invitation}', ${held_out}, '${app.clock.now}',
      CASE WHEN each <= ${wrote} THEN '${app.clock.now}'::timestamptz END
    FROM generate_series(1, ${count}) AS each`);
}

const nothing = { held_out: 0, shown: 0, opened: 0, dismissed: 0, clicked: 0, wrote: 0, held_out_wrote: 0, lift: null };

test('every rule has its counts, and the totals are those of all', async () => {
  const { ann, page, read } = await startWidget();
  const [cart, welcome, unseen] = [
    await addRule(ann, { name: 'Cart', priority: 1 }),
    await addRule(ann, { name: 'Welcome', priority: 2 }),
    await addRule(ann, { name: 'Unseen', priority: 3 }),
  ];
  await page.see(cart.invitation, ['shown', 'opened']);
  await page.see(cart.invitation, ['shown', 'dismissed']);
  await page.see(cart.invitation, ['held_out']);
  await page.see(welcome.invitation, ['clicked']);
  const { totals, rules } = await read();
  expect(rules).toEqual([
    { ...nothing, rule_id: cart.id, name: 'Cart', deleted: false, shown: 2, opened: 1, dismissed: 1, held_out: 1 },
    { ...nothing, rule_id: welcome.id, name: 'Welcome', deleted: false, shown: 1, clicked: 1 },
    { ...nothing, rule_id: unseen.id, name: 'Unseen', deleted: false },
  ]);
  expect(totals).toEqual({ ...nothing, shown: 3, opened: 1, dismissed: 1, clicked: 1, held_out: 1 });
});

test('a deleted rule keeps its counts, after the others, and is left out of periods without any', async () => {
  const { app, ann, page, read } = await startWidget();
  const gone = await addRule(ann, { name: 'Gone', priority: 1 });
  await addRule(ann, { name: 'Here', priority: 2 });
  await page.see(gone.invitation);
  await gone.remove();
  const namesOf = ({ rules }: Awaited<ReturnType<typeof read>>) =>
    rules.map(({ name, deleted, shown }: { name: string; deleted: boolean; shown: number }) => [name, deleted, shown]);
  const found = await read();
  expect(namesOf(found)).toEqual([
    ['Here', false, 0],
    ['Gone', true, 1],
  ]);
  expect(found.totals.shown).toBe(1);
  const to = app.clock.now.subtract({ hours: 1 }).toString();
  expect(namesOf(await read({ to }))).toEqual([['Here', false, 0]]);
});

test('counts are by when the invitation was shown, in a half-open period, by default of 30 days', async () => {
  const app = await startApp({}, { isolated: true });
  const ann = await app.owner();
  const page = openPage(app, ann);
  const { invitation } = await addRule(ann);
  const start = app.clock.now;
  const impression_id = await page.see(invitation);
  app.clock.now = start.add({ hours: 48 });
  await page.report('opened', { impression_id, invitation });
  const readBare = async (query: object) => (await ann.call(api.smartInvitations.funnel, { query: { ...query } })).data;
  const shown = async (query: object) => (await readBare(query)).totals;
  const at = start.toString();
  const hour = { hours: 1 };
  expect(await shown({ from: at, to: start.add(hour).toString() })).toMatchObject({ shown: 1, opened: 1 });
  expect(await shown({ from: start.subtract(hour).toString(), to: at })).toMatchObject({ shown: 0 });
  app.clock.now = start.add({ hours: 24 * 30 });
  expect(await shown({})).toMatchObject({ shown: 1 });
  app.clock.now = start.add({ hours: 24 * 30 + 1 });
  const { from, to, totals } = await readBare({});
  expect(totals.shown).toBe(0);
  expect(Date.parse(to) - Date.parse(from)).toBe(30 * 86_400_000);
  expect(from).toMatch(/\+03:00$/);
});

test('a period that ends before it starts is refused', async () => {
  const { ann } = await startWidget();
  const query = { from: '2026-11-02', to: '2026-11-01' };
  expect((await ann.call(api.smartInvitations.funnel, { query })).problem).toMatchObject({
    status: 422,
    errors: { from: ['must be before to'] },
  });
});

test('impressions of another widget are not counted', async () => {
  const { app, ann, read } = await startWidget();
  const bob = await app.owner();
  const rule = await addRule(bob);
  await openPage(app, bob).see(rule.invitation);
  expect(await read()).toMatchObject({ rules: [], totals: nothing });
  await addRule(ann);
  expect((await read()).totals).toEqual(nothing);
});

describe('the lift', () => {
  test('is how much larger the share of those who wrote is, with an interval around it', async () => {
    const { app, ann, read } = await startWidget();
    const { invitation } = await addRule(ann);
    await addImpressions(app, ann, { invitation, count: 1_000, wrote: 60 });
    await addImpressions(app, ann, { invitation, count: 500, wrote: 10, held_out: true });
    const { rules, totals } = await read();
    expect(rules[0]).toMatchObject({ shown: 1_000, wrote: 60, held_out: 500, held_out_wrote: 10 });
    const lift = rules[0]?.lift ?? { value: Number.NaN, low: Number.NaN, high: Number.NaN };
    expect(lift.value).toBeCloseTo(0.04, 10);
    // Newcombe's method 10 for 60 of 1,000 and 10 of 500.
    expect(lift.low).toBeCloseTo(0.018, 2);
    expect(lift.high).toBeCloseTo(0.0595, 2);
    expect(lift.low).toBeGreaterThan(0);
    for (const bound of ['value', 'low', 'high'] as const) expect(totals.lift?.[bound]).toBeCloseTo(lift[bound], 10);
  });

  test('is null while fewer than 100 were shown the invitation, or fewer than 100 held out', async () => {
    const { app, ann, read } = await startWidget();
    const { invitation } = await addRule(ann);
    await addImpressions(app, ann, { invitation, count: 99, wrote: 9 });
    await addImpressions(app, ann, { invitation, count: 99, wrote: 1, held_out: true });
    const lifts = async () => {
      const { rules, totals } = await read();
      return [rules[0]?.lift, totals.lift];
    };
    expect(await lifts()).toEqual([null, null]);
    await addImpressions(app, ann, { invitation, count: 1, wrote: 0 });
    expect(await lifts()).toEqual([null, null]);
    await addImpressions(app, ann, { invitation, count: 1, wrote: 0, held_out: true });
    expect(await lifts()).toEqual([expect.any(Object), expect.any(Object)]);
  });

  test('of nobody who wrote is 0, with an interval on both sides', async () => {
    const { app, ann, read } = await startWidget();
    const { invitation } = await addRule(ann);
    await addImpressions(app, ann, { invitation, count: 100, wrote: 0 });
    await addImpressions(app, ann, { invitation, count: 100, wrote: 0, held_out: true });
    const lift = (await read()).rules[0]?.lift;
    expect(lift?.value).toBe(0);
    expect(lift?.low).toBeLessThan(0);
    expect(lift?.high).toBeGreaterThan(0);
  });

  test('of all rules is the mean of theirs, not a comparison of different visitors', async () => {
    const { app, ann, read } = await startWidget();
    const [busy, quiet] = [await addRule(ann), await addRule(ann)];
    // Neither adds anything: visitors write more often on one page than on the other.
    await addImpressions(app, ann, { invitation: busy.invitation, count: 900, wrote: 90 });
    await addImpressions(app, ann, { invitation: busy.invitation, count: 100, wrote: 10, held_out: true });
    await addImpressions(app, ann, { invitation: quiet.invitation, count: 500, wrote: 5 });
    await addImpressions(app, ann, { invitation: quiet.invitation, count: 500, wrote: 5, held_out: true });
    const { totals } = await read();
    expect(totals.lift?.value).toBeCloseTo(0, 10);
    expect(totals.lift?.low).toBeLessThan(0);
  });
});
