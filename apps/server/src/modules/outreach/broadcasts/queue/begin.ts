import type { Tenant } from '../../../../kernel/auth/principal.ts';
import { asSystem, type InWidget, type Read } from '../../../../kernel/data/context.ts';
import type { LeasedDelivery } from '../../../../kernel/data/leased-delivery.ts';
import type { Services } from '../../../../kernel/module.ts';
import { findSend, isWithin, type Send } from '../../sends/index.ts';
import { targetOf } from '../preview.ts';
import { isUsable, listReached } from '../store.ts';
import * as store from './store.ts';
import { type Fate, fateIn, HELD, skipped, takeBack } from './take-back.ts';

const FRESH = { seconds: 2 };

/**
 * Asks again, right before the calls, which leased deliveries may begin: the send may have stopped while they waited, and the
 * recipients may have left. The others are taken out of the queue.
 */
export function createBegin({ unitOfWork, clock }: Pick<Services, 'unitOfWork' | 'clock'>) {
  return async function begin(leased: LeasedDelivery[], { isSuspect = false } = {}) {
    const fresh = isSuspect ? [] : leased.filter(isFresh);
    const begun = fresh.length ? await store.markBegun(unitOfWork.autocommit, fresh) : [];
    const ids = new Set(begun.map(({ id }) => id));
    const late = leased.filter(({ id }) => !ids.has(id));
    return late.length ? ids.union(await beginLate(late)) : ids;
  };

  /** Its recipient was asked about as it was claimed, a moment ago. */
  function isFresh({ attempts, created_at }: LeasedDelivery) {
    return attempts === 1 && Temporal.Instant.compare(Temporal.Instant.from(created_at).add(FRESH), clock()) > 0;
  }

  async function beginLate(leased: LeasedDelivery[]) {
    const queued = await unitOfWork.read((work) =>
      store.listQueued(
        work,
        leased.map(({ id }) => id),
      ),
    );
    const against = await findAllAgainst(queued);
    const free = queued.filter(({ id }) => !against.has(id));
    const [resent, own] = [
      free.filter(({ send_id }) => send_id === null),
      free.filter(({ send_id }) => send_id !== null),
    ];
    const { autocommit } = unitOfWork;
    const begun = [
      ...(own.length ? await store.markBegun(autocommit, leasedOf(own)) : []),
      ...(resent.length ? await store.markResent(autocommit, leasedOf(resent)) : []),
    ];
    await takeAllBack(queued, against);
    return new Set(begun.map(({ id }) => id));

    /** As leased: another node may have the lease since. */
    function leasedOf(chosen: store.Queued[]) {
      return leased.filter(({ id }) => chosen.some((each) => each.id === id));
    }
  }

  async function findAllAgainst(queued: store.Queued[]) {
    const against = new Map<number, Fate>();
    for (const own of Map.groupBy(queued, ({ widget_id, send_id }) => `${widget_id} ${send_id}`).values()) {
      for (const [id, fate] of await unitOfWork.read((work) => findAgainst(work, own))) against.set(id, fate);
    }
    return against;
  }

  async function takeAllBack(queued: store.Queued[], against: Map<number, Fate>) {
    const taken = queued.filter(({ id }) => against.has(id));
    for (const own of Map.groupBy(taken, ({ widget_id }) => widget_id).values()) {
      const tenant = tenantOf(own[0] as store.Queued);
      const fates = new Map(own.map(({ id }) => [id, against.get(id) ?? HELD]));
      await unitOfWork.write({ tenant }, (work) => takeBack(asSystem(work, tenant), fates));
    }
  }
}

const tenantOf = ({ widget_id, account_id, button_guid }: store.Queued): Tenant => ({
  widgetId: widget_id,
  accountId: account_id,
  buttonGuid: button_guid,
});

/** Of deliveries of one send, those that must not begin. */
async function findAgainst(work: Read, own: store.Queued[]) {
  const [first] = own;
  if (!first) return [];
  const ctx = asSystem(work, tenantOf(first));
  if (first.send_id === null)
    return own.flatMap(({ id, is_dropped }) => (is_dropped ? [[id, skipped('erased')] as const] : []));
  const send = await findSend(ctx, 'broadcast', first.send_id);
  const fate = send ? await fateOfAll(ctx, send) : HELD;
  if (fate || !send) return own.map(({ id }) => [id, fate ?? HELD] as const);
  const contactIds = own.flatMap(({ contact_id }) => contact_id ?? []);
  const reached = await listReached(ctx, await targetOf(ctx, send), contactIds);
  const reasons = new Map(reached.map(({ contact_id, reason }) => [contact_id, reason]));
  return own.flatMap(({ id, contact_id }) => {
    const reason = contact_id === null ? undefined : reasons.get(contact_id);
    if (reason === null) return [];
    return [[id, skipped(reason ?? 'erased')] as const];
  });
}

async function fateOfAll(ctx: Parameters<typeof isWithin>[0] & InWidget<Read>, send: Send) {
  if (send.status !== 'running') return fateIn(send.status);
  const isNow = (await isUsable(ctx, send.channel)) && (await isWithin(ctx, send.settings.window));
  return isNow ? undefined : HELD;
}
