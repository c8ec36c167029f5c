import type { PauseReason } from '@parley/contract';
import { describeError } from '../../../infra/log.ts';
import { asSystem, type WidgetWork } from '../../../kernel/data/context.ts';
import type { BackgroundServices, Services } from '../../../kernel/module.ts';
import { Problem } from '../../../kernel/problems.ts';
import * as recipients from '../../people/recipients/index.ts';
import { alertManagers } from './alerts.ts';
import type { KindOfSend } from './kinds.ts';
import { metricsOf } from './metrics.ts';
import { changeStatus, countTried, end, freeze, pause, running } from './service.ts';
import * as store from './store.ts';
import { isWithin } from './window.ts';

const POLL_MS = 500;
/** A send is looked at that often, and less often the longer that takes. */
const LOOK_MS = { busy: 1_000, blocked: 100 };
const LOOK_SHARE = 0.05;
const UNKNOWN_POLL_MS = 10_000;
/** A send that can't be worked on is left alone for a while: it holds no other up. */
const FAILED_MS = 5_000;
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
      for (const send of active) if (!closing.signal.aborted) isBusy = (await tryStep(send)) || isBusy;
      for (const known of [lookedAt, failedAt]) {
        for (const id of known.keys()) if (!active.some((send) => send.id === id)) known.delete(id);
      }
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

  const failedAt = new Map<number, number>();

  async function tryStep(send: store.ActiveSend) {
    if (performance.now() - (failedAt.get(send.id) ?? -FAILED_MS) < FAILED_MS) return false;
    try {
      return await step(send);
    } catch (error) {
      log.error({ send: send.id, reason: describeError(error).message }, 'a broadcast or campaign is delayed');
      failedAt.set(send.id, performance.now());
      return false;
    }
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
    const { dispatch } = kind;
    if (!dispatch) return write(expire);
    if (active.frozen_at === null) {
      const hasMore = await write(freezeMore);
      if (!hasMore) metrics.observeLag('freeze', secondsSince(active.started_at));
      return true;
    }
    const { isBusy, isBlocked, outcomes, deliver } = await write((...given) => proceed(services, ...given));
    if (deliver) track(deliver());
    for (const outcome of outcomes) metrics.count(active.kind, active.channel, outcome);
    if (isDue(active, isBlocked ? LOOK_MS.blocked : LOOK_MS.busy)) await look(active, () => write(conclude));
    return isBusy;
  }

  const secondsSince = (time: string | null) =>
    time === null ? 0 : clock().since(Temporal.Instant.from(time)).total('seconds');

  const deliveries = new Set<Promise<void>>();

  /** What is on its way over the network; more can be claimed once it has arrived. */
  function track(delivery: Promise<void>) {
    const done = delivery
      .catch((error) => log.warn({ reason: describeError(error).message }, 'outcomes of e-mails are not recorded'))
      .finally(() => {
        deliveries.delete(done);
        if (!closing.signal.aborted) wake();
      });
    deliveries.add(done);
  }

  const lookedAt = new Map<number, { at: number; tookMs: number }>();

  function isDue({ id }: store.ActiveSend, everyMs: number) {
    const { at, tookMs } = lookedAt.get(id) ?? { at: 0, tookMs: 0 };
    return performance.now() - at >= Math.max(everyMs, tookMs / LOOK_SHARE);
  }

  async function look({ id }: store.ActiveSend, run: () => Promise<unknown>) {
    const at = performance.now();
    await run();
    lookedAt.set(id, { at, tookMs: performance.now() - at });
  }

  /** E-mails that a node claimed and did not live to send. */
  const settleUnknown = () =>
    recipients
      .settleUnclaimed(unitOfWork.autocommit, clock())
      .then((count) => count && metrics.count('email', 'email', 'unknown', count))
      .catch((error) => log.warn({ reason: describeError(error).message }, 'lost e-mails are not recorded'));

  const sweeper = setInterval(settleUnknown, UNKNOWN_POLL_MS);
  const timer = setInterval(wake, POLL_MS);
  onWake({ woken: (lanes) => lanes.some(({ kind }) => kind === 'send') && wake(), handed: () => undefined });
  onClose(async () => {
    closing.abort();
    clearInterval(timer);
    clearInterval(sweeper);
    await passing;
    await Promise.all(deliveries);
  });
}

/** The time of a schedule has come. */
async function begin(ctx: WidgetWork, kind: KindOfSend, { id, kind: name }: store.ActiveSend) {
  const send = await store.lock(ctx, name, id);
  if (send?.status !== 'scheduled' || send.scheduled_for === null) return false;
  const latest = Temporal.Instant.from(send.scheduled_for).add(LATEST);
  if (Temporal.Instant.compare(ctx.now, latest) > 0) await halt(ctx, kind, send, 'schedule_missed');
  else if (!(await isReady(ctx, kind, send))) await halt(ctx, kind, send, 'channel_not_ready');
  else await freeze(ctx, kind, await changeStatus(ctx, kind, send, running(ctx)));
  return true;
}

/** An on-site campaign whose time is over. */
async function expire(ctx: WidgetWork, kind: KindOfSend, { id, kind: name }: store.ActiveSend) {
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
async function freezeMore(ctx: WidgetWork, kind: KindOfSend, { id, kind: name }: store.ActiveSend) {
  const send = await store.lock(ctx, name, id);
  if (send?.status !== 'running' || send.frozen_at !== null) return false;
  return (await freeze(ctx, kind, send)).frozen_at === null;
}

const IDLE = { isBusy: false, isBlocked: false, outcomes: [], deliver: undefined };
const BLOCKED = { ...IDLE, isBlocked: true };

/** Sends to as many as are allowed now. Blocked: there was nobody to claim, or nothing can be sent. */
async function proceed(services: Services, ctx: WidgetWork, kind: KindOfSend, send: store.ActiveSend) {
  if (!(await isWithin(ctx, send.settings.window))) return IDLE;
  if (!(await isReady(ctx, kind, send))) return BLOCKED;
  const { dispatch } = kind;
  if (!dispatch || isRetrying(ctx, send)) return IDLE;
  const allowed = await allowance(ctx, dispatch, send);
  if (allowed.count <= 0) return IDLE;
  const claimed = await store.claim(ctx, send.id, allowed.count);
  if (!claimed.length) return BLOCKED;
  const { outcomes, deliver } = await dispatch.handOver(ctx, send, claimed, services);
  allowed.spend(claimed.length);
  return { isBusy: outcomes.length > 0, isBlocked: false, outcomes, deliver };
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
async function conclude(ctx: WidgetWork, kind: KindOfSend, active: store.ActiveSend) {
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
