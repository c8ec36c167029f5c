// npm run loss [sends] [seed]: messages between visitors and agents while connections and servers die, then a
// comparison of what was sent, what is stored and what each participant has.
import { randomInt } from 'node:crypto';
import { attempt, type Blow, type Outcome } from './trial.ts';

const BLOWS: Blow[] = ['commit', 'kill', 'commit', 'both', 'commit'];
const ROUNDS = 4;
const FEWEST_AFTER_COMMIT = 10;

const [sends = 10_000, seed = randomInt(2 ** 32)] = process.argv.slice(2).map(Number);
const plan = {
  sends,
  seed,
  visitors: 100,
  agents: 4,
  blows: Array.from({ length: ROUNDS }, () => BLOWS).flat(),
  isRedisKilled: true,
  sendsPerSecond: 80,
  statementMs: 2_000,
  calmMs: 6_000,
  settleMs: 180_000,
  tell: console.log,
};

console.log(
  `${sends} messages between ${plan.visitors} visitors and ${plan.agents} agents, seed ${seed}\n` +
    `Clients say where they stand every ${plan.statementMs} ms, and not every 20,000, so that it ends in minutes.`,
);
const outcome = await attempt(plan);
const wrong = mistakes(outcome);
print(outcome);
for (const line of outcome.examples) console.error(line);
if (wrong.length) console.error(`Not as it must be: ${wrong.join(', ')}`);
process.exitCode = wrong.length ? 1 : 0;

function mistakes({ lost, doubled, outOfOrder, clientsThatDiffer, pending, failed, ...counted }: Outcome) {
  const none = { lost, doubled, 'out of order': outOfOrder, 'clients that differ': clientsThatDiffer, pending, failed };
  const some = Object.entries(none).flatMap(([name, count]) => (count ? `${name}: ${count}` : []));
  const isTame = counted.killsAfterCommit < FEWEST_AFTER_COMMIT;
  return isTame ? [...some, `only ${counted.killsAfterCommit} kills between commit and publish`] : some;
}

function print(counted: Outcome) {
  const rows: [string, number][] = [
    ['sends', counted.sends],
    ['kills of a server', counted.kills],
    ['of these between commit and publish', counted.killsAfterCommit],
    ['kills of Redis', counted.redisKills],
    ['connections cut', counted.cuts],
    ['connections cut in the middle of a frame', counted.drops],
    ['connections half-open', counted.halfOpens],
    ['connections delayed', counted.delays],
    ['reconnects', counted.reconnects],
    ['resends', counted.resends],
    ['of these answered as stored before', counted.repeats],
    ['lost', counted.lost],
    ['doubled', counted.doubled],
    ['out of order', counted.outOfOrder],
    ['clients that differ', counted.clientsThatDiffer],
    ['pending', counted.pending],
    ['failed', counted.failed],
    ['seconds', counted.seconds],
  ];
  console.log('\n| what | count |\n|---|---|');
  for (const [what, count] of rows) console.log(`| ${what} | ${count} |`);
}
