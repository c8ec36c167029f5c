// Speed of the console with a large inbox, in a real browser.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { inConsole, openSignIn, type Place, rowsOf, signIn } from './console-place.ts';
import { formatP95, type Row, summarise } from './rounds.ts';
import { openSocket, type Socket } from './sockets.ts';
import { judge } from './widget-goals.ts';

const KB = 1_024;
const DIST = new URL('../apps/console/dist/', import.meta.url);
const GOALS = { scriptKb: 250, inboxMs: 2_000, openMs: 150, paintMs: 50, previewMs: 100 };
const ROUNDS = 9;
const KEYS = 120;
const COLORS = 24;
/** A burst, and one message per second. */
const WRITING = 20;
/** 30 minutes of that: each visitor writes up to their rate limit of a minute, then others take over. */
const TURNS = 36;
const MESSAGES_OF_TURN = 50;
const TURNS_OF_FIGURE = 6;

export const consoleApp = {
  'console.sizes': () => inConsole(sizes),
  'console.inbox': () => inConsole(inbox),
  'console.preview': () => inConsole(preview),
  'console.typing': () => inConsole(typing),
  'console.memory': () => inConsole(memory),
};

/** The page's own marks, and what was fetched by the time the inbox shows its list. */
async function sizes(place: Place): Promise<Row[]> {
  const html = readFileSync(new URL('index.html', DIST), 'utf8');
  const named = [...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, name]) => name ?? '');
  const page = await signIn(place);
  const fetched = await page.evaluate<string[]>('probe.scripts');
  const missed = gzipKb(fetched) > GOALS.scriptKb ? ' (missed)' : '';
  return [
    ['script named by the page, KB gzip', gzipKb(named).toFixed(1)],
    [
      `script fetched until the inbox is usable, KB gzip (goal: ${GOALS.scriptKb} or less)`,
      `${gzipKb(fetched).toFixed(1)}${missed}`,
    ],
  ];
}

function gzipKb(addresses: string[]) {
  const names = addresses.map((address) => address.replace(/^.*\/app\//, ''));
  const bytes = names.map((name) => gzipSync(readFileSync(new URL(name, DIST)), { level: 9 }).length);
  return bytes.reduce((sum, each) => sum + each, 0) / KB;
}

async function inbox(place: Place): Promise<Row[]> {
  const arrivals: number[] = [];
  const openings: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const page = await openSignIn(place);
    const since = performance.now();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await rowsOf(page).first().waitFor();
    arrivals.push(performance.now() - since);
    for (const at of [1, 3, 5]) openings.push(await openChat(page, at));
    await page.context().close();
  }
  const counted = arrivals.slice(1);
  return [
    [
      `sign-in to a usable inbox, nothing cached, ms (goal: ${GOALS.inboxMs} or less)`,
      judge(summarise(counted), GOALS.inboxMs),
    ],
    [
      `click on a chat to its messages painted, ms (goal: ${GOALS.openMs} or less)`,
      judge(summarise(openings.slice(3)), GOALS.openMs),
    ],
    ['the same, 95th percentile', formatP95(openings.slice(3))],
  ];
}

const openChat = (page: Page, at: number) => page.evaluate<number>(`probe.openChat(${at})`);

async function preview(place: Place): Promise<Row[]> {
  const page = await openSignIn(place, '/settings/widget');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.frameLocator('iframe[title="Preview"]').getByRole('dialog').waitFor();
  const changes: number[] = [];
  for (let at = 0; at <= COLORS; at += 1) changes.push(await page.evaluate<number>(`probe.pickColor(${at + 1})`));
  return [
    [
      `colour picked to the widget in the preview repainted, ms (goal: ${GOALS.previewMs} or less)`,
      judge(summarise(changes.slice(1)), GOALS.previewMs),
    ],
  ];
}

/** Visitors who write on command; each turn uses others than the turns before. */
async function openVisitors({ visitors }: Place, turn = 0) {
  const writing = visitors.slice(turn * WRITING, (turn + 1) * WRITING);
  const sockets = await Promise.all(writing.map(({ pass }) => openSocket(pass)));
  for (const [at, socket] of sockets.entries()) await socket.call('resume', { seq: writing[at]?.seq ?? 0 });
  let sent = 0;
  const write = (socket: Socket) => {
    sent += 1;
    const message = {
      type: 'text',
      body: `Message ${sent} of a busy day`,
      client_message_id: `bench-${turn}-${sent}-${Date.now()}`,
    };
    return socket.call('send', message);
  };
  return { sockets, write, close: () => Promise.all(sockets.map((socket) => socket.close())) };
}

async function typing(place: Place): Promise<Row[]> {
  const page = await signIn(place);
  await openChat(page, 0);
  const { sockets, write, close } = await openVisitors(place);
  const timer = setInterval(() => {
    for (const socket of sockets) void write(socket);
  }, 1_000);
  await page.evaluate('probe.watchKeys()');
  const field = page.getByRole('textbox', { name: /reply|message/i }).last();
  await field.focus();
  for (let key = 0; key < KEYS; key += 1) await page.keyboard.press('a', { delay: 80 });
  const slow = await page.evaluate<number[]>('probe.durations');
  clearInterval(timer);
  await close();
  // Entries under 16 ms are not reported, and counted as that.
  const all = [...slow, ...Array.from({ length: Math.max(0, KEYS - slow.length) }, () => 16)];
  return [
    [
      `keystroke to paint while 20 chats get a message each second, ms (goal: ${GOALS.paintMs} or less)`,
      judge(summarise(all), GOALS.paintMs),
    ],
    ['the same, 95th percentile', formatP95(all)],
  ];
}

async function memory(place: Place): Promise<Row[]> {
  const page = await signIn(place);
  await openChat(page, 0);
  const tools = await page.context().newCDPSession(page);
  const heapMb = async () => {
    await tools.send('HeapProfiler.collectGarbage');
    return (await tools.send('Runtime.getHeapUsage')).usedSize / KB / KB;
  };
  const figures: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const { sockets, write, close } = await openVisitors(place, turn);
    for (let message = 0; message < MESSAGES_OF_TURN; message += 1) await Promise.all(sockets.map(write));
    await close();
    if ((turn + 1) % TURNS_OF_FIGURE === 0) figures.push(await heapMb());
  }
  const [first = 0, last = 0] = [figures[0], figures.at(-1)];
  return [
    [
      'heap after 5, 10, … 30 simulated minutes of 20 messages a second, MB',
      figures.map((mb) => mb.toFixed(1)).join(', '),
    ],
    ['the last over the first (goal: flat)', (last / first).toFixed(2)],
  ];
}
