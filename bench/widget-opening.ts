// From the click on the launcher to the message field.
import type { BrowserContext } from 'playwright-core';
import { format, interleave, type Row, type Sample, summarise } from './rounds.ts';
import { judge } from './widget-goals.ts';
import { inPlace, launcherOf, openContext, type Place } from './widget-place.ts';
import { momentOf, type Probed } from './widget-probe.ts';
import { clickAt, countTraffic, openTools } from './widget-tools.ts';

const GOAL_MS = 300;
const SLOWER = 4;
/** Work after opening continues for a while. */
const AFTER_MS = 1_000;
const ROUNDS = 15;

interface Opening {
  ms: number;
  requests: number;
  bytes: number;
  longTasks: number[];
}

interface Measured {
  first: Opening;
  cold: Opening[];
  coldMs: Sample;
  warmMs: Sample;
}

export const opening = () => inPlace(async (place) => describe(await measure(place, 1)));
export const slowOpening = () => inPlace(async (place) => describeSlow(await measure(place, SLOWER)));

/** Cold: a fresh browser. Warm: one that has opened the chat in another tab. */
async function measure(place: Place, slower: number): Promise<Measured> {
  const cold: Opening[] = [];
  const returning = await openContext(place.browser);
  const first = await open(place, returning, slower);
  const { a, b } = await interleave(
    async () => {
      const context = await openContext(place.browser);
      const one = await open(place, context, slower);
      await context.close();
      cold.push(one);
      return one.ms;
    },
    async () => (await open(place, returning, slower)).ms,
    ROUNDS,
  );
  await returning.close();
  // As there, the first round warms up.
  return { first, cold: cold.slice(1), coldMs: a, warmMs: b };
}

function describe({ first, cold, coldMs, warmMs }: Measured): Row[] {
  const kilobytes = of(cold, ({ bytes }) => bytes / 1_024);
  return [
    [`click on the launcher to a focused input, nothing cached, ms (goal: ${GOAL_MS} or less)`, judge(coldMs, GOAL_MS)],
    [`the same with a warm cache, ms (goal: ${GOAL_MS} or less)`, judge(warmMs, GOAL_MS)],
    ["the first one after the server's start, ms", first.ms.toFixed(0)],
    ...describeTasks(cold, ''),
    ['its requests besides the socket, with preflights', format(of(cold, ({ requests }) => requests))],
    ['their size with headers, KB', format(kilobytes, 1)],
  ];
}

function describeSlow({ cold, coldMs, warmMs }: Measured): Row[] {
  const how = `, processor ${SLOWER} × slower`;
  return [
    [`click on the launcher to a focused input, nothing cached${how}, ms`, format(coldMs)],
    ['the same with a warm cache, ms', format(warmMs)],
    ...describeTasks(cold, how),
  ];
}

function describeTasks(cold: Opening[], how: string): Row[] {
  const longest = Math.max(0, ...cold.flatMap(({ longTasks }) => longTasks));
  return [
    [
      `tasks longer than 50 ms while it opens, nothing cached${how}`,
      format(of(cold, ({ longTasks }) => longTasks.length)),
    ],
    ['the longest of all rounds, ms', longest.toFixed(0)],
  ];
}

const of = (list: Opening[], figure: (one: Opening) => number) => summarise(list.map(figure));

async function open({ site, url }: Place, context: BrowserContext, slower: number): Promise<Opening> {
  const page = await context.newPage();
  const tools = await openTools(page, slower);
  await page.goto(site.chat);
  const launcher = launcherOf(page);
  await launcher.waitFor();
  // It is animated; a user clicks once it is visible.
  await page.waitForTimeout(500);
  const box = await launcher.boundingBox();
  if (!box) throw new Error('The launcher is nowhere');
  const traffic = await countTraffic(tools, url);
  await clickAt(tools, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const focusedAt = await momentOf(page, 'focused');
  await page.waitForTimeout(AFTER_MS);
  const { pressedAt, longTasks } = await page.evaluate<Probed>('probe.read()');
  const counted = traffic();
  await page.close();
  const during = longTasks.filter(({ at, ms }) => at + ms > pressedAt).map(({ ms }) => ms);
  return { ms: focusedAt - pressedAt, longTasks: during, ...counted };
}
