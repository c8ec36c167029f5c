import type { PauseReason } from '@parley/contract';
import { toIsoString } from '../../../infra/clock.ts';
import { describeError } from '../../../infra/log.ts';
import { asSystem, type WidgetWork } from '../../../kernel/data/context.ts';
import type { BackgroundServices } from '../../../kernel/module.ts';
import { Problem } from '../../../kernel/problems.ts';
import * as recipients from '../../people/recipients/index.ts';
import { alertManagers } from './alerts.ts';
import type { KindOfSend } from './kinds.ts';
import { metricsOf } from './metrics.ts';
import { end, pause, running } from './service.ts';
import * as store from './store.ts';
import { isWithin } from './window.ts';

const POLL_MS = 500;
const LOOK_MS = 1_000;
/** Contacts looked at in one write. */
const FROZEN = 5_000;
/** Recipients claimed in one write. */
const CLAIMED = 100;
/** A schedule is kept late by this much at most. */
const LATEST = { hours: 1 };
/** Of those tried, once so many were: a send that mostly fails is paused. */
const FAILURES = { tried: 20, share: 0.2 };

/** Works on broadcasts and campaigns that run: every node on all of them, a batch of each in turn. */
export function startSends(services: BackgroundServices, kinds: Record<store.SendKind, KindOfSend>) {
  const { unitOfWork, clock, log, onWake, onClose } = services;
  const metrics = metricsOf(services.metrics);
  const closing = new AbortController();
  let passing: Promise<void> | undefined;
  let isWoken = false;

  /** Until nothing can be done right now. */
  async function pass() {
    for (let isBusy = true; isBusy && !closing.signal.aborted; ) {
      isWoken = false;
      const active = await unitOfWork.read(({ sql }) => store.listActive(sql, clock()));
      isBusy = false;
      for (const send of active) if (!closing.signal.aborted) isBusy = (await step(send)) || isBusy;
      isBusy ||= isWoken;
    }
  }

  function wake() {
    isWoken = true;
    passing ??= pass()
      .catch((error) => log.warn({ reason: describeError(error).message }, 'broadcasts and campaigns are delayed'))
      .finally(() => {
        passing = undefined;
      });
  }

  /** One batch of a send. Resolves to whether there may be more to do at once. */
  async function step(active: store.ActiveSend) {
    const tenant = { widgetId: active.widget_id, accountId: active.account_id, buttonGuid: active.button_guid };
    const kind = kinds[active.kind];
    const write = <T>(act: (ctx: WidgetWork, kind: KindOfSend, active: store.ActiveSend) => Promise<T>) =>
      unitOfWork.write({ tenant }, (work) => act(asSystem(work, tenant), kind, active));
    if (active.status === 'scheduled') {
      metrics.observeLag('schedule', secondsSince(active.scheduled_for));
      return write(begin);
    }
    if (active.frozen_at === null) {
      const hasMore = await write(freeze);
      if (!hasMore) metrics.observeLag('freeze', secondsSince(active.started_at));
      return true;
    }
    const { isBusy, isBlocked, outcomes } = await write(proceed);
    for (const outcome of outcomes) metrics.count(active.kind, active.channel, outcome);
    if (isBlocked || isDue(active)) await write(conclude);
    return isBusy;
  }

  const secondsSince = (time: string | null) =>
    time === null ? 0 : clock().since(Temporal.Instant.from(time)).total('seconds');

  const lookedAt = new Map<number, number>();

  /** A send that is busy is looked at once a second. */
  function isDue({ id }: store.ActiveSend) {
    const now = performance.now();
    if (now - (lookedAt.get(id) ?? 0) < LOOK_MS) return false;
    lookedAt.set(id, now);
    return true;
  }

  const timer = setInterval(wake, POLL_MS);
  onWake({ woken: (lanes) => lanes.some(({ kind }) => kind === 'send') && wake(), handed: () => undefined });
  onClose(async () => {
    closing.abort();
    clearInterval(timer);
    await passing;
  });
}

/** The time of a schedule has come. */
async function begin(ctx: WidgetWork, kind: KindOfSend, { id, kind: name }: store.ActiveSend) {
  const send = await store.lock(ctx, name, id);
  if (send?.status !== 'scheduled' || send.scheduled_for === null) return false;
  const latest = Temporal.Instant.from(send.scheduled_for).add(LATEST);
  if (Temporal.Instant.compare(ctx.now, latest) > 0) await halt(ctx, send, 'schedule_missed');
  else if (!(await isReady(ctx, kind, send))) await halt(ctx, send, 'channel_not_ready');
  else await store.update(ctx, send, running(ctx));
  return true;
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

/** A node that dies leaves off where the next one goes on. Resolves to whether there are more. */
async function freeze(ctx: WidgetWork, kind: KindOfSend, { id, kind: name }: store.ActiveSend) {
  const send = await store.lock(ctx, name, id);
  if (send?.status !== 'running' || send.frozen_at !== null) return false;
  const last = await kind.freeze(ctx, send, FROZEN);
  await store.update(ctx, send, last === undefined ? { frozen_at: toIsoString(ctx.now) } : { frozen_up_to: last });
  return last !== undefined;
}

const IDLE = { isBusy: false, isBlocked: false, outcomes: [] };
const BLOCKED = { isBusy: false, isBlocked: true, outcomes: [] };

/** Sends to as many as are allowed now. Blocked: there was nobody to claim, or nothing can be sent. */
async function proceed(ctx: WidgetWork, kind: KindOfSend, send: store.ActiveSend) {
  if (!(await isWithin(ctx, send.settings.window))) return IDLE;
  if (!(await isReady(ctx, kind, send))) return BLOCKED;
  const allowed = await allowance(ctx, kind, send);
  if (allowed.count <= 0) return IDLE;
  const claimed = await store.claim(ctx, send.id, allowed.count);
  if (!claimed.length) return BLOCKED;
  const outcomes = await kind.handOver(ctx, send, claimed);
  allowed.spend(claimed.length);
  return { isBusy: true, isBlocked: false, outcomes };
}

/** How many messages may go out now: by the rate of the send, the pace of a messenger and what is on its way already. */
async function allowance(ctx: WidgetWork, kind: KindOfSend, send: store.ActiveSend) {
  const { rate_per_minute } = send.settings;
  const vendorMs = kind.everyMs(send);
  const paces = [
    ...(vendorMs === null ? [] : [{ name: send.channel, everyMs: vendorMs }]),
    ...(rate_per_minute === undefined ? [] : [{ name: `send ${send.id}`, everyMs: 60_000 / rate_per_minute }]),
  ];
  const free = kind.inFlight === null ? CLAIMED : kind.inFlight - (await recipients.countHanded(ctx, send.id));
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
async function conclude(ctx: WidgetWork, kind: KindOfSend, active: store.ActiveSend) {
  await recipients.settleLost(ctx, active.id);
  const counts = (await recipients.countBySend(ctx, [active.id]))(active.id);
  const failed = counts.failed + counts.bounced;
  const tried = counts.sent + failed + counts.unknown;
  const isFailing = tried >= FAILURES.tried && failed > tried * FAILURES.share;
  const isDone = counts.pending === 0;
  const reason = isFailing ? 'too_many_failures' : (await isReady(ctx, kind, active)) ? null : 'channel_not_ready';
  if (!isDone && reason === null) return;
  const send = await store.lock(ctx, active.kind, active.id);
  if (send?.status !== 'running') return;
  if (isDone) await end(ctx, send, 'finished');
  else if (reason) await halt(ctx, send, reason);
}

async function halt(ctx: WidgetWork, send: store.Send, reason: PauseReason) {
  await pause(ctx, send, reason);
  await alertManagers(ctx, send, reason);
}
