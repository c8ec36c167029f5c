import { expect, test } from 'vitest';
import { openPage } from '../../test/browser.ts';
import { addChat } from '../../test/callers.ts';
import { enter, inboxOf } from '../../test/console.ts';
import { startApp } from '../../test/harness.ts';
import { freePort } from '../../test/scratch-cluster.ts';
import { dataDirectory, startServer } from '../../test/server-process.ts';
import { change, visit, write } from '../../test/widget.ts';

/** A server in a process of its own, which can end and come back at the same address. */
async function startPlace() {
  const app = await startApp({}, { isolated: true });
  const ann = await app.owner();
  await change(ann, { widget_default_language: 'en', device_profiles: { enabled: true } });
  const PORT = String(await freePort());
  const url = `http://127.0.0.1:${PORT}`;
  const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
  const env = { DATA_DIR: dataDirectory(), DATABASE_URL: app.connection, MASTER_KEY, PORT, PUBLIC_URL: url };
  const start = async () => {
    const server = startServer(env);
    await server.ready();
    return server;
  };
  return { app, ann, url, start, tag: `<script async src="${url}/w/${ann.buttonGuid}.js"></script>` };
}

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a server that ends by %s in the middle of a talk and comes back loses nothing, and doubles nothing',
  async (signal) => {
    const { app, ann, url, start, tag } = await startPlace();
    const server = await start();
    const { page } = await openPage({ reducedMotion: 'reduce' });
    await enter(app, page, ann, '/app/inbox', url);
    const visitor = await visit(tag);
    await write(visitor.page, 'Before');
    const { row, said, reply, note, button, log } = inboxOf(page);
    await row('Before').click();
    await said('Before').waitFor();
    const banner = page.getByText('No connection to the server.');

    server.signal(signal);
    await server.ended;
    await banner.waitFor();
    await reply.fill('Said meanwhile');
    await reply.press('Enter');
    await log.getByRole('img', { name: 'Sending' }).waitFor();
    await button('Note').click();
    await note.fill('Half a note');
    await write(visitor.page, 'Asked meanwhile');

    await start();
    await visitor.widget.said('Said meanwhile').waitFor();
    await said('Asked meanwhile').waitFor();
    await banner.waitFor({ state: 'detached' });
    expect(await note.inputValue()).toBe('Half a note');
    await write(visitor.page, 'After');
    await said('After').waitFor();
    const messages = await app.sql<{ body: string }>('SELECT body FROM messages ORDER BY seq');
    const [first, ...rest] = messages.map(({ body }) => body);
    expect([first, ...rest.sort()]).toEqual(['Before', 'After', 'Asked meanwhile', 'Said meanwhile']);
    for (const text of ['Before', 'Said meanwhile', 'Asked meanwhile', 'After']) {
      expect([text, await said(text).count(), await visitor.widget.said(text).count()]).toEqual([text, 1, 1]);
    }

    await page.reload();
    await button('Note').click();
    expect(await note.inputValue()).toBe('Half a note');
  },
);

test('where no WebSocket gets through the console is connected all the same', async () => {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  const { params, visitor } = await addChat(app, ann, 'Is it blue?');
  const { page } = await openPage({ reducedMotion: 'reduce' });
  await page.addInitScript(() => {
    const { WebSocket } = window;
    window.WebSocket = class extends WebSocket {
      constructor() {
        // Browsers connect to no such port.
        super('ws://127.0.0.1:1');
      }
    };
  });
  await enter(app, page, ann, `/app/inbox/${params.id}`);
  const { said, reply, log } = inboxOf(page);
  await said('Is it blue?').waitFor();
  await reply.fill('As the sky');
  await reply.press('Enter');
  await log.getByRole('img', { name: 'Sent' }).waitFor();
  await visitor.write('Thank you');
  await said('Thank you').waitFor();
});
