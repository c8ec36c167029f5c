// npm run faults -- messengers [messages] [seed]: messages through messengers while servers are killed, then a comparison of
// what was written with what is stored, and of what was sent with what customers got. npm run faults -- outreach [recipients]
// [faults] [seed]: two broadcasts and an e-mail campaign while nodes are killed and all are paused, and what each recipient got.
import { randomInt } from 'node:crypto';
import * as messengers from './messengers.ts';
import * as outreach from './outreach.ts';

/** The most that a node may have on its way to a messenger and to the mail server when it is killed. */
const IN_FLIGHT = 32 + 10;

const [what, ...numbers] = process.argv.slice(2);
const trials: Record<string, () => Promise<string[]>> = { messengers: tryMessengers, outreach: tryOutreach };
const trial = trials[what ?? ''];
if (!trial) {
  console.error(
    'Usage: npm run faults -- messengers [messages each way] [seed], or outreach [recipients] [faults] [seed]',
  );
  process.exit(1);
}
const wrong = await trial();
if (wrong.length) console.error(`Not as it must be: ${wrong.join(', ')}`);
process.exitCode = wrong.length ? 1 : 0;

function print(head: string, rows: [string, Record<string, number>][]) {
  const columns = Object.keys(rows[0]?.[1] ?? {});
  console.log(`\n| ${[head, ...columns].join(' | ')} |\n|${'---|'.repeat(columns.length + 1)}`);
  for (const [name, counted] of rows) console.log(`| ${[name, ...columns.map((each) => counted[each])].join(' | ')} |`);
}

async function tryMessengers() {
  /** One kill for so many messages. */
  const messagesOfKill = 200;
  const modes: messengers.Mode[] = ['webhook', 'polling'];
  const [messages = 10_000, seed = randomInt(2 ** 32)] = numbers.map(Number);
  console.log(`${messages} messages each way on two nodes, half by webhooks and half by polling, seed ${seed}`);
  const rows: [string, messengers.Counted][] = [];
  for (const mode of modes) {
    const half = Math.ceil(messages / modes.length);
    const plan = { mode, messages: half, kills: Math.ceil(half / messagesOfKill), seed };
    rows.push([mode, await messengers.runTrial(plan, console.log)]);
  }
  print('updates by', rows);
  return rows.flatMap(([mode, counted]) => {
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
}

async function tryOutreach() {
  const [recipients = 20_000, faults = 100, seed = randomInt(2 ** 32)] = numbers.map(Number);
  console.log(`Broadcasts and e-mails to ${recipients} people on two nodes, ${faults} kills and pauses, seed ${seed}`);
  const counted = await outreach.runTrial({ recipients, faults, seed }, console.log);
  print('', [['outreach', counted]]);
  const none = ['twice in the channel', 'twice in tg', 'twice by e-mail', 'lost', 'failed', 'after a pause'] as const;
  const some = none.filter((name) => counted[name] > 0).map((name) => `${name} ${counted[name]}`);
  return counted.unknown > counted.kills * IN_FLIGHT ? [...some, 'more unknown than in flight'] : some;
}
