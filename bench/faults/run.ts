// npm run faults -- messengers [messages] [seed]: messages through messengers while servers are killed, then a comparison of
// what was written with what is stored, and of what was sent with what customers got.
import { randomInt } from 'node:crypto';
import { type Counted, type Mode, runTrial } from './messengers.ts';

const MODES: Mode[] = ['webhook', 'polling'];
/** One for so many messages. */
const MESSAGES_OF_KILL = 200;

const [what, ...numbers] = process.argv.slice(2);
if (what !== 'messengers') {
  console.error('Usage: npm run faults -- messengers [messages each way] [seed]');
  process.exit(1);
}
const [messages = 10_000, seed = randomInt(2 ** 32)] = numbers.map(Number);
console.log(`${messages} messages each way on two nodes, half by webhooks and half by polling, seed ${seed}`);

const rows: [string, Counted][] = [];
for (const mode of MODES) {
  const half = Math.ceil(messages / MODES.length);
  const plan = { mode, messages: half, kills: Math.ceil(half / MESSAGES_OF_KILL), seed };
  rows.push([mode, await runTrial(plan, console.log)]);
}
const columns = Object.keys(rows[0]?.[1] ?? {}) as (keyof Counted)[];
console.log(`\n| updates by | ${columns.join(' | ')} |\n|---|${columns.map(() => '---').join('|')}|`);
for (const [mode, counted] of rows) console.log(`| ${mode} | ${columns.map((name) => counted[name]).join(' | ')} |`);

const wrong = rows.flatMap(([mode, counted]) => {
  const none = [
    'lost in',
    'doubled in',
    'out of order in',
    'lost out',
    'out of order out',
    'doubled by vk',
    'not settled',
  ] as const;
  const some = none.filter((name) => counted[name] > 0).map((name) => `${mode}: ${name} ${counted[name]}`);
  return counted['doubled by tg'] > counted.kills ? [...some, `${mode}: more doubled than killed`] : some;
});
if (wrong.length) console.error(`Not as it must be: ${wrong.join(', ')}`);
process.exitCode = wrong.length ? 1 : 0;
