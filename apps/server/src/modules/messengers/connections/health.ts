import type { MessengerHealth, MessengerProvider } from '@parley/contract';
import type { Context, Read } from '../../../kernel/data/context.ts';
import * as store from './store/health.ts';

const DAY = { hours: 24 };
const SHOWN = 50;

/** Whether a messenger works, from what it did. Without texts and secrets. */
export async function readHealth(ctx: Context<Read>, provider: MessengerProvider): Promise<MessengerHealth> {
  const since = ctx.now.subtract(DAY).toString();
  const ids = await store.listConnectionIds(ctx, provider);
  const [times, failures, exchanges] = await Promise.all([
    store.readTimes(ctx, ids),
    store.countFailures(ctx, ids, since),
    store.listExchanges(ctx, ids, SHOWN),
  ]);
  return { ...times, failures, exchanges };
}
