import { expect, test } from 'vitest';
import { shareSender } from '../../../../../test/delivery-server.ts';
import { draftCampaign, startCampaign } from '../../../../../test/onsite-campaigns.ts';
import { openPage } from '../../../../../test/smart-invitations.ts';
import { advanceClock } from '../../../../../test/webhooks.ts';

const sender = shareSender();

async function startAccount() {
  const app = sender();
  const ann = await app.owner();
  const page = openPage(app, ann);
  return {
    app,
    ann,
    page,
    shown: async () => (await page.list()).rules.map(({ id }) => id),
    ahead: (duration: Temporal.DurationLike) => app.clock.now.add(duration).toString(),
  };
}

test('a campaign with a start ahead is scheduled, shows from then on, and finishes by itself', async () => {
  const { app, ann, page, shown, ahead } = await startAccount();
  const [starts_at, ends_at] = [ahead({ hours: 1 }), ahead({ hours: 3 })];
  const campaign = await draftCampaign(ann, { starts_at, ends_at });
  const { data } = await campaign.act('start');
  expect(data).toMatchObject({
    status: 'scheduled',
    started_at: null,
    consent: null,
    settings: { starts_at, ends_at },
  });
  expect(Temporal.Instant.from(data.scheduled_for ?? '').equals(starts_at)).toBe(true);
  const before = (await page.config()).revision;
  advanceClock(app, 3_600);
  expect(await campaign.untilStatus('running')).toMatchObject({ started_at: expect.any(String), finished_at: null });
  expect(await shown()).toEqual([campaign.invitation]);
  const whileRunning = await page.config();
  expect(whileRunning).toMatchObject({ revision: before + 1, invitations: { file: expect.any(String) } });
  advanceClock(app, 2 * 3_600);
  expect(await campaign.untilStatus('finished')).toMatchObject({ finished_at: expect.any(String) });
  expect(await page.config()).toMatchObject({ revision: before + 2, invitations: null });
  expect((await page.report('shown', { invitation: campaign.invitation })).status).toBe(404);
});

test('a campaign with a start that has passed runs at once, and one without an end until somebody finishes it', async () => {
  const { app, ann, shown } = await startAccount();
  const campaign = await startCampaign(ann, { starts_at: '2020-01-01T00:00:00Z' });
  expect((await campaign.read()).status).toBe('running');
  advanceClock(app, 365 * 86_400);
  expect(await shown()).toEqual([campaign.invitation]);
  expect((await campaign.act('finish')).data.status).toBe('finished');
});

test('a paused campaign whose end has passed shows nothing when it is resumed, and finishes', async () => {
  const { app, ann, shown, ahead } = await startAccount();
  const campaign = await startCampaign(ann, { ends_at: ahead({ hours: 1 }) });
  await campaign.act('pause');
  advanceClock(app, 3_601);
  expect((await campaign.read()).status).toBe('paused');
  await campaign.act('resume');
  expect(await shown()).toEqual([]);
  await campaign.untilStatus('finished');
});

test('a schedule that was missed by an hour pauses the campaign', async () => {
  const { app, ann, shown, ahead } = await startAccount();
  const campaign = await startCampaign(ann, { starts_at: ahead({ minutes: 1 }) });
  advanceClock(app, 3_661);
  expect(await campaign.untilStatus('paused')).toMatchObject({ pause_reason: 'schedule_missed' });
  expect(await shown()).toEqual([]);
  expect((await campaign.act('resume')).data).toMatchObject({ status: 'running', pause_reason: null });
  expect(await shown()).toEqual([campaign.invitation]);
});

const ACTIONS = ['start', 'pause', 'resume', 'finish'] as const;
type Action = (typeof ACTIONS)[number];

test.each<[string, Action[], Action[]]>([
  ['draft', [], ['start']],
  ['scheduled', ['start'], ['pause', 'finish']],
  ['running', ['start'], ['pause', 'finish']],
  ['paused', ['start', 'pause'], ['resume', 'finish']],
  ['finished', ['start', 'finish'], []],
])('a %s campaign refuses every other action', async (status, before, allowed) => {
  const { ann, ahead } = await startAccount();
  const campaign = await draftCampaign(ann, status === 'scheduled' ? { starts_at: ahead({ hours: 24 }) } : {});
  for (const action of before) await campaign.act(action);
  expect((await campaign.read()).status).toBe(status);
  for (const action of ACTIONS.filter((each) => !allowed.includes(each))) {
    expect(await campaign.act(action), action).toMatchObject({ status: 409, data: { reason: 'wrong_status' } });
  }
});
