import type { Courier } from '../../../kernel/deliveries/courier.ts';
import type { Services } from '../../../kernel/module.ts';
import { channelCourier } from '../../outside/channels/index.ts';
import * as recipients from '../../people/recipients/index.ts';
import { metricsOf } from '../sends/index.ts';

/** Delivers broadcasts to custom channels as replies are, in a lane of their own: replies never wait behind them. */
export function broadcastCourier(services: Services): Courier {
  const { unitOfWork, clock } = services;
  const metrics = metricsOf(services.metrics);
  return {
    ...channelCourier(services),
    async recordOutcomes(outcomes) {
      const settled = outcomes.flatMap(({ delivery, status }) =>
        status === 'pending' ? [] : { id: delivery.id, isDelivered: status === 'delivered' },
      );
      for (const { status } of outcomes) if (status !== 'pending') metrics.count('broadcast', 'ch0', status);
      if (settled.length) await recipients.settleDeliveries(unitOfWork.autocommit, clock(), settled);
    },
  };
}
