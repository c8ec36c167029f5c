import { Counter, type Registry } from 'prom-client';
import { describeError } from '../../../infra/log.ts';
import { LEASE, startLeasing } from '../../../kernel/leasing/leasing.ts';
import { createPace } from '../../../kernel/leasing/pace.ts';
import { whileRenewed } from '../../../kernel/leasing/renewal.ts';
import type { BackgroundServices } from '../../../kernel/module.ts';
import { type CrawlTools, crawl, giveUp } from './crawling.ts';
import * as runs from './store/runs.ts';

const LIMITS = { inLane: 1, inFailingLane: 1 };
const MAX_CRASHES = 5;
const RETRY_SECONDS = 5;

/** A run of a widget was cancelled. */
export const CANCELLED = 'kb_crawl';

type Lane = { kind: 'crawl'; destinationId: number };
const laneOf = (widgetId: number): Lane => ({ kind: 'crawl', destinationId: widgetId });

/** Crawls sites of runs that are due, one request at a time a site. */
export function startCrawling(services: BackgroundServices) {
  const { unitOfWork, clock, log, notices, isCrowded, onWake, onClose } = services;
  const { autocommit } = unitOfWork;
  const closing = new AbortController();
  /** Runs that this node works on, by widget. */
  const running = new Map<string, AbortController>();
  const tools: CrawlTools = {
    ...services,
    countPage: createMetrics(services.metrics),
    pace: createPace(isCrowded),
  };

  async function run(leased: runs.LeasedRun) {
    const cancelled = new AbortController();
    running.set(`${leased.widget_id}`, cancelled);
    const stopped = AbortSignal.any([closing.signal, cancelled.signal]);
    try {
      const renew = () => runs.setDue(autocommit, leased, clock().add(LEASE), leased.crashes);
      const ended = await whileRenewed(renew, stopped, (signal) => crawl(tools, leased, signal));
      if (ended === 'more') await runs.setDue(autocommit, leased, clock());
    } catch (error) {
      if (stopped.aborted) await returnLease(leased).catch(() => undefined);
      else await postpone(leased, error).catch(() => undefined);
    } finally {
      running.delete(`${leased.widget_id}`);
    }
  }

  const returnLease = (leased: runs.LeasedRun) => runs.setDue(autocommit, leased, clock(), leased.crashes);

  async function postpone(leased: runs.LeasedRun, error: unknown) {
    const crashes = leased.crashes + 1;
    log.warn({ reason: describeError(error).message }, 'a crawl could not go on');
    if (crashes >= MAX_CRASHES) await giveUp(tools, leased);
    else await runs.setDue(autocommit, leased, clock().add({ seconds: RETRY_SECONDS * crashes }), crashes);
  }

  const leasing = startLeasing<runs.LeasedRun>({
    queue: {
      name: 'crawls',
      laneOf: ({ widget_id }) => laneOf(widget_id),
      listDueLanes: async () =>
        (await unitOfWork.read(({ sql }) => runs.listDueWidgets(sql, clock()))).map((widgetId) => laneOf(widgetId)),
      lease(claimed) {
        const now = clock();
        const widgetIds = claimed.map(({ lane }) => lane.destinationId);
        return unitOfWork.write({}, (work) => runs.lease(work, widgetIds, { now, until: now.add(LEASE) }));
      },
      returnLeases: async (leased) => void (await Promise.all(leased.map(returnLease))),
      run: async (leased, release) =>
        void (await Promise.all(leased.map((each) => run(each).finally(() => release(each, { isFailed: false }))))),
    },
    limits: LIMITS,
    log,
    isCrowded,
    closing,
  });
  notices.on(CANCELLED, (widgetId) => running.get(widgetId)?.abort(new Error('the crawl was cancelled')));
  onWake({
    woken: (lanes) => leasing.wake(lanes.filter(({ kind }) => kind === 'crawl')),
    handed: () => undefined,
  });
  onClose(leasing.close);
}

function createMetrics(registry: Registry) {
  const pages = new Counter({
    name: 'kb_pages_total',
    help: 'Pages of sites that a node has crawled, by outcome',
    labelNames: ['reason'],
    registers: [registry],
  });
  return (reason: string) => pages.inc({ reason });
}
