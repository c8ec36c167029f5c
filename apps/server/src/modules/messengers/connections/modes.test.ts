import { api, type MessengerProvider } from '@parley/contract';
import { expect, onTestFinished, test } from 'vitest';
import { openApp, startApp } from '../../../../test/harness.ts';
import { openMessengerApp, startSwitchboard } from '../../../../test/messengers/switchboard.ts';
import { startTg } from '../../../../test/messengers/tg.ts';
import type { Owner } from '../../../../test/owners.ts';

const { connect, read } = api.messengers;
const tg = { params: { provider: 'tg' as const } };

async function startBoard() {
  const board = await startSwitchboard();
  onTestFinished(board.close);
  return { board, bot: await board.add(startTg()) };
}

/** Nothing listens there. */
const AWAY = ['vb', 'fb', 'ok', 'cian', 'ali', 'wa'].map((name) => `${name}=http://127.0.0.1:9`).join();

async function webhookOf(owner: Owner, provider: MessengerProvider, body: object) {
  return (await owner.call(connect, { params: { provider }, body })).data.webhook;
}

test('without a public https address, updates are polled where that is possible, and elsewhere do not arrive', async () => {
  const { board, bot } = await startBoard();
  const app = await startApp({ OUTBOUND_ALLOW: '127.0.0.1', MESSENGER_URLS: `tg=${board.url},${AWAY}` });
  const owner = await app.owner();
  bot.takeHook?.();
  expect(await webhookOf(owner, 'tg', bot.credential)).toMatchObject({
    registered: true,
    mode: 'polling',
    reason: null,
  });
  // Telegram has no updates for who polls while there is a hook.
  expect(bot.calls.map(({ path }) => path.split('/').at(-1))).toContain('deleteWebhook');
  const body = { url: null, token: 'secret' };
  for (const provider of ['ok', 'cian'] as const) {
    expect(await webhookOf(owner, provider, body)).toMatchObject({
      registered: false,
      mode: 'none',
      reason: 'public_url_not_https',
    });
  }
  expect(await webhookOf(owner, 'ali', body)).toMatchObject({
    registered: false,
    mode: 'polling',
    reason: 'provider_unreachable',
  });
  const apple = { url: 'https://1.1.1.1/', token: 'secret', sid: `msp:${owner.widgetId}` };
  expect(await webhookOf(owner, 'apple', apple)).toMatchObject({ registered: false, mode: 'manual', reason: 'manual' });
});

test('with a public https address, hooks are registered', async () => {
  const { board, bot } = await startBoard();
  const env = { OUTBOUND_ALLOW: '127.0.0.1', MESSENGER_URLS: `tg=${board.url}`, PUBLIC_URL: 'https://chat.example' };
  const owner = await (await startApp(env)).owner();
  expect(await webhookOf(owner, 'tg', bot.credential)).toMatchObject({ registered: true, mode: 'webhook' });
  expect(bot.hookUrl).toMatch(/^https:\/\/chat\.example\/messenger-hooks\/tg\/[\w-]{43}$/);
});

test('the check follows a change of the settings: our own hook gives way to polling, and comes back', async () => {
  const { board, bot } = await startBoard();
  const app = await openMessengerApp({ tg: board.url });
  onTestFinished(app.end);
  const env = { OUTBOUND_ALLOW: '127.0.0.1', MESSENGER_URLS: `tg=${board.url}`, MESSENGER_INBOUND: 'polling' };
  const polling = await openApp({ ...env, PUBLIC_URL: app.publicUrl }, { connection: app.connection });
  onTestFinished(polling.end);
  const owner = await app.owner();
  await owner.call(connect, { ...tg, body: bot.credential });
  const hook = bot.hookUrl;
  const webhook = async () => (await owner.call(read, tg)).data.webhook;
  const due = async () => (await app.sql('SELECT 1 FROM messenger_connections WHERE poll_due_at IS NOT NULL')).length;
  await polling.run('messengers.check');
  expect([await webhook(), bot.hookUrl, await due()]).toMatchObject([
    { registered: true, mode: 'polling' },
    undefined,
    1,
  ]);
  await polling.run('messengers.check');
  expect(await webhook()).toMatchObject({ registered: true, mode: 'polling', reason: null });
  await app.run('messengers.check');
  expect([await webhook(), bot.hookUrl, await due()]).toMatchObject([{ registered: true, mode: 'webhook' }, hook, 0]);
});
