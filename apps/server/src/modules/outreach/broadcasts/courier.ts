import type { BroadcastCourier } from '../../../kernel/deliveries/courier.ts';
import type { Services } from '../../../kernel/module.ts';
import { channelCourier, createMessageRecorder } from '../../outside/channels/index.ts';
import * as recipients from '../../people/recipients/index.ts';
import { metricsOf } from '../sends/index.ts';
import { createBegin } from './queue/begin.ts';

const SENDS = { kind: 'send', destinationId: 0 } as const;

/** Delivers broadcasts to custom channels as replies are, in a lane of their own: replies never wait behind them. */
export function broadcastCourier(services: Services): BroadcastCourier {
  const { unitOfWork, clock } = services;
  const metrics = metricsOf(services.metrics);
  const { prepare } = channelCourier(services);
  const begin = createBegin(services);
  const recordMessages = createMessageRecorder(services);
  return {
    begin,

    async prepare(work, deliveries) {
      const requests = await prepare(work, deliveries);
      const begun = await begin(deliveries);
      return new Map([...requests].filter(([id]) => begun.has(id)));
    },

    async recordOutcomes(outcomes) {
      // What was skipped waits for the send to go on.
      await recordMessages(outcomes.filter(({ status }) => status !== 'skipped'));
      const ended = outcomes.filter(({ status, attempt }) => status !== 'pending' || attempt !== null);
      for (const { status } of ended) if (status !== 'pending') metrics.count('broadcast', 'ch0', status);
      if (!ended.length) return;
      await unitOfWork.write({}, async (work) => {
        await recipients.recordOutcomes(work.sql, clock(), ended);
        // There is room for the next recipients.
        work.wake(SENDS);
      });
    },
  };
}
