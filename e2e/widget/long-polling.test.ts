import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { until } from '../../apps/server/test/until.ts';
import { chatOf, reply, startWidget, visit, writeAndStore } from '../../apps/server/test/widget.ts';

/** The browser logs each failed WebSocket itself; nothing else is expected. */
const unexpected = (complaints: string[]) => complaints.filter((text) => !/^WebSocket connection to/.test(text));

/** Blocks that many WebSockets of the page. */
const block = (page: Page, count: number) =>
  page.addInitScript((blocked) => {
    const { WebSocket } = window;
    let made = 0;
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL) {
        // Browsers refuse to connect to this port.
        super(made++ < blocked ? 'ws://127.0.0.1:1' : url);
      }
    };
  }, count);

/** A visitor who has written, with HTTP requests and WebSocket messages recorded. */
async function visitBlocked(count: number) {
  const { app, owner, tag } = await startWidget();
  const asked = new Set<string>();
  const heard: string[] = [];
  const visitor = await visit(tag, {
    async prepare(page) {
      page.on('request', (request) => {
        if (request.url().includes('transport=polling')) asked.add(request.method());
      });
      page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(String(payload))));
      await block(page, count);
    },
  });
  await writeAndStore(visitor.page, 'Is it blue?');
  return { ...visitor, owner, id: await chatOf(app, owner), asked, heard };
}

test('the chat works where WebSockets are blocked', async () => {
  const { owner, id, page, widget, asked, heard, complaints } = await visitBlocked(1_000);
  for (const text of ['As the sky', 'Как небо 🌤']) {
    await reply(owner, id, text);
    await widget.said(text).waitFor();
  }
  await writeAndStore(page, 'А зелёная 🌿?');
  expect(asked).toEqual(new Set(['GET', 'POST']));
  expect(heard).toEqual([]);
  expect(unexpected(complaints)).toEqual([]);
});

test('a chat that began without a WebSocket upgrades as soon as one connects', async () => {
  const { owner, id, widget, asked, heard, complaints } = await visitBlocked(1);
  expect(asked).toEqual(new Set(['GET', 'POST']));
  await until(() => heard.includes('3probe'), 'the server answers by WebSocket');
  await reply(owner, id, 'As the sky');
  await widget.said('As the sky').waitFor();
  await until(() => heard.some((text) => text.includes('As the sky')), 'the answer came by it');
  expect(unexpected(complaints)).toEqual([]);
});
