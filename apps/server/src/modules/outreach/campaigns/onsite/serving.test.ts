import { randomUUID } from 'node:crypto';
import { api, site } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { anonymousCaller, withBearer } from '../../../../../test/callers.ts';
import { startApp } from '../../../../../test/harness.ts';
import { draftCampaign, startCampaign } from '../../../../../test/onsite-campaigns.ts';
import { addRule, aRule, openPage, readFunnel } from '../../../../../test/smart-invitations.ts';

const { smartInvitations } = api;

async function startWidget() {
  const app = await startApp();
  const ann = await app.owner();
  const page = openPage(app, ann);
  return {
    app,
    ann,
    page,
    shown: async () => (await page.list()).rules.map(({ id }) => id),
    ahead: (duration: Temporal.DurationLike) => app.clock.now.add(duration).toString(),
    /** Writes after an impression, and returns the messages of the chat. */
    answer: async (impression_id: string) => {
      const params = { button_guid: ann.buttonGuid };
      const opened = await anonymousCaller(app)(site.visitor.open, { params, body: { impression_id } });
      const call = withBearer(app, opened.data.token);
      const message = { client_message_id: randomUUID(), type: 'text' as const, body: 'Yes, please' };
      await call(site.visitor.send, { params, body: message });
      const { chat_id } = (await call(site.visitor.open, { params, body: {} })).data;
      const { data } = (await ann.call(api.messages.list, { params: { id: chat_id } })).data;
      return data.toReversed().map(({ body, origin }) => [body, origin]);
    },
  };
}

describe('a page', () => {
  test('has the rule of a campaign while it runs, and nothing that only the team may know', async () => {
    const { ann, page, shown } = await startWidget();
    expect((await page.config()).invitations).toBeNull();
    const campaign = await draftCampaign(ann, { rule: { holdout_percent: 10, enabled: false } });
    expect(await shown()).toEqual([]);
    await campaign.act('start');
    const { revision, rules } = await page.list();
    const { name: _name, ...content } = aRule;
    expect(rules).toEqual([
      {
        ...content,
        id: campaign.invitation,
        priority: 100,
        when: 'any',
        conditions: { match: 'all', items: [] },
        schedule: null,
        frequency: { per: 'visit', max: 1 },
        action: 'bubble',
        texts: {},
        quick_replies: [],
        from: { type: 'widget', agent_id: null },
        holdout_percent: 10,
        starts_at: null,
        ends_at: null,
      },
    ]);
    expect(await page.config()).toMatchObject({ revision, invitations: { revision, file: expect.any(String) } });
    for (const [action, listed] of [
      ['pause', []],
      ['resume', [campaign.invitation]],
      ['finish', []],
    ] as const) {
      const before = (await page.config()).revision;
      await campaign.act(action);
      expect([action, await shown()]).toEqual([action, listed]);
      expect((await page.config()).revision).toBeGreaterThan(before);
    }
    expect((await page.config()).invitations).toBeNull();
  });

  test('has nothing of a campaign that is scheduled, nor of one of another widget', async () => {
    const { app, ann, ahead, shown, page } = await startWidget();
    await startCampaign(await app.owner());
    const campaign = await startCampaign(ann, { starts_at: ahead({ hours: 1 }) });
    expect(await campaign.read()).toMatchObject({ status: 'scheduled', started_at: null });
    expect(await shown()).toEqual([]);
    expect((await page.config()).invitations).toBeNull();
    await campaign.act('pause');
    expect((await campaign.act('resume')).data.status).toBe('scheduled');
    expect((await campaign.act('finish')).data.status).toBe('finished');
    expect(await shown()).toEqual([]);
  });

  test('considers rules and campaigns by priority, then by age', async () => {
    const { ann, shown } = await startWidget();
    const draft = await draftCampaign(ann);
    const old = await addRule(ann);
    await draft.act('start');
    const young = await addRule(ann);
    const first = await startCampaign(ann, { rule: { priority: 1 } });
    expect(await shown()).toEqual([first, old, draft, young].map(({ invitation }) => invitation));
  });

  test('has the later start and the earlier end of a campaign and its rule', async () => {
    const { ann, page } = await startWidget();
    const times = async (rule: object, period: object) => {
      await startCampaign(ann, { rule, ...period });
      const listed = (await page.list()).rules.at(-1);
      return [listed?.starts_at, listed?.ends_at];
    };
    const [one, two] = ['2099-01-01T00:00:00.000+00:00', '2099-02-01T00:00:00.000+00:00'];
    expect(await times({ ends_at: '2099-01-01T03:00:00+03:00' }, { ends_at: two })).toEqual([null, one]);
    expect(await times({ ends_at: two }, { ends_at: '2099-01-01T03:00:00' })).toEqual([null, one]);
    expect(await times({ starts_at: one }, { starts_at: '2020-01-01', ends_at: two })).toEqual([one, two]);
    expect(await times({ starts_at: null }, { starts_at: '2020-01-01T00:00:00Z' })).toEqual([
      '2020-01-01T00:00:00.000+00:00',
      null,
    ]);
  });
});

describe('an impression of a campaign', () => {
  test('is counted while it runs, and 404 before and after', async () => {
    const { ann, page } = await startWidget();
    const campaign = await draftCampaign(ann);
    const { invitation } = campaign;
    const status = async () => (await page.report('shown', { invitation })).status;
    expect(await status()).toBe(404);
    const statuses: number[] = [];
    for (const action of ['start', 'pause', 'resume', 'finish'] as const) {
      await campaign.act(action);
      statuses.push(await status());
    }
    expect(statuses).toEqual([204, 404, 204, 404]);
    expect((await campaign.read()).counts).toMatchObject({ shown: 2 });
  });

  test('of another widget is 404, and so is the row of its rule under the key of a rule', async () => {
    const { app, ann, page } = await startWidget();
    const foreign = await startCampaign(await app.owner());
    const own = await startCampaign(ann);
    const [row] = await app.sql<{ id: number }>(`SELECT id FROM smart_invitations WHERE campaign_id = ${own.id}`);
    for (const invitation of [foreign.invitation, `r${row?.id}`])
      expect((await page.report('shown', { invitation })).status).toBe(404);
  });

  test('is never one of the rule with the same number', async () => {
    const { app, ann, page } = await startWidget();
    const campaign = await startCampaign(ann);
    await app.sql(`INSERT INTO smart_invitations (widget_id, id, name, enabled, priority, settings, created_at, updated_at)
      OVERRIDING SYSTEM VALUE
      SELECT widget_id, campaign_id + 900000000, name, true, 1, jsonb_set(settings, '{text}', '"Of the rule"'), now(), now()
      FROM smart_invitations WHERE campaign_id = ${campaign.id}`);
    const rule = campaign.id + 900_000_000;
    await app.sql(`UPDATE smart_invitations SET campaign_id = ${rule} WHERE campaign_id = ${campaign.id}`);
    await page.see(`c${rule}`, ['shown', 'opened']);
    await page.see(`r${rule}`, ['held_out']);
    const rows = await app.sql(
      `SELECT invitation, held_out FROM invitation_impressions WHERE widget_id = ${ann.widgetId}`,
    );
    expect(rows).toHaveLength(2);
    expect((await readFunnel(app, ann)).rules).toMatchObject([{ rule_id: rule, shown: 0, held_out: 1 }]);
  });
});

describe('a visitor who writes', () => {
  test('has the text of the campaign before the message, and is counted', async () => {
    const { ann, page, answer } = await startWidget();
    const campaign = await startCampaign(ann, { rule: { text: 'Free tea today?' } });
    const seen = await page.see(campaign.invitation, ['shown', 'opened']);
    expect(await answer(seen)).toEqual([
      ['Free tea today?', `invitation:${campaign.invitation}`],
      ['Yes, please', null],
    ]);
    expect((await campaign.read()).counts).toMatchObject({ shown: 1, opened: 1, wrote: 1, held_out_wrote: 0 });
  });

  test('answers a campaign that is over or deleted by now, too', async () => {
    const { ann, page, answer } = await startWidget();
    const [finished, removed] = [await startCampaign(ann), await startCampaign(ann)];
    const seen = [await page.see(finished.invitation), await page.see(removed.invitation)];
    await finished.act('finish');
    await removed.act('finish');
    expect((await removed.remove()).status).toBe(204);
    for (const each of seen) expect((await answer(each)).map(([body]) => body)).toEqual([aRule.text, 'Yes, please']);
  });

  test('while held out has no text before the message, and is counted as such', async () => {
    const { ann, page, answer } = await startWidget();
    const campaign = await startCampaign(ann);
    expect(await answer(await page.see(campaign.invitation, ['held_out']))).toEqual([['Yes, please', null]]);
    expect((await campaign.read()).counts).toMatchObject({ held_out: 1, held_out_wrote: 1, shown: 0, wrote: 0 });
  });
});

describe('rules of the widget', () => {
  test('are listed, changed and limited without those of campaigns', async () => {
    const { app, ann } = await startWidget();
    const campaign = await startCampaign(ann);
    const rule = await addRule(ann);
    expect((await ann.call(smartInvitations.list)).data.rules.map(({ id }) => id)).toEqual([rule.id]);
    const [row] = await app.sql<{ id: number }>(`SELECT id FROM smart_invitations WHERE campaign_id = ${campaign.id}`);
    const params = { id: Number(row?.id) };
    expect((await ann.call(smartInvitations.remove, { params })).status).toBe(404);
    expect((await ann.call(smartInvitations.setEnabled, { params, body: { enabled: false } })).status).toBe(404);
    const saved = await ann.call(smartInvitations.save, { body: { rule: aRule, original_id: params.id } });
    expect(saved.problem).toMatchObject({ status: 422, errors: { original_id: [expect.any(String)] } });
    const simulated = { visit: { url: 'https://shop.example/' }, rule: { ...aRule, id: params.id } };
    expect((await ann.call(smartInvitations.simulate, { body: simulated })).problem).toMatchObject({
      errors: { 'rule.id': [expect.any(String)] },
    });
    await app.sql(`INSERT INTO smart_invitations (widget_id, name, enabled, priority, settings, created_at, updated_at)
      SELECT widget_id, name, enabled, priority, settings, now(), now() FROM smart_invitations, generate_series(1, 48)
      WHERE widget_id = ${ann.widgetId} AND id = ${rule.id}`);
    expect((await ann.call(smartInvitations.save, { body: { rule: aRule } })).status).toBe(201);
    expect((await ann.call(smartInvitations.save, { body: { rule: aRule } })).status).toBe(409);
    expect((await (await draftCampaign(ann)).act('start')).status).toBe(200);
  });

  test('have a funnel without those of campaigns', async () => {
    const { app, ann, page } = await startWidget();
    const campaign = await startCampaign(ann);
    await page.see(campaign.invitation);
    await page.see((await addRule(ann)).invitation, ['shown', 'opened']);
    const { totals, rules } = await readFunnel(app, ann);
    expect(totals).toMatchObject({ shown: 1, opened: 1 });
    expect(rules).toHaveLength(1);
  });
});

describe('a simulated visit', () => {
  const soon = { trigger: { type: 'time', seconds: 0 } };

  test('meets campaigns that run, apart from rules', async () => {
    const { ann } = await startWidget();
    const rule = await addRule(ann, { ...soon, priority: 5 });
    const campaign = await startCampaign(ann, { rule: { ...soon, priority: 4 } });
    const late = await startCampaign(ann, { rule: { trigger: { type: 'time', seconds: 60 }, priority: 1 } });
    await (await startCampaign(ann, { rule: soon })).act('pause');
    const judge = async (visit: object = {}, more: object = {}) => {
      const body = { visit: { url: 'https://shop.example/', ...visit }, ...more };
      return (await ann.call(smartInvitations.simulate, { body })).data;
    };
    const waiting = { id: late.id, shows: false, why: 'trigger' };
    expect(await judge()).toEqual({
      shows: true,
      rules: [{ id: rule.id, shows: false, why: 'priority' }],
      campaigns: [waiting, { id: campaign.id, shows: true, why: null }],
    });
    expect(await judge({}, { rule: { ...aRule, ...soon, priority: 1 } })).toEqual({
      shows: true,
      rules: [
        { id: null, shows: true, why: null },
        { id: rule.id, shows: false, why: 'priority' },
      ],
      campaigns: [waiting, { id: campaign.id, shows: false, why: 'priority' }],
    });
  });

  test('that was shown a rule has not been shown the campaign with the same number', async () => {
    const { ann } = await startWidget();
    const campaign = await startCampaign(ann, { rule: soon });
    const at = Temporal.Instant.from('2026-11-16T09:00:00Z');
    const shown = [{ rule_id: campaign.id, at: at.subtract({ hours: 24 }).toString(), dismissed: true }];
    const body = { visit: { url: 'https://shop.example/', at: at.toString(), shown } };
    const { campaigns } = (await ann.call(smartInvitations.simulate, { body })).data;
    expect(campaigns).toEqual([{ id: campaign.id, shows: true, why: null }]);
  });
});

test('a deleted campaign is kept for its impressions, and as long as those', async () => {
  const app = await startApp({}, { isolated: true });
  const ann = await app.owner();
  const campaign = await startCampaign(ann);
  expect(await campaign.remove()).toMatchObject({ status: 422, data: { reason: 'still_active' } });
  await campaign.act('finish');
  await campaign.remove();
  const start = app.clock.now;
  const rowsAfter = async (hours: number) => {
    app.clock.now = start.add({ hours });
    await app.run('smart_invitations.sweep');
    return (await app.sql('SELECT deleted_at FROM smart_invitations')).length;
  };
  expect(await rowsAfter(24 * 180 - 1)).toBe(1);
  expect(await rowsAfter(24 * 180 + 1)).toBe(0);
});
