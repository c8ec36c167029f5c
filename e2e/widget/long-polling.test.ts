import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { until } from '../../apps/server/test/until.ts';
import { chatOf, reply, say, startWidget, visit } from '../../apps/server/test/widget.ts';

/** The browser itself tells of a WebSocket that failed; nothing else may be there. */
const unexpected = (complaints: string[]) => complaints.filter((text) => !/^WebSocket connection to/.test(text));

/** So many WebSockets of the page do not get through. */
const block = (page: Page, count: number) =>
  page.addInitScript((blocked) => {
    const { WebSocket } = window;
    let made = 0;
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL) {
        // Browsers connect to no such port.
        super(made++ < blocked ? 'ws://127.0.0.1:1' : url);
      }
    };
  }, count);

/** A visitor who has written, and what was asked for by HTTP meanwhile and heard by WebSocket. */
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
  await say(visitor.page, 'Is it blue?');
  return { ...visitor, owner, id: await chatOf(app, owner), asked, heard };
}

test('where no WebSocket gets through there is a conversation all the same', async () => {
  const { owner, id, page, widget, asked, heard, complaints } = await visitBlocked(1_000);
  for (const text of ['As the sky', 'Как небо 🌤']) {
    await reply(owner, id, text);
    await widget.said(text).waitFor();
  }
  await say(page, 'А зелёная 🌿?');
  expect(asked).toEqual(new Set(['GET', 'POST']));
  expect(heard).toEqual([]);
  expect(unexpected(complaints)).toEqual([]);
});

test('what began without a WebSocket goes on with one as soon as it gets through', async () => {
  const { owner, id, widget, asked, heard, complaints } = await visitBlocked(1);
  expect(asked).toEqual(new Set(['GET', 'POST']));
  await until(() => heard.includes('3probe'), 'the server answers by WebSocket');
  await reply(owner, id, 'As the sky');
  await widget.said('As the sky').waitFor();
  await until(() => heard.some((text) => text.includes('As the sky')), 'the answer came by it');
  expect(unexpected(complaints)).toEqual([]);
});
