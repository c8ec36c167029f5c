import type { ImpressionEvent } from '@parley/contract';
import { Counter, type Registry } from 'prom-client';

/** Of this process; each app in it serves them. */
const impressions = new Counter({
  name: 'invitation_impressions_total',
  help: 'What visitors did with smart invitations, by event; repeats are not counted',
  labelNames: ['event'],
  registers: [],
});

export const addMetrics = (registry: Registry) => registry.registerMetric(impressions);

export const countImpression = (event: ImpressionEvent) => impressions.inc({ event });
