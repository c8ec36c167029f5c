// An agent's page in a browser: the console's client and a list of events. The console draws more than that.
import { readFileSync } from 'node:fs';
import { findPackageJSON, stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { openContext, type Place } from './widget-place.ts';

const LIVE = import.meta.resolve('@parley/live');

const PAGE = `<!doctype html><html lang="en"><title>Operator</title>
<script type="importmap">{"imports":{"socket.io-client":"/bench/socket.io-client.js"}}</script>
<ol></ol><script type="module" src="/bench/console.js"></script></html>`;

const SCRIPT = `import { connectAgent } from '/bench/live/agent.ts';
const list = document.querySelector('ol');
const chats = new Set();
const client = connectAgent({ url: '' });
function follow(chatId) {
  const conversation = client.open(chatId);
  const drawn = new Set();
  const draw = () => {
    for (const { id, body } of conversation.state.messages) {
      if (drawn.has(id)) continue;
      drawn.add(id);
      const item = document.createElement('li');
      item.dataset.chat = chatId;
      item.textContent = body;
      list.append(item);
    }
  };
  conversation.subscribe(draw);
  draw();
}
client.subscribe(() => {
  document.body.dataset.connection = client.state.connection;
  for (const chatId of client.state.chats.keys()) {
    if (chats.has(chatId)) continue;
    chats.add(chatId);
    follow(chatId);
  }
});
window.answer = async (chatId, token, message) => {
  const since = performance.timeOrigin + performance.now();
  const answer = await fetch('/api/v1/chats/' + chatId + '/messages', {
    method: 'POST',
    credentials: 'omit',
    headers: {
      authorization: 'Bearer ' + token,
      'content-type': 'application/json',
      'x-service-idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(message),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return since;
};`;

/** On the server's own origin, the only one agents connect from. */
export async function openConsole({ browser, url, operator }: Place): Promise<Page> {
  const context = await openContext(browser);
  const [name = '', value = ''] = (operator.pass.headers?.cookie ?? '').split('=', 2);
  await context.addCookies([{ name, value, url }]);
  // A page that no server sent counts as public, which may not connect to this machine.
  await context.grantPermissions(['local-network-access'], { origin: url });
  await context.route(`${url}/bench/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill(answerTo(pathname.slice('/bench/'.length)));
  });
  const page = await context.newPage();
  await page.goto(`${url}/bench/console`);
  await page.locator('body[data-connection=open]').waitFor({ state: 'attached' });
  // While a route is set, every request of the page takes a detour through this process.
  await context.unrouteAll();
  return page;
}

function answerTo(name: string) {
  if (name === 'console') return { contentType: 'text/html; charset=utf-8', body: PAGE };
  return { contentType: 'text/javascript; charset=utf-8', body: scriptOf(name) };
}

function scriptOf(name: string) {
  if (name === 'console.js') return SCRIPT;
  if (name === 'socket.io-client.js') {
    const manifest = findPackageJSON('socket.io-client', LIVE) ?? '';
    return readFileSync(path.join(path.dirname(manifest), 'dist/socket.io.esm.min.js'), 'utf8');
  }
  return stripTypeScriptTypes(readFileSync(fileURLToPath(new URL(path.basename(name), LIVE)), 'utf8'));
}
