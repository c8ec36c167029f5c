import { setTimeout } from 'node:timers/promises';
import { TEST_EVENT } from '@parley/contract';
import { describeError, type Log } from '../../infra/log.ts';
import type { RunSql } from '../../infra/postgres/run-sql.ts';
import type { Couriers } from './courier.ts';
import { countOutcomes, type Outcome, remove, settle } from './store.ts';

const BATCH_MS = 50;

/** Stores outcomes in batches: nothing waits for a single one. */
export function createOutcomeWriter(sql: RunSql, couriers: Couriers, log: Log) {
  let pending: Outcome[] = [];
  let writing: Promise<void> | undefined;

  async function writePending() {
    while (pending.length) {
      const batch = pending;
      pending = [];
      await storeOutcomes(sql, couriers, batch)
        // Their leases expire and they are sent again; receivers recognise them by the idempotency key.
        .catch((error) =>
          log.warn({ reason: describeError(error).message }, 'outcomes of deliveries could not be stored'),
        );
    }
  }

  return {
    add(outcome: Outcome) {
      pending.push(outcome);
      writing ??= setTimeout(BATCH_MS)
        .then(writePending)
        .finally(() => {
          writing = undefined;
        });
    },
    /** Resolves when everything added so far is stored. */
    drain: async () => writing,
  };
}

async function storeOutcomes(sql: RunSql, couriers: Couriers, outcomes: Outcome[]) {
  for (const [kind, own] of Map.groupBy(outcomes, ({ delivery }) => delivery.kind)) {
    const courier = couriers[kind];
    if ('recordOutcomes' in courier) await courier.recordOutcomes?.(own);
  }
  const kept = outcomes.filter(isKept);
  const others = outcomes.filter((outcome) => !isKept(outcome)).map(({ delivery }) => delivery.id);
  // First, so that a delivery whose outcome is visible has been counted.
  await countOutcomes(sql, outcomes);
  if (kept.length) await settle(sql, kept);
  if (others.length) await remove(sql, others);
}

/** Of the migration layer only failed deliveries and tests are kept. */
function isKept({ delivery, status }: Outcome) {
  return delivery.kind !== 'legacy' || delivery.type === TEST_EVENT || status === 'failed' || status === 'pending';
}
