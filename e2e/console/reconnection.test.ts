import { expect, test } from 'vitest';
import { openPage } from '../../apps/server/test/browser.ts';
import { addChat } from '../../apps/server/test/callers.ts';
import { inboxOf, openScreen } from '../../apps/server/test/console.ts';
import { startApp } from '../../apps/server/test/harness.ts';
import { untilOnline } from '../../apps/server/test/people.ts';
import { freePort } from '../../apps/server/test/scratch-cluster.ts';
import { dataDirectory, startServer } from '../../apps/server/test/server-process.ts';
import { updateSettings, visit, write } from '../../apps/server/test/widget.ts';

/** A server in its own process that can be restarted at the same address. */
async function startPlace() {
  const app = await startApp({}, { isolated: true });
  const ann = await app.owner();
  await updateSettings(ann, { widget_default_language: 'en', device_profiles: { enabled: true } });
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

const SIGNALS = ['SIGTERM', 'SIGKILL'] as const;

/** One chat across both signals, since starting a server takes longest. */
async function talkThroughEnds() {
  const { app, ann, url, start, tag } = await startPlace();
  let server = await start();
  const { page } = await openPage({ reducedMotion: 'reduce' });
  await openScreen(app, page, ann, '/app/inbox', url);
  await untilOnline(ann);
  const visitor = await visit(tag);
  const { row, said, reply, note, button, log } = inboxOf(page);
  const banner = page.getByText('No connection to the server.');
  const outcomes = [];
  for (const signal of SIGNALS) {
    const [before, meant, asked, after] = ['Before', 'Said meanwhile', 'Asked meanwhile', 'After'].map(
      (text) => `${text} ${signal}`,
    ) as [string, string, string, string];
    const half = `Half a note ${signal}`;
    await write(visitor.page, before);
    if (signal === SIGNALS[0]) await row(before).click();
    await said(before).waitFor();

    server.signal(signal);
    await server.ended;
    await banner.waitFor();
    await reply.fill(meant);
    await reply.press('Enter');
    await log.getByRole('img', { name: 'Sending' }).waitFor();
    await button('Note').click();
    await note.fill(half);
    await write(visitor.page, asked);

    server = await start();
    await visitor.widget.said(meant).waitFor();
    await said(asked).waitFor();
    await banner.waitFor({ state: 'detached' });
    const kept = await note.inputValue();
    await write(visitor.page, after);
    await said(after).waitFor();
    const messages = await app.sql<{ body: string }>(
      `SELECT body FROM messages WHERE body LIKE '%${signal}' ORDER BY seq`,
    );
    const [first, ...rest] = messages.map(({ body }) => body);
    const shown = [];
    for (const text of [before, meant, asked, after]) {
      shown.push([text, await said(text).count(), await visitor.widget.said(text).count()]);
    }
    await page.reload();
    await button('Note').click();
    await said(after).waitFor();
    outcomes.push({ signal, stored: [first, ...rest.sort()], shown, notes: [kept, await note.inputValue()] });
    await button('Reply').click();
  }
  return outcomes;
}

let talked: ReturnType<typeof talkThroughEnds> | undefined;

test.each(SIGNALS)(
  'a server that is stopped by %s during a chat and restarted loses and duplicates nothing',
  async (signal) => {
    talked ??= talkThroughEnds().catch((error) => {
      talked = undefined;
      throw error;
    });
    const [before, after, asked, meant] = ['Before', 'After', 'Asked meanwhile', 'Said meanwhile'].map(
      (text) => `${text} ${signal}`,
    );
    const half = `Half a note ${signal}`;
    expect((await talked).find((each) => each.signal === signal)).toEqual({
      signal,
      stored: [before, after, asked, meant],
      shown: [before, meant, asked, after].map((text) => [text, 1, 1]),
      notes: [half, half],
    });
  },
);

test('the console connects where WebSockets are blocked', async () => {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  const { params, visitor } = await addChat(app, ann, 'Is it blue?');
  const { page } = await openPage({ reducedMotion: 'reduce' });
  await page.addInitScript(() => {
    const { WebSocket } = window;
    window.WebSocket = class extends WebSocket {
      constructor() {
        // Browsers refuse to connect to this port.
        super('ws://127.0.0.1:1');
      }
    };
  });
  await openScreen(app, page, ann, `/app/inbox/${params.id}`);
  const { said, reply, log } = inboxOf(page);
  await said('Is it blue?').waitFor();
  await reply.fill('As the sky');
  await reply.press('Enter');
  await log.getByRole('img', { name: 'Sent' }).waitFor();
  await visitor.write('Thank you');
  await said('Thank you').waitFor();
});
