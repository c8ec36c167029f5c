import { sweepDeliveries } from './deliveries/sweep.ts';
import { maintainPartitions } from './event-partitions.ts';
import { sweepKeys } from './idempotency.ts';
import { defineModule } from './module.ts';

export const manifest = defineModule({ jobs: [sweepKeys, maintainPartitions, sweepDeliveries] });
