// A server, an agent, a site on another origin, and a browser.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';
import { ensureChromium } from '../apps/server/test/chromium.ts';
import { connect, discard, temporaryDirectory } from './databases.ts';
import { startServer } from './processes.ts';
import { type Operator, openDesk } from './realtime-people.ts';
import type { Row } from './rounds.ts';
import { createResume, keepResuming, openSocket } from './sockets.ts';
import { PROBE } from './widget-probe.ts';

export interface Place {
  /** The server's. */
  url: string;
  dataDir: string;
  widget: number;
  operator: Operator;
  /** The script on pages. */
  script: string;
  /** Two URLs of the same small page. */
  site: { plain: string; chat: string };
  browser: Browser;
}

const ARGS = ['--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update'];

/** Creates all of it for the duration of the measurement. */
export async function inPlace(measure: (place: Place) => Promise<Row[]>): Promise<Row[]> {
  const dataDir = temporaryDirectory();
  const ours = await startServer(dataDir);
  const client = await connect(dataDir);
  const { widget, operators } = await openDesk(
    { client, dataDir, url: ours.url },
    { operators: 1, visitors: 0, messages: 0 },
  );
  const [operator] = operators as [Operator];
  const { rows } = await client.query('SELECT button_guid FROM widgets WHERE id = $1', [widget]);
  await client.end();
  // Without an agent online visitors get a form instead of the chat.
  const socket = await openSocket(operator.pass);
  const stopResuming = keepResuming(createResume(socket));
  const script = `${ours.url}/w/${rows[0].button_guid}.js`;
  const site = await openSite(script);
  const browser = await chromium.launch({ executablePath: ensureChromium(), chromiumSandbox: false, args: ARGS });
  const { url } = ours;
  const figures = await measure({ url, dataDir, widget, operator, script, site, browser });
  await browser.close();
  site.close();
  stopResuming();
  await socket.close();
  await discard(dataDir, ours);
  return figures;
}

/** A fresh browser, with a probe in each of its pages. */
export async function openContext(browser: Browser) {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1_280, height: 800 } });
  await context.addInitScript(PROBE);
  return context;
}

/** The launcher, in any language. */
export const launcherOf = (page: Page) => page.locator('service-widget .launcher');

async function openSite(script: string) {
  const pages: Record<string, [type: string, text: string]> = {
    '/plain': ['text/html; charset=utf-8', shop('')],
    '/chat': ['text/html; charset=utf-8', shop(`<script async src="${script}"></script>`)],
    '/shop.css': ['text/css', STYLE],
    '/shop.js': ['text/javascript', "document.title += ' of ' + document.querySelectorAll('li').length + ' things';"],
    '/picture.svg': ['image/svg+xml', PICTURE],
  };
  const server = createServer((request, response) => {
    const found = pages[request.url ?? ''];
    if (found) response.writeHead(200, { 'content-type': found[0] }).end(found[1]);
    else response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // By IP, while the server is reached by name: two sites to a browser.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    plain: `${origin}/plain`,
    chat: `${origin}/chat`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200" fill="#b9a58c"/><circle cx="160" cy="100" r="70" fill="#6d5a45"/></svg>';
const STYLE = `body { margin: 0 auto; max-width: 60rem; font: 1rem/1.5 sans-serif; color: #222; }
ul { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1rem; padding: 0; list-style: none; }
img { width: 100%; aspect-ratio: 8 / 5; border-radius: 0.5rem; }`;

function shop(tag: string) {
  const item = (_: unknown, at: number) =>
    `<li><img src="/picture.svg" width="320" height="200" alt=""><h2>Bowl ${at + 1}</h2><p>Thrown by hand, glazed twice.</p></li>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Shop</title><link rel="stylesheet" href="/shop.css">${tag}</head>
<body><h1>Shop</h1><p>Things to buy.</p><ul>${Array.from({ length: 12 }, item).join('')}</ul>
<script src="/shop.js"></script></body></html>`;
}
