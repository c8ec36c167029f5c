import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addVisitors, draftBroadcast } from '../../../../test/broadcasts.ts';
import { addChannel } from '../../../../test/channels.ts';
import { shareSender } from '../../../../test/delivery-server.ts';
import { addAgent } from '../../../../test/people.ts';
import { until } from '../../../../test/until.ts';
import { advanceClock } from '../../../../test/webhooks.ts';

const { broadcasts } = api;

const sender = shareSender();
const SLOWLY = { rate_per_minute: 1 };

async function start(settings: object = {}, count = 3) {
  const app = sender();
  const ann = await app.owner();
  const visitors = await addVisitors(app, ann, count);
  const ahead = (duration: Temporal.DurationLike) => app.clock.now.add(duration).toString();
  return { app, ann, visitors, ahead, broadcast: await draftBroadcast(ann, settings) };
}

type Started = Awaited<ReturnType<typeof start>>;

/** A broadcast in each status. */
const IN: Record<string, () => Promise<Started>> = {
  draft: () => start(),
  scheduled: async () => {
    const started = await start({ send_at: '2100-01-01T00:00:00Z' });
    await started.broadcast.start();
    return started;
  },
  running: async () => {
    const started = await start(SLOWLY);
    await started.broadcast.start();
    await started.broadcast.untilCounts({ sent: 1 });
    return started;
  },
  paused: async () => {
    const started = await (IN.running as () => Promise<Started>)();
    await started.broadcast.act('pause');
    return started;
  },
  finished: async () => {
    const started = await start();
    await started.broadcast.start();
    await started.broadcast.untilStatus('finished');
    return started;
  },
  cancelled: async () => {
    const started = await (IN.running as () => Promise<Started>)();
    await started.broadcast.act('cancel');
    return started;
  },
};
const enter = (status: string) => (IN[status] as () => Promise<Started>)();

const ALLOWED = [
  ['draft', 'start', 'running'],
  ['scheduled', 'pause', 'paused'],
  ['scheduled', 'cancel', 'cancelled'],
  ['running', 'pause', 'paused'],
  ['running', 'finish', 'finished'],
  ['running', 'cancel', 'cancelled'],
  ['paused', 'resume', 'running'],
  ['paused', 'finish', 'finished'],
  ['paused', 'cancel', 'cancelled'],
] as const;
const ACTIONS = ['start', 'pause', 'resume', 'finish', 'cancel'];

const act = ({ broadcast }: Started, action: string) =>
  action === 'start' ? broadcast.start() : broadcast.act(action);

test.each(ALLOWED)('a %s broadcast can %s and is %s', async (status, action, next) => {
  const started = await enter(status);
  expect(await act(started, action)).toMatchObject({ status: 200, data: { status: next, pause_reason: null } });
});

test.each(Object.keys(IN))('a %s broadcast refuses every other action', async (status) => {
  const started = await enter(status);
  const refused = ACTIONS.filter((action) => !ALLOWED.some(([from, each]) => from === status && each === action));
  for (const action of refused) {
    expect(await act(started, action), action).toMatchObject({ status: 409, data: { reason: 'wrong_status' } });
  }
  expect((await started.broadcast.read()).status).toBe(status);
});

test.each(['scheduled', 'running', 'paused'])('a %s broadcast cannot be deleted', async (status) => {
  const { ann, broadcast } = await enter(status);
  const answer = await ann.call(broadcasts.remove, { params: broadcast.params });
  expect(answer).toMatchObject({ status: 422, data: { reason: 'still_active' } });
});

test.each(['draft', 'finished', 'cancelled'])('a %s broadcast can be deleted', async (status) => {
  const { ann, broadcast } = await enter(status);
  expect((await ann.call(broadcasts.remove, { params: broadcast.params })).status).toBe(204);
});

test('a scheduled broadcast that was paused goes back to scheduled', async () => {
  const { broadcast } = await enter('scheduled');
  await broadcast.act('pause');
  const { data } = await broadcast.act('resume');
  expect(data).toMatchObject({ status: 'scheduled', scheduled_for: '2100-01-01T00:00:00.000+00:00' });
});

test.each([
  ['finish', 'finished'],
  ['cancel', 'cancelled'],
])('who was not sent to before %s is skipped as %s', async (action, reason) => {
  const { broadcast } = await enter('running');
  const { data } = await broadcast.act(action);
  expect(data.counts).toMatchObject({ total: 3, sent: 1, pending: 0, skipped: 2 });
  expect(await broadcast.recipients({ state: 'skipped' })).toMatchObject([{ reason }, { reason }]);
});

test('nothing is sent while a broadcast is paused, and everybody gets it once after it was resumed', async () => {
  const { app, ann, broadcast } = await enter('paused');
  advanceClock(app, 120);
  await broadcast.act('resume');
  await broadcast.act('pause');
  const { counts } = await broadcast.read();
  await broadcast.act('resume');
  for (let sent = counts.sent; sent < 3; sent += 1) {
    advanceClock(app, 60);
    await until(async () => (await broadcast.read()).counts.sent > sent, 'one more is sent');
  }
  await broadcast.untilStatus('finished');
  const sent = await app.sql(`SELECT chat_id FROM messages WHERE widget_id = ${ann.widgetId} AND is_outreach`);
  expect(sent).toHaveLength(3);
});

test('a rate spreads messages evenly', async () => {
  const { app, broadcast } = await start({ rate_per_minute: 6 }, 4);
  await broadcast.start();
  await broadcast.untilCounts({ sent: 1, pending: 3 });
  advanceClock(app, 9);
  await broadcast.untilCounts({ sent: 1 });
  advanceClock(app, 1);
  await broadcast.untilCounts({ sent: 2 });
  advanceClock(app, 60);
  await broadcast.untilCounts({ sent: 3 });
});

test('a broadcast is sent within its window, in the time zone of the account', async () => {
  const { app, ann, broadcast } = await start({ window: { from: '22:00', to: '06:00' } }, 1);
  await ann.call(api.account.update, { body: { timezone: 'Asia/Tokyo' } });
  const before = app.clock.now;
  app.clock.now = Temporal.Instant.from('2026-12-01T12:59:00Z');
  await broadcast.start();
  await until(async () => {
    const [row] = await app.sql(`SELECT FROM sends WHERE id = ${broadcast.id} AND frozen_at IS NOT NULL`);
    return row !== undefined;
  }, 'its recipients are fixed');
  expect((await broadcast.read()).counts).toMatchObject({ pending: 1, sent: 0 });
  app.clock.now = Temporal.Instant.from('2026-12-01T13:00:00Z');
  await broadcast.untilStatus('finished');
  app.clock.now = before;
});

test('a broadcast with a time ahead is scheduled, and starts then', async () => {
  const { app, ann, ahead } = await start();
  const broadcast = await draftBroadcast(ann, { send_at: ahead({ hours: 2 }) });
  const { data } = await broadcast.start();
  expect(data).toMatchObject({ status: 'scheduled', started_at: null, counts: { total: 0 } });
  expect(Temporal.Instant.from(data.scheduled_for ?? '').equals(Temporal.Instant.from(ahead({ hours: 2 })))).toBe(true);
  advanceClock(app, 2 * 3_600);
  expect((await broadcast.untilStatus('finished')).counts.sent).toBe(3);
});

test('a broadcast with a time that has passed starts at once', async () => {
  const { broadcast } = await start({ send_at: '2020-01-01T00:00:00Z' });
  expect((await broadcast.start()).data.status).toBe('running');
});

test('a schedule that was missed by an hour pauses the broadcast', async () => {
  const { app, ann, ahead } = await start();
  const broadcast = await draftBroadcast(ann, { send_at: ahead({ minutes: 1 }) });
  await broadcast.start();
  advanceClock(app, 3_661);
  expect(await broadcast.untilStatus('paused')).toMatchObject({ pause_reason: 'schedule_missed', started_at: null });
  expect((await broadcast.act('resume')).data.status).toBe('running');
  expect((await broadcast.untilStatus('finished')).counts.sent).toBe(3);
});

test.each([
  ['that is inactive', { is_active: false }],
  ['without a URL', { outbound_url: null }],
])('a broadcast cannot start in a custom channel %s', async (_what, change) => {
  const { ann } = await start({}, 0);
  const channel = await addChannel(ann, { outbound_url: 'https://1.1.1.1/replies' });
  await channel.receive('hello');
  await channel.update(change);
  const broadcast = await draftBroadcast(ann, {}, channel.code);
  expect(await broadcast.start()).toMatchObject({ status: 409, data: { reason: 'channel_not_ready' } });
});

test('a broadcast cannot start in a messenger that is not connected', async () => {
  const { app, ann, visitors } = await start({}, 1);
  await app.sql(`UPDATE chats SET channel = 'tg' WHERE id = ${visitors[0]?.chatId}`);
  const broadcast = await draftBroadcast(ann, {}, 'tg');
  expect(await broadcast.start()).toMatchObject({ status: 409, data: { reason: 'channel_not_ready' } });
});

test('a broadcast that pauses itself mails the owner and the admins; a pause by a person mails nobody', async () => {
  const { app, ann, ahead, broadcast } = await start();
  const admin = await addAgent(app, ann, 'admin');
  await addAgent(app, ann, 'operator');
  const late = await draftBroadcast(ann, { send_at: ahead({ minutes: 1 }) });
  await broadcast.start();
  await late.start();
  await late.act('pause');
  await late.act('resume');
  advanceClock(app, 3_661);
  await late.untilStatus('paused');
  const letters = await until(async () => {
    const { data } = await ann.call(api.mail.listOutbox);
    const found = data.data.filter(({ to }: { to: string }) => [ann.email, admin.email].includes(to));
    return found.length >= 2 && found;
  }, 'both are mailed');
  expect(letters.map(({ subject }) => subject)).toEqual(['"News" is paused', '"News" is paused']);
});

test('a broadcast that cannot be worked on holds no other up', async () => {
  const app = sender();
  const [ann, bob] = [await app.owner(), await app.owner()];
  for (const owner of [ann, bob]) await addVisitors(app, owner, 1);
  const send_at = app.clock.now.add({ hours: 1 }).toString();
  const [broken, sound] = [await draftBroadcast(ann, { send_at }), await draftBroadcast(bob, { send_at })];
  for (const each of [broken, sound]) await each.start();
  const breaking = { contact_ids: 'nobody' };
  await app.sql(
    `UPDATE sends SET settings = settings || '${JSON.stringify({ audience: breaking })}' WHERE id = ${broken.id}`,
  );
  advanceClock(app, 3_601);
  await sound.untilStatus('finished');
  expect((await broken.read()).status).toBe('scheduled');
  await broken.act('cancel');
});
