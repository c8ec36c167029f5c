import { fileURLToPath } from 'node:url';
import type { SendCounts } from '@parley/contract';
import { expect, onTestFinished, test } from 'vitest';
import { addSubscribers, draftCampaign } from '../../../../../test/campaigns.ts';
import { openApp, startApp, type TestApp } from '../../../../../test/harness.ts';
import { shareMailer } from '../../../../../test/mail-campaign-server.ts';
import { sharedMailboxUrl, startMailbox } from '../../../../../test/mailbox.ts';
import { reply, startScriptedSmtp } from '../../../../../test/scripted-smtp.ts';
import { dataDirectory, startServer } from '../../../../../test/server-process.ts';
import { until } from '../../../../../test/until.ts';
import { advanceClock } from '../../../../../test/webhooks.ts';

const PRELOAD = fileURLToPath(new URL('../../../../../test/die-at-statement.ts', import.meta.url));

const mailer = shareMailer();

const refusal = () => Object.assign(new Error('5.7.0 Authentication required'), { responseCode: 530 });

/** A mail server that takes nothing at first. */
async function startRefusing(times: number) {
  let attempts = 0;
  const { letters } = await startMailbox({
    beforeSender: () => {
      attempts += 1;
      if (attempts <= times) throw refusal();
    },
  });
  return { letters };
}

/** The mail server is asked again after two seconds. No other time passes: what is on its way for a minute is unknown. */
async function passRetry(app: TestApp, { id }: { id: number }) {
  const waiting = await app.sql(`SELECT FROM sends WHERE id = ${id} AND retry_at > '${app.clock.now}'`);
  if (waiting.length) advanceClock(app, 2);
}

test('a mail server that takes nothing three times running pauses the campaign, and everybody is still pending', async () => {
  const app = mailer();
  const ann = await app.owner();
  let hasResumed = false;
  const { letters } = await startMailbox({
    beforeSender: async () => {
      const running = `SELECT FROM sends WHERE widget_id = ${ann.widgetId} AND status = 'running' AND refusals < 3`;
      if (!hasResumed && (await app.sql(running)).length) throw refusal();
    },
  });
  await addSubscribers(ann, ['ira@example.test', 'leo@example.test']);
  const campaign = await draftCampaign(ann);
  await campaign.send();
  const isPaused = async () => {
    await passRetry(app, campaign);
    const found = await campaign.read();
    return found.status === 'paused' && found;
  };
  const paused = await until(isPaused, 'the campaign is paused');
  expect(paused).toMatchObject({
    pause_reason: 'mail_not_ready',
    counts: { total: 2, pending: 2, sent: 0, failed: 0 },
  });
  expect(await campaign.recipients()).toMatchObject([{ attempts: 0, state: 'pending' }, { attempts: 0 }]);
  const alert = () => letters.find(({ to }) => to === ann.email);
  await until(async () => alert() !== undefined, 'the owner is mailed');
  expect(alert()).toMatchObject({ subject: '"News" is paused' });
  expect(alert()?.text).toContain(`/app/outreach/campaigns/${campaign.id}`);
  hasResumed = true;
  expect(await campaign.act('resume')).toMatchObject({ data: { status: 'running', pause_reason: null } });
  const { counts } = await campaign.untilStatus('finished');
  expect(counts).toMatchObject({ sent: 2 });
});

test('a mail server that recovers in between loses nobody', async () => {
  const { letters } = await startRefusing(2);
  const app = mailer();
  const ann = await app.owner();
  await addSubscribers(ann, ['ira@example.test']);
  const campaign = await draftCampaign(ann);
  await campaign.send();
  await until(async () => {
    await passRetry(app, campaign);
    return (await campaign.read()).status === 'finished';
  }, 'the campaign is finished');
  expect(letters.map(({ to }) => to)).toEqual(['ira@example.test']);
});

test('after failures a resumed campaign is judged by what follows', async () => {
  let isRefusing = true;
  await startMailbox({
    beforeRecipient: () => {
      if (isRefusing) throw Object.assign(new Error('5.7.1 Policy'), { responseCode: 550 });
    },
  });
  const ann = await mailer().owner();
  await addSubscribers(
    ann,
    Array.from({ length: 60 }, (_, at) => `ira${at}@example.test`),
  );
  const campaign = await draftCampaign(ann, { rate_per_minute: 600 });
  await campaign.send();
  const counted = async () => (await campaign.read()).counts as SendCounts;
  for (let failed = 0; failed < 20; failed = (await counted()).failed) {
    advanceClock(mailer(), 1);
    await until(async () => (await counted()).failed > failed, 'further e-mails have failed');
  }
  expect(await campaign.untilStatus('paused')).toMatchObject({ pause_reason: 'too_many_failures' });
  const { failed, pending } = await counted();
  expect(pending).toBeGreaterThan(0);
  isRefusing = false;
  await campaign.act('resume');
  await until(async () => {
    advanceClock(mailer(), 1);
    return (await campaign.read()).status !== 'running';
  }, 'the campaign has ended');
  expect(await campaign.read()).toMatchObject({ status: 'finished', counts: { failed, sent: pending } });
});

test('an e-mail whose connection broke after its content is unknown, and is not sent again', async () => {
  let contents = 0;
  const SMTP_URL = await startScriptedSmtp((line) => {
    if (line !== '.') return reply(line);
    contents += 1;
    return undefined;
  });
  const app = await startApp({ SMTP_URL }, { background: true, isolated: true });
  const ann = await app.owner();
  await addSubscribers(ann, ['ira@example.test']);
  const campaign = await draftCampaign(ann);
  await campaign.send();
  const { counts } = await campaign.untilStatus('finished');
  expect(counts).toMatchObject({ total: 1, unknown: 1, pending: 0 });
  expect(contents).toBe(1);
});

test('an e-mail of a server that is killed before it knows the outcome is unknown, and is not sent again', async () => {
  const { letters } = await startMailbox();
  const app = await openApp({}, { background: false });
  onTestFinished(() => app.end());
  const ann = await app.owner();
  await addSubscribers(ann, ['zoe@example.test']);
  const place = { DATABASE_URL: app.connection, SMTP_URL: await sharedMailboxUrl() };
  const killed = startServer({
    ...place,
    DATA_DIR: dataDirectory(),
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    DIE_AT: 'attempts = r.attempts - (NOT e.is_tried)::int',
    DIE_WHEN: 'sent',
    NODE_OPTIONS: `--import ${PRELOAD}`,
  });
  await killed.ready();
  const campaign = await draftCampaign(ann);
  await campaign.send();
  await killed.ended;
  expect(await campaign.read()).toMatchObject({ status: 'running', counts: { pending: 1 } });
  const node = await startApp({ SMTP_URL: place.SMTP_URL }, { background: true, connection: app.connection });
  node.clock.now = app.clock.now.add({ minutes: 3 });
  app.clock.now = node.clock.now;
  const { counts } = await campaign.untilStatus('finished');
  expect(counts).toMatchObject({ unknown: 1, sent: 0 });
  // Alerts of other campaigns may still arrive.
  expect(letters.filter(({ to }) => to === 'zoe@example.test')).toHaveLength(1);
});
