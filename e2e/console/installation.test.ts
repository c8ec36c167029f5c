import { expect, test } from 'vitest';
import { openConsole } from '../../apps/server/test/console.ts';
import { startApp } from '../../apps/server/test/harness.ts';

test('the console is installable: its manifest names existing icons', async () => {
  const { http } = await startApp();
  const answer = await http.inject('/app/manifest.webmanifest');
  expect(answer.headers['content-type']).toBe('application/manifest+json');
  const { start_url, icons } = answer.json();
  expect(start_url).toBe('/app/inbox');
  expect(icons.map(({ purpose }: { purpose?: string }) => purpose)).toContain('maskable');
  for (const { src, sizes } of icons) {
    const icon = await http.inject(src);
    expect(icon.headers['content-type']).toBe('image/png');
    const [width, height] = [icon.rawPayload.readUInt32BE(16), icon.rawPayload.readUInt32BE(20)];
    expect(`${width}x${height}`).toBe(sizes);
  }
});

test('offline the console says so, and recovers with current data', async () => {
  const app = await startApp({}, { live: true, isPublic: true });
  const { page } = await openConsole(app, await app.owner(), '/app/', { tabs: 'installed' });
  await page.evaluate(() => navigator.serviceWorker.ready);
  const worker = await app.http.inject('/app/sw.js');
  expect(worker.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/javascript; charset=utf-8',
  });

  await page.context().setOffline(true);
  await page.goto(`${app.address}/app/contacts`);
  await page.getByRole('heading', { name: 'No connection' }).waitFor();
  expect(await page.evaluate(() => getComputedStyle(document.body).display)).toBe('grid');

  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Contacts' }).waitFor();
  const kept = await page.evaluate(async () => {
    const caches = await Promise.all((await self.caches.keys()).map((name) => self.caches.open(name)));
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.sort()).toEqual(['/app/offline.css', '/app/offline.html']);
});

test('a pushed message is shown with its content, a newer one replacing the older of its chat', async () => {
  const app = await startApp({}, { live: true, isPublic: true });
  const { page } = await openConsole(app, await app.owner(), '/app/', { tabs: 'installed' });
  await page.evaluate(() => navigator.serviceWorker.ready);
  const [worker] = page.context().serviceWorkers();
  const shown = await worker?.evaluate(
    (data) => {
      const asked: unknown[] = [];
      Object(self).registration.showNotification = async (
        title: string,
        { body, tag, renotify }: Record<string, string>,
      ) => void asked.push({ title, body, tag, renotify });
      self.dispatchEvent(new (Object(self).PushEvent)('push', { data }));
      return asked;
    },
    JSON.stringify({ chat_id: 7, name: 'Ira', text: 'hello' }),
  );
  expect(shown).toEqual([{ title: 'Ira', body: 'hello', tag: 'chat-7', renotify: true }]);
});
