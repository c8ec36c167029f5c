import { api } from '@parley/contract';
import { test } from 'vitest';
import { openConsole } from '../../../apps/server/test/console.ts';
import type { TestApp } from '../../../apps/server/test/harness.ts';
import type { Owner } from '../../../apps/server/test/owners.ts';
import { LOOKS, openHeading, startTeam, WIDE, walkOnce } from './axe.ts';

/** Pages for developers, each with something in it. */
async function developerScreens(app: TestApp, ann: Owner): Promise<[path: string, heading: string][]> {
  const url = 'https://1.1.1.1/hook';
  const webhook = (await ann.call(api.webhooks.create, { body: { url, events: ['chat.closed'] } })).data;
  await ann.call(api.webhooks.test, { params: { id: webhook.id } });
  const { id } = (await ann.call(api.channels.create, { body: { name: 'Shop app' } })).data;
  await app.sql(`INSERT INTO deliveries (widget_id, kind, destination_id, type, chat_id, message_id, status, created_at)
    VALUES (${ann.widgetId}, 'channel', ${id}, 'channel.outbound', 1, 1, 'failed', now())`);
  await app.sql(`INSERT INTO delivery_hours VALUES (${ann.widgetId}, 'native', ${webhook.id}, now(), 2, 1, 1)`);
  await app.sql('SELECT number_events(1000000)');
  return [
    ['tokens', 'Tokens'],
    ['tokens/new', 'New token'],
    [`webhooks/${webhook.id}`, url],
    ['webhooks/new', 'New webhook'],
    ['events', 'Event feed'],
    [`channels/${id}`, 'Shop app'],
  ];
}

const walkDevelopers = walkOnce(async (stop) => {
  const { app, ann } = await startTeam();
  const { page } = await openConsole(app, ann, '/app/settings/developers', WIDE);
  await page.getByRole('heading', { name: 'Developers' }).first().waitFor();
  await stop(page, 'developers');
  for (const [path, heading] of await developerScreens(app, ann)) {
    await openHeading(page, `${app.address}/app/settings/developers/${path}`, heading);
    const row = page.getByRole('main').locator('button[aria-expanded="false"]:not([aria-haspopup])').first();
    if (/^(webhooks|channels)\/\d|^events/.test(path)) await row.click();
    await stop(page, path);
  }
});

test.each(LOOKS)('axe finds nothing in the settings for developers, %s', walkDevelopers);
