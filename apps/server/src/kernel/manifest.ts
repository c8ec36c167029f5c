import { sweepKeys } from './data/idempotency.ts';
import { sweepDeliveries } from './deliveries/sweep.ts';
import { maintainPartitions } from './events/partitions.ts';
import { defineModule } from './module.ts';

export const manifest = defineModule({ jobs: [sweepKeys, maintainPartitions, sweepDeliveries] });
