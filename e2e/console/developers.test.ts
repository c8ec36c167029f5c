import { api, dashboard } from '@parley/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withBearer } from '../../apps/server/test/callers.ts';
import { replying } from '../../apps/server/test/channels.ts';
import { openConsole } from '../../apps/server/test/console.ts';
import { type OpenApp, openApp, signIn } from '../../apps/server/test/harness.ts';
import { PASSWORD } from '../../apps/server/test/owners.ts';
import { addAgent } from '../../apps/server/test/people.ts';
import { CALLS_THIS_MACHINE, startReceiver } from '../../apps/server/test/receiver.ts';
import { until } from '../../apps/server/test/until.ts';
import { addContact, changeContact, subscribe } from '../../apps/server/test/webhooks.ts';

let app: OpenApp;
beforeAll(async () => {
  app = await openApp(CALLS_THIS_MACHINE, { background: true, live: true, isPublic: true });
});
afterAll(() => app.end());

const at = (path: string) => `/app/settings/developers${path}`;

function partsOf(page: Page) {
  const dialog = page.getByRole('dialog');
  return {
    dialog,
    button: (name: string | RegExp) => page.getByRole('button', { name, exact: true }),
    heading: (name: string) => page.getByRole('heading', { level: 1, name, exact: true }),
    notice: (text: string) => page.getByRole('status').getByText(text),
    choose: async (item: string) => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    },
    /** The secret that is shown, which must then be gone for good. */
    takeSecret: async (pattern: RegExp) => {
      const code = dialog.locator('code');
      await code.waitFor();
      const secret = ((await code.textContent()) ?? '').trim();
      expect(secret).toMatch(pattern);
      return secret;
    },
  };
}

/** Everything of the page that outlives a screen: its document, caches, storage and history. */
function remembered(page: Page) {
  return page.evaluate(() => {
    interface Fiber {
      memoizedProps?: { client?: { getQueryCache?: () => Cache; getMutationCache: () => Cache } };
      child?: Fiber;
      sibling?: Fiber;
    }
    interface Cache {
      getAll: () => { state: unknown }[];
    }
    const root = document.getElementById('root') as unknown as Record<string, Fiber>;
    const start = root[Object.keys(root).find((key) => key.startsWith('__reactContainer$')) ?? ''];
    const open = start ? [start] : [];
    for (let fiber = open.pop(); fiber; fiber = open.pop()) {
      const client = fiber.memoizedProps?.client;
      if (client?.getQueryCache) {
        const states = [client.getQueryCache(), client.getMutationCache()].flatMap((cache) => cache.getAll());
        return JSON.stringify([
          states.map(({ state }) => state),
          document.documentElement.outerHTML,
          { ...localStorage },
          { ...sessionStorage },
          history.state,
          location.href,
        ]);
      }
      for (const next of [fiber.sibling, fiber.child]) if (next) open.push(next);
    }
    throw new Error('The query client is not in the tree');
  });
}

/** A secret is nowhere after leaving it, not by going back and not by reloading. */
async function expectForgotten(page: Page, secrets: string[]) {
  const check = async () => {
    const text = await remembered(page);
    for (const secret of secrets) expect(text).not.toContain(secret);
  };
  await check();
  const url = page.url();
  await page.goBack();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await check();
  await page.goForward();
  await page.waitForURL(url);
  await check();
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await check();
}

test('a token takes the password, is shown once, and gets other scopes and an end without a new one', async () => {
  const ann = await app.owner();
  const { page } = await openConsole(app, ann, at('/tokens'));
  const { dialog, button, heading, notice, takeSecret } = partsOf(page);
  await page.getByRole('searchbox').fill('nothing like it');
  await page.getByText('No matches for “nothing like it”.').waitFor();
  await page.getByRole('searchbox').fill('TES');
  await page.getByRole('listitem').getByRole('link', { name: 'test' }).waitFor();
  await page.getByRole('link', { name: 'New token' }).click();
  await button('Create token').click();
  await page.getByText('Choose at least one scope.').waitFor();
  await page.getByLabel('Name').fill('Night bot');
  await button('Chat bot').click();
  await page.getByRole('checkbox', { name: /agents:write.*Sensitive/ }).waitFor();
  await page.getByRole('checkbox', { name: 'tags:read' }).check();
  expect(await page.getByText('problems:write').count()).toBe(0);
  await button('Create token').click();
  await dialog.locator('input:focus[type="password"]').fill('not the password');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await dialog.getByText('Incorrect password.').waitFor();
  await page.context().setOffline(true);
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await dialog.getByText(/offline/).waitFor();
  await page.context().setOffline(false);
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const token = await takeSecret(/^prl_[\w-]{43}$/);
  await page.keyboard.press('Escape');
  await dialog.getByText(token).waitFor();
  const bot = withBearer(app, token);
  expect((await bot(api.chats.list)).status).toBe(200);
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click();
  await heading('Night bot').waitFor();
  await expectForgotten(page, [token, token.slice(4), PASSWORD]);

  const id = Number(page.url().split('/').at(-1));
  await page.getByRole('checkbox', { name: 'chats:read' }).uncheck();
  await page.getByLabel('Name').fill('Day bot');
  await button('Save').click();
  await notice('Token saved').waitFor();
  expect((await bot(api.chats.list)).status).toBe(403);
  const { call: session } = await signIn(app, ann);
  const read = async () => (await session(dashboard.tokens.read, { params: { id } })).data;
  expect(await read()).toMatchObject({ name: 'Day bot', expires_at: expect.any(String), revoked_at: null });
  expect((await read()).scopes).toContain('tags:read');
  await app.sql(`INSERT INTO token_hours VALUES (${ann.widgetId}, ${id}, date_trunc('hour', now()), 12, 3)`);
  await page.reload();
  await page.getByText('12 calls, 3 refused').waitFor();
  await button('Revoke…').click();
  await dialog.getByText('It made 12 calls in the last 24 hours.').waitFor();
  await dialog.getByRole('button', { name: 'Revoke token' }).click();
  await page.getByText('This token was revoked and can’t be restored.').waitFor();
  expect((await bot(api.tags.list)).status).toBe(401);
});

test('switching the API off says what stops, and an admin may do it but not grant account scopes', async () => {
  const ann = await app.owner();
  const { page } = await openConsole(app, await addAgent(app, ann, 'admin'), at(''));
  const { dialog, button, notice } = partsOf(page);
  await page.getByText(`${app.address}/api`, { exact: true }).waitFor();
  expect(await page.getByRole('link', { name: /^API reference/ }).getAttribute('href')).toBe('/docs');
  expect(await page.getByRole('link', { name: /^Guides/ }).getAttribute('href')).toBe('/docs/guides');
  await button('Turn off…').click();
  await dialog.getByText('calls with 1 active token').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await ann.call(api.contacts.list)).status).toBe(200);
  await button('Turn off…').click();
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await notice('The API is off.').waitFor();
  expect((await ann.call(api.contacts.list)).status).toBe(403);
  await page.getByRole('link', { name: 'Tokens' }).click();
  await page.getByText('all tokens are refused').waitFor();
  await page.getByRole('link', { name: 'New token' }).click();
  await page.getByRole('checkbox', { name: 'widget:write' }).waitFor();
  expect(await page.getByRole('checkbox', { name: /^account:/ }).count()).toBe(0);
  await page.getByRole('link', { name: 'API', exact: true }).click();
  await button('Turn on').click();
  await notice('The API is on.').waitFor();
  expect((await ann.call(api.contacts.list)).status).toBe(200);
});

test('a webhook is created, tested, read in its log, paused, replayed, given another secret and deleted', async () => {
  const ann = await app.owner();
  const receiver = await startReceiver((response) => void response.end('{"taken":true}'));
  await subscribe(ann, `${receiver.url}/taken`);
  const { page } = await openConsole(app, ann, at('/webhooks'));
  const { dialog, button, heading, notice, choose, takeSecret } = partsOf(page);
  await page.getByRole('link', { name: 'New webhook' }).click();
  await page.getByLabel('Address').fill('10.0.0.1');
  await button('Create webhook').click();
  await page.getByText('Enter a full address').waitFor();
  await page.getByLabel('Address').fill('https://10.0.0.1/');
  await page.getByText('Legacy platform').click();
  await page.getByRole('checkbox', { name: 'chat_finished' }).waitFor();
  await page.getByText('Parley', { exact: true }).last().click();
  await page.getByRole('checkbox', { name: 'contact.updated' }).check();
  await button('Create webhook').click();
  await page.getByText('The server can’t call this address.').waitFor();
  await page.getByLabel('Address').fill(`${receiver.url}/taken`);
  await button('Create webhook').click();
  await page.getByText('Another webhook of this account has this address.').waitFor();
  await page.getByLabel('Address').fill(`${receiver.url}/hook`);
  await button('Create webhook').click();
  const secret = await takeSecret(/^whsec_[\w-]{43}$/);
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click();
  await heading(`${receiver.url}/hook`).waitFor();
  await page.getByText('Nothing sent yet').waitFor();
  await expectForgotten(page, [secret]);

  await button('Send test event').click();
  const row = page.getByRole('button', { name: /Delivered webhook\.test 200/ });
  await row.click();
  await page.getByText('"type": "webhook.test"').waitFor();
  await page.getByText('x-service-event: webhook.test').waitFor();
  await page.getByText('{"taken":true}').waitFor();
  await button('Send again').click();
  await until(() => receiver.arrivals.length === 2, 'it arrives again');
  await page.getByText('Sent again as delivery: dlv_').waitFor();
  await page.getByRole('img', { name: /Last 24 hours: \d+ delivered/ }).waitFor();

  await choose('New secret…');
  await dialog.getByLabel('Sign with the old secret too for 24 hours').check();
  await dialog.getByText('Deliveries are signed with both secrets for 24 hours.').waitFor();
  await dialog.getByRole('button', { name: 'Replace secret' }).click();
  await takeSecret(/^whsec_/);
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click();
  await changeContact(ann);
  const isSignedTwice = () => receiver.arrivals.some(({ headers }) => 'x-service-signature-previous' in headers);
  await until(isSignedTwice, 'an event is signed twice');

  await choose('New secret…');
  await dialog.getByRole('button', { name: 'Replace secret' }).click();
  const rotated = await takeSecret(/^whsec_/);
  expect(rotated).not.toBe(secret);
  // As when the browser keeps the page for its back button.
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  await dialog.waitFor({ state: 'detached' });
  const text = await remembered(page);
  expect([secret, rotated].filter((each) => text.includes(each))).toEqual([]);

  await choose('Replay a period…');
  await dialog.getByLabel('From').fill('2020-01-01T00:00');
  await dialog.getByLabel('To').fill('2019-01-01T00:00');
  await dialog.getByRole('button', { name: 'Replay' }).click();
  await dialog.getByText('The end must be after the start.').waitFor();
  await dialog.getByLabel('To').fill('2090-01-01T00:00');
  await dialog.getByRole('button', { name: 'Replay' }).click();
  await notice('1 event is being sent again.').waitFor();
  await button('Pause').click();
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('events of this time aren’t sent later').waitFor();
  expect(await button('Send test event').count()).toBe(0);
  await button('Resume').click();
  await notice('Webhook resumed.').waitFor();
  await choose('Delete…');
  await dialog.getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByRole('listitem').getByText('/taken').waitFor();
  expect(await page.getByRole('listitem').getByText('/hook').count()).toBe(0);
  await page.goto(`${app.address}${at('/webhooks/999999999')}`);
  await page.getByText('This webhook doesn’t exist').waitFor();
});

test('the event feed shows events as they happen, by type, until it is paused', async () => {
  const ann = await app.owner();
  await addContact(ann);
  const { page } = await openConsole(app, ann, at('/events'));
  const { button } = partsOf(page);
  const rows = (type: string) => page.getByRole('listitem').filter({ hasText: type });
  await rows('client.created').waitFor();
  await changeContact(ann);
  await rows('contact.updated').waitFor();
  await rows('contact.updated').getByRole('button').first().click();
  await page.getByText('"type": "contact.updated"').waitFor();
  await page.getByLabel('Event', { exact: true }).first().click();
  await page.getByRole('option', { name: 'visitor.lead' }).click();
  await rows('contact.updated').waitFor({ state: 'detached' });
  await until(async () => (await rows('visitor.lead').count()) === 2, 'only leads are listed');
  await button('Pause').click();
  await addContact(ann);
  const { data } = await ann.call(api.events.list, { query: { limit: 100 } });
  expect(data.data.length).toBeGreaterThan(0);
  expect(await rows('visitor.lead').count()).toBe(2);
  await button('Resume').click();
  await until(async () => (await rows('visitor.lead').count()) === 3, 'the third appears');
});

test('a custom channel is created, shows where to post and what was sent, and is switched off', async () => {
  const ann = await app.owner();
  const receiver = await startReceiver((response) => void response.end('thanks'));
  const { page } = await openConsole(app, ann, at('/channels'));
  const { dialog, button, heading, notice, choose, takeSecret } = partsOf(page);
  await page.getByText('No custom channels yet').waitFor();
  await page.getByRole('link', { name: 'New channel' }).first().click();
  await page.getByLabel('Name').fill('Shop app');
  await page.getByLabel('Reply address').fill(`${receiver.url}/replies`);
  await page.getByLabel('Accept calls in the legacy format').check({ force: true });
  await button('Create channel').click();
  const secret = await takeSecret(/^chsec_[\w-]{43}$/);
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click();
  await heading('Shop app').waitFor();
  await page.getByText('/compat/legacy/chat/SECRET').waitFor();
  expect(await remembered(page)).not.toContain(secret);
  const id = Number(page.url().split('/').at(-1));
  await page.getByText(`${app.address}/api/v1/channels/${id}/messages`, { exact: true }).waitFor();

  const params = { id };
  const body = { external_client_id: 'c1', external_channel_id: 'room', message: 'hello' };
  const { chat_id } = (await ann.call(api.channels.sendMessage, { params, body })).data;
  await replying(ann, chat_id)('It arrives today.');
  await until(() => receiver.arrivals.length === 1, 'the reply arrives');
  await page.reload();
  await page.getByRole('button', { name: /Delivered Chat \d+ 200/ }).click();
  await page.getByText('It arrives today.').waitFor();
  await page.getByText('thanks').waitFor();

  await button('Edit').click();
  await page.getByLabel('Name').fill('Shop');
  await button('Save').click();
  await heading('Shop').waitFor();
  await choose('New secret…');
  await dialog.getByText('calls to the old one are refused').waitFor();
  await dialog.getByRole('button', { name: 'Replace secret' }).click();
  const rotated = await takeSecret(/^chsec_/);
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await remembered(page)).not.toContain(rotated);
  await button('Turn off…').click();
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await notice('Channel turned off.').waitFor();
  expect((await ann.call(api.channels.sendMessage, { params, body })).status).toBe(404);
  await button('Turn on').click();
  await notice('Channel turned on.').waitFor();
  await choose('Delete…');
  await dialog.getByRole('button', { name: 'Delete channel' }).click();
  await page.getByText('No custom channels yet').waitFor();
});
