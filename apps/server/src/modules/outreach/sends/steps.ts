import type { PauseReason } from '@parley/contract';
import type { WidgetWork } from '../../../kernel/data/context.ts';
import type { Services } from '../../../kernel/module.ts';
import { Problem } from '../../../kernel/problems.ts';
import * as recipients from '../../people/recipients/index.ts';
import { alertManagers } from './alerts.ts';
import type { KindOfSend } from './kinds.ts';
import { changeStatus, countTried, end, freeze, pause, running } from './service.ts';
import * as store from './store.ts';
import { isWithin } from './window.ts';

/** Recipients claimed in one write. */
const CLAIMED = 100;
/** A schedule is kept late by this much at most. */
const LATEST = { hours: 1 };
/** Of those tried, once so many were: a send that mostly fails is paused. */
const FAILURES = { tried: 20, share: 0.2 };

/** The time of a schedule has come. */
export async function begin(ctx: WidgetWork, kind: KindOfSend, { id, kind: name }: store.ActiveSend) {
  const send = await store.lock(ctx, name, id);
  if (send?.status !== 'scheduled' || send.scheduled_for === null) return false;
  const latest = Temporal.Instant.from(send.scheduled_for).add(LATEST);
  if (Temporal.Instant.compare(ctx.now, latest) > 0) await halt(ctx, kind, send, 'schedule_missed');
  else if (!(await isReady(ctx, kind, send))) await halt(ctx, kind, send, 'channel_not_ready');
  else await freeze(ctx, kind, await changeStatus(ctx, kind, send, running(ctx)));
  return true;
}

/** An on-site campaign whose time is over. */
export async function expire(ctx: WidgetWork, kind: KindOfSend, { id, kind: name }: store.ActiveSend) {
  const send = await store.lock(ctx, name, id);
  if (send?.status === 'running') await end(ctx, kind, send, 'finished');
  return false;
}

async function isReady(ctx: WidgetWork, kind: KindOfSend, send: store.Send) {
  try {
    await kind.checkReady(ctx, send);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'channel_not_ready') return false;
    throw error;
  }
}

/** Resolves to whether there are more. */
export async function freezeMore(ctx: WidgetWork, kind: KindOfSend, { id, kind: name }: store.ActiveSend) {
  const send = await store.lock(ctx, name, id);
  if (send?.status !== 'running' || send.frozen_at !== null) return false;
  return (await freeze(ctx, kind, send)).frozen_at === null;
}

const IDLE = { isBusy: false, isBlocked: false, dueAt: null, outcomes: [], deliver: undefined };
const BLOCKED = { ...IDLE, isBlocked: true };

/** Sends to as many as are allowed now. Blocked: there was nobody to claim, or nothing can be sent. */
export async function proceed(services: Services, ctx: WidgetWork, kind: KindOfSend, send: store.ActiveSend) {
  if (!(await isWithin(ctx, send.settings.window))) return IDLE;
  if (!(await isReady(ctx, kind, send))) return BLOCKED;
  const { dispatch } = kind;
  if (!dispatch || isRetrying(ctx, send)) return IDLE;
  const allowed = await allowance(ctx, dispatch, send);
  if (allowed.count <= 0) return IDLE;
  const claimed = await store.claim(ctx, send.id, allowed.count);
  const [first] = claimed;
  if (!first) return BLOCKED;
  const { outcomes, deliver } = await dispatch.handOver(ctx, send, claimed, services);
  allowed.spend(claimed.length);
  return { isBusy: outcomes.length > 0, isBlocked: false, dueAt: first.due_at, outcomes, deliver };
}

/** The mail server took nothing a moment ago. */
const isRetrying = ({ now }: WidgetWork, { retry_at }: store.Send) =>
  retry_at !== null && Temporal.Instant.compare(Temporal.Instant.from(retry_at), now) > 0;

/** How many messages may go out now: by the rate of the send, the pace of a messenger and what is on its way already. */
async function allowance(ctx: WidgetWork, dispatch: NonNullable<KindOfSend['dispatch']>, send: store.ActiveSend) {
  const { rate_per_minute } = send.settings;
  const vendorMs = dispatch.everyMs(send);
  const paces = [
    ...(vendorMs === null ? [] : [{ name: send.channel, everyMs: vendorMs }]),
    ...(rate_per_minute === undefined ? [] : [{ name: `send ${send.id}`, everyMs: 60_000 / rate_per_minute }]),
  ];
  const free = dispatch.inFlight - (await recipients.countHanded(ctx, send.id));
  const next: { name: string; everyMs: number; at: Temporal.Instant }[] = [];
  for (const { name, everyMs } of paces) next.push({ name, everyMs, at: await store.lockPace(ctx, name) });
  const counts = next.map(({ everyMs, at }) => Math.floor(ctx.now.since(at).total('milliseconds') / everyMs) + 1);
  return {
    count: Math.min(CLAIMED, free, ...counts),
    spend(spent: number) {
      for (const { name, everyMs, at } of next) {
        store.setPace(ctx, name, at.add({ milliseconds: Math.round(spent * everyMs) }));
      }
    },
  };
}

/** Ends a send that nobody is left of, and pauses one that can't go on. */
export async function conclude(ctx: WidgetWork, kind: KindOfSend, active: store.ActiveSend) {
  await kind.dispatch?.settleLost(ctx, active.id);
  const counts = await countTried(ctx, kind, active);
  const [tried, failed] = [counts.tried - active.tried_before, counts.failed - active.failed_before];
  const isFailing = tried >= FAILURES.tried && failed > tried * FAILURES.share;
  const isDone = counts.pending === 0;
  const reason = isFailing ? 'too_many_failures' : (await isReady(ctx, kind, active)) ? null : 'channel_not_ready';
  if (!isDone && reason === null) return;
  const send = await store.lock(ctx, active.kind, active.id);
  if (send?.status !== 'running') return;
  if (isDone) await end(ctx, kind, send, 'finished');
  else if (reason) await halt(ctx, kind, send, reason);
}

/** Pauses a send that can't go on, and tells who manages it. */
export async function halt(ctx: WidgetWork, kind: KindOfSend, send: store.Send, reason: PauseReason) {
  await pause(ctx, kind, send, reason);
  await alertManagers(ctx, send, reason);
}
