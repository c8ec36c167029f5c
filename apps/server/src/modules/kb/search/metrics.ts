import { Counter, Histogram, type Registry } from 'prom-client';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Of this process; each app in it serves them. */
const registers: Registry[] = [];
const searches = new Counter({
  name: 'kb_searches_total',
  help: 'Searches of knowledge bases',
  labelNames: ['mode'],
  registers,
});
const duration = new Histogram({
  name: 'kb_search_seconds',
  help: 'Time of a search, without embedding the question',
  buckets: SECONDS,
  registers,
});

export function addMetrics(registry: Registry) {
  registry.registerMetric(searches);
  registry.registerMetric(duration);
}

/** Returns a function for its end. */
export function countSearch(mode: 'hybrid' | 'text') {
  searches.inc({ mode });
  return duration.startTimer();
}
