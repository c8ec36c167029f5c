import type { SkipReason } from '@parley/contract';
import type { WidgetWork } from '../../../../kernel/data/context.ts';
import * as messages from '../../../conversations/messages/index.ts';
import type { Send } from '../../sends/index.ts';
import * as store from './store.ts';

/** What becomes of a recipient whose message does not go out: `pending` again, while the send is paused. */
export type Fate = { state: 'pending'; reason: null } | { state: 'skipped'; reason: SkipReason };

const UNKNOWN = { state: 'unknown', reason: null } as const;
export const HELD: Fate = { state: 'pending', reason: null };
export const skipped = (reason: SkipReason): Fate => ({ state: 'skipped', reason });

/** Of a send that does not run. */
export const fateIn = (status: Send['status']) =>
  status === 'finished' || status === 'cancelled' ? skipped(status) : HELD;

/**
 * Takes deliveries out of the queue. A message that nobody will get is removed from its chat; one that waits for the send to
 * go on stays there, and is delivered then.
 */
export async function takeBack(ctx: WidgetWork, fates: Map<number, Fate>) {
  const ids = [...fates.keys()];
  const places = ids.length ? await store.listPlaces(ctx, ids) : [];
  if (!places.length) return;
  const chatIds = [...new Set(places.map(({ chat_id }) => chat_id))];
  await messages.lockHeads(ctx, chatIds);
  const removed = await store.remove(ctx, ids, chatIds);
  if (!removed.length) return;
  releaseNext(ctx, removed);
  const taken = removed.map(({ id, chat_id, message_id, failures, is_calling }) => {
    const fate = fates.get(id) ?? HELD;
    // Its node was killed during the call.
    const isUnknown = is_calling && fate.state === 'skipped';
    return { chat_id, message_id, failures, ...(isUnknown ? UNKNOWN : fate) };
  });
  const settled = await store.settle(ctx, taken);
  const attempts = new Map(settled.map((row) => [row.message_id, row.attempts]));
  for (const each of taken) {
    if (each.state !== 'pending')
      await withdraw(ctx, { ...each, attempts: attempts.get(each.message_id) ?? each.failures });
  }
}

function releaseNext(ctx: WidgetWork, removed: Awaited<ReturnType<typeof store.remove>>) {
  const queued = removed.filter(({ kind }) => kind === 'messenger');
  if (!queued.length) return;
  store.promoteNext(
    ctx,
    queued.map(({ chat_id }) => chat_id),
  );
  for (const destinationId of new Set(queued.map(({ destination_id }) => destination_id)))
    ctx.wake({ kind: 'messenger', destinationId });
}

/** Messages of a send that ended, which were stored before it was paused. */
export async function withdrawLeftOver(ctx: WidgetWork, sendId: number) {
  for (const each of await store.listLeftOver(ctx, sendId)) await withdraw(ctx, each);
}

interface Withdrawn {
  chat_id: number;
  message_id: number;
  attempts: number;
}

/** After a call the other side may have it, so it stays and is marked as failed where messages can be. */
export async function withdraw(ctx: WidgetWork, { chat_id: chatId, message_id: messageId, attempts }: Withdrawn) {
  if (attempts === 0) await messages.markDeleted(ctx, chatId, messageId);
  else await messages.setDelivery(ctx, chatId, [{ messageId, status: 'failed', reason: 'provider_unavailable' }]);
}
