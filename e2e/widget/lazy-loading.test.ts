import { expect, test } from 'vitest';
import { reply, startChat, startWidget, visit } from '../../apps/server/test/widget.ts';

/** The bundle of lazily loaded parts. */
const DEFERRED = /\/widget\/deferred-parts-/;

test('a form whose code could not load offline appears once online', async () => {
  const { tag } = await startWidget({ isOnline: false });
  const { page, widget } = await visit(tag, { isFirst: true });
  await widget.launcher.hover();
  await page.locator('.place-of-chat').waitFor({ state: 'attached' });
  const failed = page.waitForEvent('requestfailed', (request) => DEFERRED.test(request.url()));
  await page.context().setOffline(true);
  await widget.launcher.click();
  await failed;
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Leave a message' }).waitFor();
});

test('a sticker whose code could not load is drawn once it can be', async () => {
  const { owner, id, page, widget } = await startChat();
  let failures = 0;
  await page.route(DEFERRED, (route) => {
    failures += 1;
    return failures < 3 ? route.abort() : route.continue();
  });
  await reply(owner, id, { type: 'sticker', sticker: { id: 'party' } });
  await widget.log.getByRole('img', { name: 'Hooray' }).waitFor();
  expect(failures).toBe(3);
});
