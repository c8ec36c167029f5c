import { LRUCache } from 'lru-cache';
import { describeError } from '../../../infra/log.ts';
import { asSystem, type WidgetWork } from '../../../kernel/data/context.ts';
import type { BackgroundServices } from '../../../kernel/module.ts';
import * as recipients from '../../people/recipients/index.ts';
import type { KindOfSend } from './kinds.ts';
import { createLooks } from './looks.ts';
import { metricsOf } from './metrics.ts';
import { begin, conclude, expire, freezeMore, proceed } from './steps.ts';
import * as store from './store.ts';

const POLL_MS = 500;
/** How often a send is looked at. */
const LOOK_MS = { busy: 1_000, blocked: 100 };
const UNKNOWN_POLL_MS = 10_000;
const FAILED_MS = 5_000;
/** Works on broadcasts and campaigns that run: every node on all of them, a batch of each in turn. */
export function startSends(services: BackgroundServices, kinds: Record<store.SendKind, KindOfSend>) {
  const { unitOfWork, clock, log, onWake, onClose } = services;
  const metrics = metricsOf(services.metrics);
  const closing = new AbortController();
  const looks = createLooks();
  const failing = new LRUCache<number, true>({ max: 10_000, ttl: FAILED_MS });
  let passing: Promise<void> | undefined;
  let isWoken = false;

  /** Until nothing can be done right now. */
  async function pass() {
    for (let isBusy = true; isBusy && !closing.signal.aborted; ) {
      isWoken = false;
      const active = await unitOfWork.read(({ sql }) => store.listActive(sql, clock()));
      isBusy = false;
      for (const send of active) if (!closing.signal.aborted) isBusy = (await tryStep(send)) || isBusy;
      looks.keepOnly(new Set(active.map(({ id }) => id)));
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

  /** A send that can't be worked on is left alone for a while, and holds no other up. */
  async function tryStep(send: store.ActiveSend) {
    if (failing.has(send.id)) return false;
    try {
      return await step(send);
    } catch (error) {
      log.error({ send: send.id, reason: describeError(error).message }, 'a broadcast or campaign is delayed');
      failing.set(send.id, true);
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
    const { isBusy, isBlocked, dueAt, outcomes, deliver } = await write((...given) => proceed(services, ...given));
    if (dueAt !== null) metrics.observeLag('claim', secondsSince(dueAt));
    if (deliver) track(deliver());
    for (const outcome of outcomes) metrics.count(active.kind, active.channel, outcome);
    const everyMs = isBlocked ? LOOK_MS.blocked : LOOK_MS.busy;
    if (looks.isDue(active.id, everyMs)) await looks.time(active.id, () => write(conclude));
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

  const sweeper = setInterval(() => settleUnknown(services), UNKNOWN_POLL_MS);
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

/** E-mails that a node claimed and did not live to send. */
const settleUnknown = ({ unitOfWork, clock, metrics, log }: BackgroundServices) =>
  recipients
    .settleUnclaimed(unitOfWork.autocommit, clock())
    .then((count) => count && metricsOf(metrics).count('email', 'email', 'unknown', count))
    .catch((error) => log.warn({ reason: describeError(error).message }, 'lost e-mails are not recorded'));
