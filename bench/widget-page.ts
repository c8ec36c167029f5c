// A small page with the widget against the same page without it, before any interaction.
import { setTimeout as pause } from 'node:timers/promises';
import { format, interleave, type Row, type Sample, summarise } from './rounds.ts';
import { inPlace, openContext, type Place } from './widget-place.ts';
import type { Probed } from './widget-probe.ts';
import { countTraffic, openTools } from './widget-tools.ts';

/** The launcher is shown a second after the page. */
const WATCHED_MS = 2_500;
const SLOWER = 4;
const ROUNDS = 15;

interface Seen extends Probed {
  requests: number;
  bytes: number;
  /** CPU time of the main thread. */
  workedMs: number;
}

type Both = Record<'chat' | 'plain', Seen[]>;

export const page = () => inPlace((place) => compare(place, 1));
export const slowPage = () => inPlace((place) => compare(place, SLOWER));

async function compare(place: Place, slower: number): Promise<Row[]> {
  const seen: Both = { chat: [], plain: [] };
  const look = (which: keyof Both) => async () => {
    const one = await visit(place, which, slower);
    seen[which].push(one);
    return one.loadMs;
  };
  const load = await interleave(look('chat'), look('plain'), ROUNDS);
  // As there, the first round warms up.
  for (const list of Object.values(seen)) list.shift();
  return slower > 1
    ? describeTasks(seen, `, processor ${slower} × slower`)
    : [...describePage(seen, load), ...describeTasks(seen, '')];
}

async function visit({ browser, site, url }: Place, which: keyof Both, slower: number): Promise<Seen> {
  const context = await openContext(browser);
  const page = await context.newPage();
  const tools = await openTools(page, slower);
  const traffic = await countTraffic(tools, url);
  await page.goto(site[which]);
  await pause(WATCHED_MS);
  const { metrics } = await tools.send('Performance.getMetrics');
  const worked = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  const probed = await page.evaluate<Probed>('probe.read()');
  await context.close();
  return { ...probed, ...traffic(), workedMs: worked * 1_000 };
}

function describePage({ chat, plain }: Both, load: Record<'a' | 'b' | 'ratio', Sample>): Row[] {
  const of = (list: Seen[], key: 'requests' | 'bytes' | 'shift') => summarise(list.map((each) => each[key]));
  const moved = of(chat, 'shift');
  return [
    ['requests to our server before the first click', format(of(chat, 'requests'))],
    ['their size with headers, KB', format(summarise(chat.map(({ bytes }) => bytes / 1_024)), 1)],
    ['cumulative layout shift (goal: 0)', `${format(moved, 4)}${moved.max > 0 ? ' (missed)' : ''}`],
    ['the same without the widget', format(of(plain, 'shift'), 4)],
    ['load event, ms', format(load.a, 1)],
    ['the same without the widget, ms', format(load.b, 1)],
    ['ratio', format(load.ratio, 2)],
  ];
}

function describeTasks({ chat, plain }: Both, how: string): Row[] {
  const counts = (list: Seen[]) => summarise(list.map(({ longTasks }) => longTasks.length));
  const longest = (list: Seen[]) => Math.max(0, ...list.flatMap(({ longTasks }) => longTasks.map(({ ms }) => ms)));
  const added = chat.map(({ workedMs }, at) => workedMs - (plain[at]?.workedMs ?? 0));
  return [
    [`tasks longer than 50 ms before the first click${how}`, format(counts(chat))],
    ['the same without the widget', format(counts(plain))],
    [
      'the longest of all rounds with it, and without it, ms',
      `${longest(chat).toFixed(0)}, ${longest(plain).toFixed(0)}`,
    ],
    [`processor time of the page's thread that the widget adds${how}, ms`, format(summarise(added), 1)],
    ['the total without the widget, ms', format(summarise(plain.map(({ workedMs }) => workedMs)), 1)],
  ];
}
