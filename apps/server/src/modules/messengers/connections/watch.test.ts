import { api } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenApp } from '../../../../test/harness.ts';
import { startMailbox } from '../../../../test/mailbox.ts';
import type { FakeVendor } from '../../../../test/messengers/fake-vendor.ts';
import { openMessengerApp, startSwitchboard } from '../../../../test/messengers/switchboard.ts';
import { startTg } from '../../../../test/messengers/tg.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addAgent } from '../../../../test/people.ts';
import { runQueue } from '../../../../test/queue.ts';
import { until } from '../../../../test/until.ts';

const { connect, verify, disconnect, read } = api.messengers;
const tg = { params: { provider: 'tg' as const } };

let app: OpenApp;
let board: Awaited<ReturnType<typeof startSwitchboard>>;

beforeAll(async () => {
  board = await startSwitchboard();
  app = await openMessengerApp({ tg: board.url });
});
afterAll(async () => {
  await app.end();
  board.close();
});

async function connectBot() {
  const [owner, bot] = [await app.owner(), await board.add(startTg())];
  await owner.call(connect, { ...tg, body: bot.credential });
  return { owner, bot, hook: bot.hookUrl };
}

const check = () => app.run('messengers.check');
const webhookOf = async (owner: Owner) => (await owner.call(read, tg)).data.webhook;
const registrations = ({ calls }: FakeVendor) => calls.filter(({ path }) => path.endsWith('/setWebhook')).length;

test('a hook that the vendor lost is registered once more', async () => {
  const { owner, bot, hook } = await connectBot();
  bot.loseHook?.();
  await check();
  await check();
  expect([bot.hookUrl, registrations(bot)]).toEqual([hook, 2]);
  expect(await webhookOf(owner)).toMatchObject({ registered: true, reason: null });
});

test("somebody else's hook is reported and left alone, also when we disconnect; ours comes back when it is gone", async () => {
  const { owner, bot, hook } = await connectBot();
  bot.takeHook?.();
  await check();
  await check();
  expect(await webhookOf(owner)).toMatchObject({ registered: false, reason: 'conflict' });
  expect(registrations(bot)).toBe(1);
  bot.loseHook?.();
  await check();
  expect([bot.hookUrl, (await webhookOf(owner))?.registered]).toEqual([hook, true]);
  bot.takeHook?.();
  await check();
  await owner.call(disconnect, tg);
  expect(bot.calls.filter(({ path }) => path.endsWith('/deleteWebhook'))).toHaveLength(0);
});

test('a vendor that does not answer is reported until it does', async () => {
  const { owner, bot } = await connectBot();
  board.break(bot, 500);
  await check();
  expect(await webhookOf(owner)).toMatchObject({ registered: true, reason: 'provider_unreachable' });
  board.mend(bot);
  await check();
  expect(await webhookOf(owner)).toMatchObject({ registered: true, reason: null, detail: null });
  expect(registrations(bot)).toBe(1);
});

test('a credential whose registration did not come to an end is registered by the check', async () => {
  const { owner, bot, hook } = await connectBot();
  bot.loseHook?.();
  // As a process leaves it that dies between the write and the registration.
  await app.sql(`UPDATE messenger_connections SET is_registered = false, mode = 'none', checked_at = NULL,
    busy_by = 'a node that died', busy_until = now() - interval '1 second' WHERE widget_id = ${owner.widgetId}`);
  expect(await webhookOf(owner)).toMatchObject({ registered: false });
  await check();
  expect([bot.hookUrl, (await webhookOf(owner))?.registered]).toEqual([hook, true]);
});

test('owner and admins are told of a rejected token once a day, until it is verified', async () => {
  const mailbox = await startMailbox();
  const { owner, bot } = await connectBot();
  const [admin] = [await addAgent(app, owner, 'admin'), await addAgent(app, owner, 'operator')];
  bot.revoke();
  const texts: string[] = [];
  /** Who has been written to, once everything that is queued is done. */
  const told = async () => {
    await runQueue(app, mailbox.url);
    texts.push(...mailbox.letters.map(({ raw, subject, text }) => `${raw} ${subject} ${text}`));
    return mailbox.letters
      .splice(0)
      .map(({ to }) => to)
      .sort();
  };
  const both = [owner.email, admin.email].sort();
  await check();
  await check();
  expect(await webhookOf(owner)).toMatchObject({ registered: false, reason: 'credential_rejected' });
  expect(await told()).toEqual(both);
  expect(texts.join()).toMatch(/Telegram no longer accepts the token of .*\/app\/settings\/messengers/s);
  expect(texts.join()).not.toContain(bot.credential.token);
  app.clock.now = app.clock.now.add({ hours: 23 });
  await check();
  expect(await told()).toEqual([]);
  app.clock.now = app.clock.now.add({ hours: 2 });
  await check();
  expect(await told()).toEqual(both);
  const { data } = await owner.call(verify, tg);
  expect(data.webhook).toMatchObject({ registered: false, reason: 'credential_rejected' });
  await owner.call(disconnect, tg);
  app.clock.now = app.clock.now.add({ hours: 25 });
  await check();
  expect(await told()).toEqual([]);
});

test('a check that was under way when the credential was replaced does not touch the new one', async () => {
  const { owner, bot } = await connectBot();
  board.break(bot, 'hung');
  const checking = check();
  await until(() => board.hanging.length > 0, 'the check has called');
  await owner.call(disconnect, tg);
  board.mend(bot);
  await owner.call(connect, { ...tg, body: bot.credential });
  const before = await webhookOf(owner);
  for (const socket of board.hanging) socket.destroy();
  await checking;
  expect(before).toMatchObject({ registered: true, reason: null });
  expect(await webhookOf(owner)).toEqual(before);
});

test('a vendor that answers nonsense does not keep the others from being checked', async () => {
  const [first, second] = [await connectBot(), await connectBot()];
  await app.sql(`UPDATE messenger_connections SET token = 'not sealed' WHERE widget_id = ${first.owner.widgetId}`);
  second.bot.loseHook?.();
  await check();
  expect(second.bot.hookUrl).toBe(second.hook);
  await app.sql(`UPDATE messenger_connections SET token = NULL WHERE widget_id = ${first.owner.widgetId}`);
});
