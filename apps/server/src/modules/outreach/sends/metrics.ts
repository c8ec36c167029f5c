import { Counter, Histogram, type Registry } from 'prom-client';

const LAG_SECONDS = [0.1, 0.3, 1, 2, 5, 15, 60, 600, 3_600];

/** One set a registry: the engine and couriers count. */
const made = new WeakMap<Registry, ReturnType<typeof createMetrics>>();

export const metricsOf = (registry: Registry) => made.getOrInsertComputed(registry, () => createMetrics(registry));

function createMetrics(registry: Registry) {
  const registers = [registry];
  const outcomes = new Counter({
    name: 'send_recipients_total',
    help: 'Recipients of broadcasts and campaigns, by outcome',
    labelNames: ['kind', 'channel', 'outcome'],
    registers,
  });
  const lag = new Histogram({
    name: 'send_lag_seconds',
    help: 'From the time of a schedule until the send begins, from then until its recipients are fixed, and from when recipients could be claimed until they are',
    labelNames: ['phase'],
    buckets: LAG_SECONDS,
    registers,
  });
  return {
    count: (kind: string, channel: string, outcome: string, count = 1) =>
      outcomes.inc({ kind, channel: nameOf(channel), outcome }, count),
    observeLag: (phase: 'schedule' | 'freeze' | 'claim', seconds: number) =>
      lag.observe({ phase }, Math.max(0, seconds)),
  };
}

/** Custom channels are one: their number has no limit. */
const nameOf = (channel: string) => (/^ch\d/.test(channel) ? 'custom' : channel);
