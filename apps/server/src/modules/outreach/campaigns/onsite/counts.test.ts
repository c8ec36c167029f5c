import { api, type Campaign, type OnsiteCounts } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../../test/harness.ts';
import { draftCampaign, startCampaign } from '../../../../../test/onsite-campaigns.ts';
import { openPage } from '../../../../../test/smart-invitations.ts';

test('every campaign has its counts, in the list too', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const page = openPage(app, ann);
  const [one, two] = [await startCampaign(ann), await startCampaign(ann)];
  const draft = await draftCampaign(ann);
  await page.see(one.invitation, ['shown', 'opened', 'clicked']);
  await page.see(one.invitation, ['dismissed']);
  await page.see(two.invitation, ['held_out']);
  const nothing = {
    held_out: 0,
    shown: 0,
    opened: 0,
    dismissed: 0,
    clicked: 0,
    wrote: 0,
    held_out_wrote: 0,
    lift: null,
  };
  const { data } = (await ann.call(api.campaigns.list, { query: { type: 'onsite' } })).data;
  expect(data.map(({ id, counts }: Campaign) => [id, counts])).toEqual([
    [draft.id, nothing],
    [two.id, { ...nothing, held_out: 1 }],
    [one.id, { ...nothing, shown: 2, opened: 1, clicked: 1, dismissed: 1 }],
  ]);
  expect((await one.read()).counts).toEqual(data[2]?.counts);
});

test('the lift is that of the funnel, over the whole life of the campaign', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const campaign = await startCampaign(ann, { rule: { holdout_percent: 50 } });
  const add = (heldOut: boolean, count: number, wrote: number, daysAgo: number) =>
    app.sql(`
      INSERT INTO invitation_impressions (widget_id, id, invitation, held_out, shown_at, wrote_at)
      SELECT ${ann.widgetId}, gen_random_uuid()::text, '${campaign.invitation}', ${heldOut}, at, CASE WHEN each <= ${wrote} THEN at END
      FROM generate_series(1, ${count}) AS each, (SELECT '${app.clock.now.subtract({ hours: 24 * daysAgo })}'::timestamptz AS at) AS day`);
  await add(false, 500, 30, 0);
  await add(false, 500, 30, 90);
  await add(true, 499, 10, 90);
  await add(true, 1, 0, 0);
  const { lift, ...counts } = (await campaign.read()).counts as OnsiteCounts;
  expect(counts).toMatchObject({ shown: 1_000, wrote: 60, held_out: 500, held_out_wrote: 10 });
  expect(lift?.value).toBeCloseTo(0.04, 10);
  expect(lift?.low).toBeCloseTo(0.018, 2);
  expect(lift?.high).toBeCloseTo(0.0595, 2);
});
