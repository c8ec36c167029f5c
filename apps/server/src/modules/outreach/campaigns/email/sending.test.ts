import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { anonymousCaller } from '../../../../../test/callers.ts';
import { addSubscribers, draftCampaign, sendCampaign } from '../../../../../test/campaigns.ts';
import { shareMailer } from '../../../../../test/mail-campaign-server.ts';
import { startMailbox } from '../../../../../test/mailbox.ts';
import { until } from '../../../../../test/until.ts';
import { advanceClock } from '../../../../../test/webhooks.ts';

const { auditLog, campaigns, contacts, suppressions } = api;

const mailer = shareMailer();

async function start(emails = ['ira@example.test']) {
  const app = mailer();
  const ann = await app.owner();
  return { app, ann, people: await addSubscribers(ann, emails) };
}

const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });

test('a campaign is sent once to every contact who agreed, and finishes', async () => {
  const { letters } = await startMailbox();
  const { ann } = await start(['ira@example.test', 'leo@example.test', 'eve@example.test']);
  const campaign = await draftCampaign(ann, { subject: 'News', html: '<p>Hello</p>' });
  const { status, data } = await campaign.send();
  expect(status).toBe(200);
  expect(data).toMatchObject({ status: 'running', type: 'email', counts: { total: 3 } });
  const finished = await campaign.untilStatus('finished');
  expect(finished.counts).toMatchObject({ total: 3, sent: 3, pending: 0, skipped: 0, failed: 0, unknown: 0 });
  expect(letters.map(({ to }) => to).sort()).toEqual(['eve@example.test', 'ira@example.test', 'leo@example.test']);
  const [recipient] = await campaign.recipients();
  expect(recipient).toMatchObject({ state: 'sent', attempts: 1, reason: null, next_attempt_at: null, chat_id: null });
  expect(recipient?.sent_at).not.toBeNull();
});

test('sending needs the consent of the caller', async () => {
  const { ann } = await start();
  const campaign = await draftCampaign(ann);
  for (const consent of [false, 'yes', null]) expect((await campaign.send(consent)).status).toBe(422);
  expect((await campaign.read()).status).toBe('draft');
});

test('an e-mail campaign is not started by a transition, and an on-site one not sent', async () => {
  const { ann } = await start();
  const email = await draftCampaign(ann);
  expect(await email.act('start')).toMatchObject({ status: 409, data: { reason: 'send_required' } });
  const onsite = await draftCampaign(ann, {}, 'onsite');
  expect(await onsite.send()).toMatchObject({ status: 409, data: { reason: 'not_email' } });
  const preview = await ann.call(campaigns.preview, { body: { type: 'onsite', settings: {} } });
  expect(preview).toMatchObject({ status: 409, data: { reason: 'not_email' } });
});

test.each([
  [{ subject: undefined }, 'settings.subject'],
  [{ subject: '{{contact.name}}' }, 'settings.subject'],
  [{ html: undefined }, 'settings.html'],
] as const)('a campaign with %j cannot be sent', async (settings, field) => {
  const { ann } = await start();
  const campaign = await draftCampaign(ann, settings);
  expect(await campaign.send()).toMatchObject({ status: 422, data: { errors: { [field]: [expect.any(String)] } } });
});

test('a campaign that reaches nobody cannot be sent', async () => {
  const { ann } = await start([]);
  const answer = await (await draftCampaign(ann)).send();
  expect(answer).toMatchObject({ status: 422, data: { errors: { 'settings.audience': ['reaches nobody'] } } });
});

test('contacts are skipped for the first reason that applies', async () => {
  const { letters } = await startMailbox();
  const { ann } = await start(['ira@example.test']);
  const add = async (body: object) => (await ann.call(contacts.create, { body: { ...body } })).data.id;
  const ids = {
    blocked: await add({ email: 'a@example.test', email_consent: true }),
    no_address: await add({ name: 'Nobody' }),
    unsubscribed: await add({ email: 'b@example.test', email_consent: true }),
    suppressed: await add({ email: 'c@example.test', email_consent: true }),
    no_consent: await add({ email: 'd@example.test' }),
    duplicate_address: await add({ email: 'IRA@Example.test', email_consent: true }),
  };
  await ann.call(contacts.block, { params: { id: ids.blocked } });
  await ann.call(suppressions.create, { body: { channel: 'email', address: 'C@example.test' } });
  const first = await sendCampaign(ann, { audience: { contact_ids: [ids.unsubscribed] } });
  const url = /<(http[^>]*\/u\/[^>]*)>/.exec(letters[0]?.raw ?? '')?.[1] ?? '';
  await anonymousCaller(mailer());
  const { pathname } = new URL(url);
  expect((await mailer().http.inject({ method: 'POST', url: pathname })).statusCode).toBe(200);
  expect((await first.read()).counts).toMatchObject({ unsubscribed: 1 });
  const campaign = await sendCampaign(ann);
  const found = Object.fromEntries((await campaign.recipients()).map(({ contact_id, reason }) => [contact_id, reason]));
  for (const [reason, id] of Object.entries(ids)) expect([reason, found[id]]).toEqual([reason, reason]);
  expect((await campaign.read()).counts).toMatchObject({ total: 7, sent: 1, skipped: 6 });
});

test('with an attested consent those without a record are written to, and those who refused are not', async () => {
  const { letters } = await startMailbox();
  const { ann } = await start([]);
  await addSubscribers(ann, ['ira@example.test'], { email_consent: null });
  await addSubscribers(ann, ['leo@example.test'], { email_consent: false });
  const campaign = await sendCampaign(ann, { consent_basis: 'attested' });
  expect((await campaign.read()).counts).toMatchObject({ total: 2, sent: 1, skipped: 1 });
  expect(letters.map(({ to }) => to)).toEqual(['ira@example.test']);
  const { data } = (await ann.call(auditLog.list, { query: { action: 'campaign.started' } })).data;
  expect(data[0]).toMatchObject({ after: { consent_basis: 'attested', recipients: 1 }, actor: { type: 'token' } });
});

test('those who were contacted within the gap are skipped', async () => {
  const { letters } = await startMailbox();
  const { app, ann } = await start();
  await sendCampaign(ann);
  const answer = await (await draftCampaign(ann, { min_gap_hours: 24 })).send();
  expect(answer).toMatchObject({ status: 422 });
  advanceClock(app, 25 * 3_600);
  await sendCampaign(ann, { min_gap_hours: 24 });
  expect(letters).toHaveLength(2);
});

test.each([
  [550, '5.1.1 No such user', { bounced: 1 }, 'address_rejected', true],
  [550, '5.7.1 Policy', { failed: 1 }, 'mail_rejected', false],
] as const)('a recipient refused with %d %s is %j', async (code, words, counts, reason, isSuppressed) => {
  await startMailbox({
    beforeRecipient: () => {
      throw refusal(code, words);
    },
  });
  const { ann } = await start();
  const campaign = await sendCampaign(ann);
  expect((await campaign.read()).counts).toMatchObject({ ...counts, sent: 0 });
  expect(await campaign.recipients()).toMatchObject([{ reason }]);
  const { data } = (await ann.call(suppressions.list)).data;
  expect(data.map((each) => each.reason)).toEqual(isSuppressed ? ['bounced'] : []);
});

test('a recipient who is refused for now is tried again after 1, 5, 15 and 60 minutes, then has failed', async () => {
  let attempts = 0;
  await startMailbox({
    beforeRecipient: () => {
      attempts += 1;
      throw refusal(451, '4.7.1 Greylisted');
    },
  });
  const { app, ann } = await start();
  const campaign = await draftCampaign(ann);
  await campaign.send();
  for (const minutes of [1, 5, 15, 60]) {
    const next = await until(async () => {
      const [found] = await campaign.recipients({ state: 'pending' });
      const wait = Temporal.Instant.from(found?.next_attempt_at ?? '1970-01-01T00:00:00Z').since(app.clock.now);
      return wait.sign > 0 && wait;
    }, 'the next attempt is known');
    const wait = next.total('minutes');
    expect(wait).toBeGreaterThan(minutes - 0.5);
    expect(wait).toBeLessThanOrEqual(minutes);
    advanceClock(app, minutes * 60 + 1);
  }
  await campaign.untilStatus('finished');
  expect(await campaign.recipients()).toMatchObject([{ state: 'failed', reason: 'mail_deferred', attempts: 5 }]);
  expect(attempts).toBe(5);
});

test('a paused campaign sends nothing until it is resumed, and a finished one skips the rest', async () => {
  const { letters } = await startMailbox();
  const { app, ann } = await start(['a@example.test', 'b@example.test', 'c@example.test']);
  const campaign = await draftCampaign(ann, { rate_per_minute: 1 });
  await campaign.send();
  await campaign.untilCounts({ sent: 1 });
  expect(await campaign.act('pause')).toMatchObject({ status: 200, data: { status: 'paused', pause_reason: null } });
  advanceClock(app, 120);
  expect((await campaign.act('pause')).status).toBe(409);
  expect(await campaign.act('resume')).toMatchObject({ data: { status: 'running' } });
  await campaign.untilCounts({ sent: 2 });
  const { data } = await campaign.act('finish');
  expect(data).toMatchObject({ status: 'finished', counts: { total: 3, sent: 2, skipped: 1, pending: 0 } });
  expect(await campaign.recipients({ state: 'skipped' })).toMatchObject([{ reason: 'finished' }]);
  expect(await campaign.recipients({ state: 'pending' })).toEqual([]);
  expect(letters).toHaveLength(2);
});

test('a scheduled campaign waits for its time, and may be finished before it', async () => {
  const { letters } = await startMailbox();
  const { app, ann } = await start();
  const send_at = app.clock.now.add({ hours: 1 }).toString();
  const [sent, finished] = [await draftCampaign(ann, { send_at }), await draftCampaign(ann, { send_at })];
  for (const each of [sent, finished]) expect((await each.send()).data).toMatchObject({ status: 'scheduled' });
  expect((await finished.act('finish')).data).toMatchObject({ status: 'finished' });
  advanceClock(app, 3_601);
  await sent.untilStatus('finished');
  expect(letters).toHaveLength(1);
});

test('a contact who unsubscribes after the start is skipped', async () => {
  await startMailbox();
  const { app, ann, people } = await start(['a@example.test', 'b@example.test']);
  const campaign = await draftCampaign(ann, { rate_per_minute: 1 });
  await campaign.send();
  await campaign.untilCounts({ sent: 1 });
  await ann.call(suppressions.create, { body: { channel: 'email', address: people[1]?.email } });
  advanceClock(app, 61);
  await campaign.untilStatus('finished');
  expect(await campaign.recipients({ state: 'skipped' })).toMatchObject([{ reason: 'suppressed' }]);
});

test('an address that two contacts come to share gets one e-mail', async () => {
  const { letters } = await startMailbox();
  const { app, ann, people } = await start(['a@example.test', 'b@example.test']);
  const campaign = await draftCampaign(ann, { rate_per_minute: 1 });
  await campaign.send();
  await campaign.untilCounts({ sent: 1 });
  await ann.call(contacts.update, {
    params: { id: people[1]?.id },
    body: { email: 'A@example.test', email_consent: true },
  });
  advanceClock(app, 61);
  await campaign.untilStatus('finished');
  expect(await campaign.recipients({ state: 'skipped' })).toMatchObject([{ reason: 'duplicate_address' }]);
  expect(letters.map(({ to }) => to)).toEqual(['a@example.test']);
});

test('an erased contact leaves a count', async () => {
  await startMailbox();
  const { app, ann, people } = await start(['a@example.test', 'b@example.test']);
  const campaign = await draftCampaign(ann, { rate_per_minute: 1 });
  await campaign.send();
  await campaign.untilCounts({ sent: 1 });
  await ann.call(contacts.remove, { params: { id: people[1]?.id } });
  advanceClock(app, 61);
  const { counts } = await campaign.untilStatus('finished');
  expect(counts).toMatchObject({ total: 2, sent: 1, skipped: 1 });
  expect(await campaign.recipients({ state: 'skipped' })).toMatchObject([{ reason: 'erased', contact_id: null }]);
});

test('links in e-mails work when the campaign and its contacts are gone', async () => {
  const { letters } = await startMailbox();
  const { app, ann, people } = await start();
  const campaign = await sendCampaign(ann, {
    html: '<a href="https://shop.example/sale">Sale</a>',
    track_clicks: true,
  });
  const raw = letters[0]?.raw ?? '';
  const click = new URL(/href="(http[^"]*\/l\/[^"]*)"/.exec(letters[0]?.html ?? '')?.[1] ?? '');
  const unsubscribe = new URL(/<(http[^>]*\/u\/[^>]*)>/.exec(raw)?.[1] ?? '');
  await ann.call(contacts.remove, { params: { id: people[0]?.id } });
  await ann.call(campaigns.remove, { params: campaign.params });
  const clicked = await app.http.inject({ method: 'GET', url: click.pathname });
  expect([clicked.statusCode, clicked.headers.location]).toEqual([302, 'https://shop.example/sale']);
  const answer = await app.http.inject({
    method: 'POST',
    url: unsubscribe.pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, undefined]);
  const { data } = (await ann.call(suppressions.list)).data;
  expect(data).toMatchObject([{ reason: 'unsubscribed' }]);
});
