import { Counter, type Registry } from 'prom-client';

/** One set a registry: replies and broadcasts have couriers of their own. */
const made = new WeakMap<Registry, ReturnType<typeof createMetrics>>();

export const metricsOf = (registry: Registry) => made.getOrInsertComputed(registry, () => createMetrics(registry));

function createMetrics(registry: Registry) {
  const outcomes = new Counter({
    name: 'channel_deliveries_total',
    help: 'Attempts to deliver replies to custom channels, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return { count: (outcome: string) => outcomes.inc({ outcome }) };
}
