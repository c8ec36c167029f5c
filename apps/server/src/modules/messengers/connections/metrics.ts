import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { UnitOfWork } from '../../../kernel/data/context.ts';
import { countUnregistered } from './store/health.ts';

const LAG_SECONDS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 120, 900];

/** One set a registry: several parts of the server count. */
const made = new WeakMap<Registry, ReturnType<typeof createMetrics>>();

export const metricsOf = (registry: Registry) => made.getOrInsertComputed(registry, () => createMetrics(registry));

function createMetrics(registry: Registry) {
  const registers = [registry];
  const updates = new Counter({
    name: 'messenger_updates_total',
    help: 'Updates of messengers, by outcome',
    labelNames: ['provider', 'outcome'],
    registers,
  });
  const sends = new Counter({
    name: 'messenger_sends_total',
    help: 'Attempts to send messages through messengers, by outcome',
    labelNames: ['provider', 'outcome'],
    registers,
  });
  const waits = new Counter({
    name: 'messenger_rate_limit_waits_total',
    help: 'Times that a messenger asked to wait',
    labelNames: ['provider', 'scope'],
    registers,
  });
  const lag = new Histogram({
    name: 'messenger_lag_seconds',
    help: 'From what a messenger says was written until it is processed, and from a reply until the messenger has it',
    labelNames: ['provider', 'direction'],
    buckets: LAG_SECONDS,
    registers,
  });
  return {
    countUpdate: (provider: string, outcome: string) => updates.inc({ provider, outcome }),
    countSend: (provider: string, outcome: string) => sends.inc({ provider, outcome }),
    countWait: (provider: string, scope: 'chat' | 'connection') => waits.inc({ provider, scope }),
    observeLag: (provider: string, direction: 'in' | 'out', milliseconds: number) =>
      lag.observe({ provider, direction }, Math.max(0, milliseconds) / 1_000),
  };
}

/** Asked for when `/metrics` is read. */
export function exposeUnregistered({ unitOfWork, metrics }: { unitOfWork: UnitOfWork; metrics: Registry }) {
  new Gauge({
    name: 'messenger_connections_unregistered',
    help: 'Connections whose updates do not arrive, by reason',
    labelNames: ['provider', 'reason'],
    registers: [metrics],
    async collect() {
      const rows = await unitOfWork.read(countUnregistered).catch(() => []);
      this.reset();
      for (const { provider, reason, count } of rows) this.set({ provider, reason }, count);
    },
  });
}
