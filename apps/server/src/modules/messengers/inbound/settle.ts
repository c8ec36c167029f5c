import type { Tenant } from '../../../kernel/auth/principal.ts';
import { asSystem, type WidgetWork } from '../../../kernel/data/context.ts';
import type { BackgroundServices } from '../../../kernel/module.ts';
import { toLane } from './accept.ts';
import { LATER, type Processed } from './process.ts';
import * as store from './store.ts';

/** An event that can't be processed by then is given up, so that its conversation goes on. */
export const ATTEMPTS = 8;
/** What a vendor does not give us by then is left out. */
export const VENDOR_ATTEMPTS = 4;
export const backoffAfter = (attempts: number) => ({ seconds: Math.min(60, 2 ** attempts) });

/** Ends an update in one transaction with what it changes, and makes the next one of its queue due. */
export async function settle(
  { unitOfWork, clock }: Pick<BackgroundServices, 'unitOfWork' | 'clock'>,
  leased: store.LeasedUpdate,
  act: (ctx: WidgetWork) => Promise<Processed>,
  tenant: Tenant = { widgetId: leased.widget_id, accountId: 0, buttonGuid: '' },
) {
  return unitOfWork.write({ tenant }, async (write) => {
    const ctx = asSystem(write, tenant);
    const { connection_id: connectionId, event, id, attempts } = leased;
    await store.lockQueue(ctx, connectionId, event);
    if (!(await store.isPending(ctx, id))) return 'settled';
    const processed = await act(ctx);
    if (processed === LATER && attempts < ATTEMPTS) {
      await store.postpone(ctx.sql, id, clock().add(backoffAfter(attempts)));
      return 'later';
    }
    store.finish(ctx, id, processed === LATER ? { outcome: 'unknown_message' } : processed);
    await store.promoteNext(ctx, connectionId, event);
    ctx.wake(toLane(connectionId));
    return processed.outcome;
  });
}
