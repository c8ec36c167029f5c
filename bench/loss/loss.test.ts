import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../apps/server/test/databases.ts';
import { attempt } from './trial.ts';

test('nothing is lost or duplicated while connections and servers die', { timeout: 240_000 }, async () => {
  const seed = randomInt(2 ** 32);
  const outcome = await attempt({
    seed,
    sends: 300,
    visitors: 20,
    agents: 2,
    blows: ['commit', 'kill'],
    isRedisKilled: false,
    sendsPerSecond: 60,
    statementMs: 1_000,
    calmMs: 3_000,
    settleMs: 90_000,
    databaseUrl: await freshDatabase(),
    tell: () => undefined,
  });
  expect({ ...outcome, seed }).toMatchObject({
    sends: 300,
    kills: 2,
    killsAfterCommit: 1,
    lost: 0,
    doubled: 0,
    outOfOrder: 0,
    clientsThatDiffer: 0,
    pending: 0,
    failed: 0,
    examples: [],
  });
});
