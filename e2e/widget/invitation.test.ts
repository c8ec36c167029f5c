import { api } from '@parley/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Owner } from '../../apps/server/test/owners.ts';
import { storedBy } from '../../apps/server/test/site-page.ts';
import { until } from '../../apps/server/test/until.ts';
import { reply, startWidget, visit, writeAndStore } from '../../apps/server/test/widget.ts';

/** A visitor on a page with a controlled clock. */
const enter = (tag: string) => visit(tag, { prepare: (page) => page.clock.install() });

/** An agent writes to the only visitor on the site. */
async function invite(owner: Owner, body: string) {
  const [visitor] = await until(async () => {
    const { data } = (await owner.call(api.visitors.list)).data;
    return data.length > 0 && data;
  }, 'somebody is on the site');
  const given = { params: { id: visitor?.id }, body: { body, agent_id: owner.agentId } };
  return (await owner.call(api.visitors.startChat, given)).data;
}

/** Half a minute passes, and the page has sent a heartbeat. */
async function passTime(page: Page) {
  await page.waitForLoadState('networkidle');
  const heard = page.waitForResponse((response) => response.url().endsWith('/visit'));
  await Promise.all([heard, page.clock.runFor(30_500)]);
}

const counted = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last();

test('a visitor written to before opening the chat sees the badge, and the message once they open it', async () => {
  const { owner, tag } = await startWidget();
  const { page, widget, complaints } = await enter(tag);
  const chat = await invite(owner, 'May I help?');
  await passTime(page);
  await counted(page, 'Open chat (1)').waitFor();
  expect(await page.title()).toBe('(1) Shop');
  expect(await storedBy(page)).toBe('[]');

  await reply(owner, chat.id, 'With the tea, perhaps?');
  await passTime(page);
  await counted(page, 'Open chat (2)').waitFor();
  await widget.launcher.click();
  await widget.said('May I help?').waitFor();
  await widget.said('With the tea, perhaps?').waitFor();
  await writeAndStore(page, 'yes, please');
  const { data } = (await owner.call(api.messages.list, { params: { id: chat.id } })).data;
  expect(data.map(({ body }) => body).reverse()).toEqual(['May I help?', 'With the tea, perhaps?', 'yes, please']);
  expect((await owner.call(api.contacts.list)).data.data).toHaveLength(1);
  expect(complaints).toEqual([]);
});

test('with visitor tracking on, the chat connects by itself and the next message arrives at once', async () => {
  const { owner, tag } = await startWidget({ settings: { visitor_tracking: true } });
  const { page, site, widget, complaints } = await enter(tag);
  const chat = await invite(owner, 'May I help?');
  await page.goto(`${site}/next`);
  await counted(page, 'Open chat (1)').waitFor();
  await until(async () => (await storedBy(page)).includes('.token'), 'the visitor has a token');
  await page.locator('.place-of-chat').waitFor({ state: 'attached' });
  await reply(owner, chat.id, 'With the tea, perhaps?');
  await counted(page, 'Open chat (2)').waitFor();
  await widget.launcher.click();
  await widget.said('With the tea, perhaps?').waitFor();
  expect(complaints).toEqual([]);
});
