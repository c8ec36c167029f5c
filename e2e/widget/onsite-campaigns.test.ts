import { api, type OnsiteCounts } from '@parley/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TestApp } from '../../apps/server/test/harness.ts';
import { AT_ONCE, countsOf, enter, load, pass } from '../../apps/server/test/inviting-pages.ts';
import { type draftCampaign, startCampaign } from '../../apps/server/test/onsite-campaigns.ts';
import { addRule } from '../../apps/server/test/smart-invitations.ts';
import { chatOf, startWidget, writeAndStore } from '../../apps/server/test/widget.ts';

type Campaign = Awaited<ReturnType<typeof draftCampaign>>;

const untilCounts = (campaign: Campaign, expected: Partial<OnsiteCounts>) =>
  expect.poll(async () => (await campaign.read()).counts, { timeout: 10_000 }).toMatchObject(expected);

test('a running campaign shows, its text is stored before the answer, and a paused one shows no more', async () => {
  const { app, owner, tag } = await startWidget();
  const campaign = await startCampaign(owner, {
    rule: { trigger: AT_ONCE, text: 'Free tea today?', frequency: { per: 'page', max: 100 } },
  });
  const { page, open, complaints } = await enter(tag);
  await pass(page, 2);
  await open.getByText('Free tea today?').waitFor();
  await open.click();
  await writeAndStore(page, 'Yes, please');
  const { data } = (await owner.call(api.messages.list, { params: { id: await chatOf(app, owner) } })).data;
  expect(data.map(({ body, origin }) => [body, origin]).reverse()).toEqual([
    ['Free tea today?', `invitation:${campaign.invitation}`],
    ['Yes, please', null],
  ]);
  await untilCounts(campaign, { shown: 1, opened: 1, wrote: 1 });

  const other = await enter(tag);
  await pass(other.page, 2);
  await other.card.waitFor();
  await untilCounts(campaign, { shown: 2 });
  await campaign.act('pause');
  await other.page.goto(`${other.site}/next`);
  await other.page.getByRole('button', { name: 'Open chat' }).waitFor();
  await pass(other.page, 90);
  expect(await other.card.count()).toBe(0);
  await untilCounts(campaign, { shown: 2 });
  expect([...complaints, ...other.complaints]).toEqual([]);
});

/** The key of the campaign has the number of the rule. */
const renumber = (app: TestApp, campaign: Campaign, { id }: { id: number }) =>
  app.sql(`UPDATE smart_invitations SET campaign_id = ${id} WHERE campaign_id = ${campaign.id}`);

test('a dismissed campaign stays away, and the rule with the same number does not', async () => {
  const { app, owner, tag } = await startWidget();
  const rule = await addRule(owner, { trigger: AT_ONCE, text: 'Of the rule', priority: 2 });
  const campaign = await startCampaign(owner, { rule: { trigger: AT_ONCE, text: 'Of the campaign', priority: 1 } });
  await renumber(app, campaign, rule);
  const { page, site, card, dismiss, complaints } = await enter(tag);
  await pass(page, 2);
  await card.getByText('Of the campaign').waitFor();
  await dismiss.click();
  await pass(page, 60);
  // The next visit remembers nothing but the dismissal.
  await page.evaluate('sessionStorage.clear()');
  await page.goto(`${site}/next`);
  await load(page);
  await pass(page, 2);
  await card.getByText('Of the rule').waitFor();
  expect(complaints).toEqual([]);
});

test('a visitor who is held out of a rule may see the campaign with the same number', async () => {
  const { app, owner, tag } = await startWidget({ settings: { visitor_tracking: true } });
  const half = { trigger: AT_ONCE, holdout_percent: 50 };
  const rule = await addRule(owner, { ...half, priority: 1 });
  const campaign = await startCampaign(owner, { rule: { ...half, text: 'Of the campaign' } });
  await renumber(app, campaign, rule);
  const draw = (10.3 - ((rule.id * 0.618) % 1)) % 1;
  const prepare = (page: Page) =>
    page.addInitScript(
      ([key, text]) => localStorage.setItem(key as string, text as string),
      [`parley.${owner.buttonGuid}.history`, JSON.stringify({ draw })],
    );
  const { page, card } = await enter(tag, { prepare, isFirst: true });
  await pass(page, 20);
  expect(await card.count()).toBe(0);
  await pass(page, 20);
  await card.getByText('Of the campaign').waitFor();
  expect(await countsOf(owner)).toEqual({ held_out: 1 });
});
