import type { ImpressionEvent } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { writesOf } from '../../../../test/committed-writes.ts';
import { startApp } from '../../../../test/harness.ts';
import { addRule, newImpressionId, openPage, readFunnel } from '../../../../test/smart-invitations.ts';

async function startPage() {
  const app = await startApp();
  const ann = await app.owner();
  return {
    app,
    ann,
    page: openPage(app, ann),
    counts: async () => {
      const { rules } = await readFunnel(app, ann);
      const { name: _name, rule_id: _id, ...counts } = rules[0] ?? {};
      return Object.fromEntries(Object.entries(counts).filter(([, count]) => count));
    },
  };
}

describe('the list of a page', () => {
  test('has what the widget judges by, and nothing that only the team may know', async () => {
    const { app, ann, page } = await startPage();
    await app.sql(`UPDATE accounts SET timezone = 'Asia/Tokyo' WHERE id = ${ann.accountId}`);
    const rule = await addRule(ann, { schedule: { days: [1], from: '09:00', to: '24:00' }, texts: { ru: 'Привет' } });
    const { revision, rules } = await page.list();
    expect(revision).toBe((await page.config()).revision);
    expect(rules).toEqual([
      {
        id: `r${rule.id}`,
        priority: 100,
        when: 'any',
        trigger: { type: 'time', seconds: 5 },
        conditions: { match: 'all', items: [] },
        schedule: { days: [1], from: '09:00', to: '24:00', timezone: 'Asia/Tokyo' },
        frequency: { per: 'visit', max: 1 },
        action: 'bubble',
        text: 'Hello! May I help?',
        texts: { ru: 'Привет' },
        quick_replies: [],
        from: { type: 'widget', agent_id: null },
        holdout_percent: 0,
        starts_at: null,
        ends_at: null,
      },
    ]);
  });

  test('leaves out rules that are disabled, deleted or over, and those of other widgets', async () => {
    const { app, ann, page } = await startPage();
    await addRule(await app.owner());
    await addRule(ann, { enabled: false });
    await addRule(ann, { starts_at: '2020-01-01T00:00:00Z', ends_at: '2020-01-02T00:00:00Z' });
    await (await addRule(ann)).remove();
    const later = await addRule(ann, { priority: 9, starts_at: '2099-01-01T00:00:00Z' });
    const now = await addRule(ann, { priority: 8 });
    expect((await page.list()).rules.map(({ id }) => id)).toEqual([now.invitation, later.invitation]);
  });
});

describe('an impression', () => {
  test('counts once, however often and in whatever order its events arrive', async () => {
    const { ann, page, counts } = await startPage();
    const { invitation } = await addRule(ann);
    const events: ImpressionEvent[] = ['opened', 'shown', 'shown', 'clicked', 'opened', 'dismissed', 'dismissed'];
    await page.see(invitation, events);
    expect(await counts()).toEqual({ shown: 1, opened: 1, clicked: 1, dismissed: 1 });
  });

  test('writes one row that no other visitor writes to, and nothing for an event that is known', async () => {
    const { app, ann, page } = await startPage();
    const { invitation } = await addRule(ann);
    const impression_id = newImpressionId();
    const writes = (event: ImpressionEvent) => writesOf(app, () => page.report(event, { impression_id, invitation }));
    expect(await writes('shown')).toEqual({ invitation_impressions: { inserted: 1 } });
    expect(await writes('opened')).toEqual({ invitation_impressions: { updated: 1 } });
    for (const event of ['shown', 'opened'] as const) expect(await writes(event)).toEqual({});
  });

  test.each(['opened', 'dismissed', 'clicked'] as const)('that begins with %s was shown', async (event) => {
    const { ann, page, counts } = await startPage();
    await page.see((await addRule(ann)).invitation, [event]);
    expect(await counts()).toEqual({ shown: 1, [event]: 1 });
  });

  test('held back from a visitor is neither shown nor opened', async () => {
    const { ann, page, counts } = await startPage();
    await page.see((await addRule(ann)).invitation, ['held_out', 'shown', 'opened', 'held_out']);
    expect(await counts()).toEqual({ held_out: 1 });
  });

  test('belongs to the invitation that it was reported for first', async () => {
    const { app, ann, page, counts } = await startPage();
    const [one, two] = [await addRule(ann, { priority: 1 }), await addRule(ann, { priority: 2 })];
    const impression_id = await page.see(one.invitation);
    expect((await page.report('opened', { impression_id, invitation: two.invitation })).status).toBe(204);
    expect(await counts()).toEqual({ shown: 1 });
    const { totals } = await readFunnel(app, ann);
    expect(totals).toMatchObject({ shown: 1, opened: 0 });
  });

  test('of an invitation that is not active is 404', async () => {
    const { app, ann, page } = await startPage();
    const disabled = await addRule(ann, { enabled: false });
    const deleted = await addRule(ann);
    await deleted.remove();
    const early = await addRule(ann, { starts_at: '2099-01-01T00:00:00Z' });
    const over = await addRule(ann, { ends_at: '2020-01-01T00:00:00Z' });
    const foreign = await addRule(await app.owner());
    const keys = [disabled, deleted, early, over, foreign].map(({ invitation }) => invitation);
    for (const invitation of [...keys, 'r987654321', 'c1']) {
      expect(await page.report('shown', { invitation })).toMatchObject({
        status: 404,
        problem: { reason: 'not_found' },
      });
    }
  });

  test('has an id of 22 characters, the key of an invitation and a known event', async () => {
    const { ann, page } = await startPage();
    const { invitation } = await addRule(ann);
    for (const body of [
      { impression_id: 'x'.repeat(21) },
      { impression_id: 'x'.repeat(23) },
      { impression_id: '!'.repeat(22) },
      { invitation: '7' },
      { invitation: 'r0' },
      { invitation: 'x7' },
      { event: 'wrote' },
      { locale: '!' },
      { more: 1 },
    ]) {
      const { status, problem } = await page.report('shown', { invitation, ...body });
      expect({ status, fields: Object.keys(problem.errors ?? {}) }).toEqual({ status: 422, fields: Object.keys(body) });
    }
  });

  test('is counted by event in the metrics, once', async () => {
    const { app, ann, page } = await startPage();
    const { invitation } = await addRule(ann);
    const count = async () => {
      const { body } = await app.http.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
      return Number(/invitation_impressions_total\{event="dismissed"\} (\d+)/.exec(body)?.[1] ?? 0);
    };
    const before = await count();
    await page.see(invitation, ['dismissed', 'dismissed']);
    expect(await count()).toBe(before + 1);
  });
});

test('impressions are kept for 180 days, and deleted rules as long as they can have any', async () => {
  const app = await startApp({}, { isolated: true });
  const ann = await app.owner();
  const page = openPage(app, ann);
  const [kept, deleted] = [await addRule(ann), await addRule(ann)];
  await page.see(kept.invitation);
  await page.see(deleted.invitation);
  await deleted.remove();
  const count = async () => {
    const [rows] = await app.sql<{ impressions: number; rules: number }>(`SELECT
      (SELECT count(*)::int FROM invitation_impressions) AS impressions, (SELECT count(*)::int FROM smart_invitations) AS rules`);
    return rows;
  };
  const start = app.clock.now;
  const sweepAfter = async (hours: number) => {
    app.clock.now = start.add({ hours });
    await app.run('smart_invitations.sweep');
    return count();
  };
  expect(await sweepAfter(24 * 180 - 1)).toEqual({ impressions: 2, rules: 2 });
  expect(await sweepAfter(24 * 180 + 1)).toEqual({ impressions: 0, rules: 1 });
});
