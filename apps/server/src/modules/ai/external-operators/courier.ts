import type { Outbound } from '../../../infra/outbound/outbound.ts';
import { createPublicIds } from '../../../kernel/data/public-ids.ts';
import type { Courier, SendRequest } from '../../../kernel/deliveries/courier.ts';
import { headersOf } from '../../../kernel/deliveries/headers.ts';
import { listActive, sealContextOf } from './store.ts';

const ATTEMPT_MS = 10_000;
const READ_BYTES = 1_024;

/** Tells external operators what became of their chats. Those that are paused or gone are told nothing. */
export function operatorCourier({ outbound }: { outbound: Outbound }): Courier {
  return {
    async prepare(work, deliveries) {
      const { vault } = work;
      const ids = createPublicIds(vault, 'dlv');
      const active = new Map((await listActive(work, deliveries)).map((operator) => [operator.agent_id, operator]));
      const calls = new Map<number, SendRequest>();
      for (const delivery of deliveries) {
        const { id, widget_id, destination_id: agentId, type: event, chat_id, created_at } = delivery;
        const operator = active.get(agentId);
        if (!operator) continue;
        const body = JSON.stringify({ event, room_id: chat_id, operator_id: agentId, at: created_at });
        const idempotencyKey = ids.of(delivery);
        const info = { event, idempotencyKey, delivery: `${idempotencyKey}-${delivery.attempts}` };
        const open = (column: 'api_key' | 'secret', sealed: string) =>
          vault.open(sealed, sealContextOf(widget_id, agentId, column));
        calls.set(id, async (at) => {
          // Opened per delivery, so that an unreadable secret fails only its own delivery.
          const signed = headersOf(body, open('secret', operator.secret), { ...info, at });
          const bearer = operator.api_key && { authorization: `Bearer ${open('api_key', operator.api_key)}` };
          const headers = { ...signed, ...bearer };
          return outbound.post(operator.url, { headers, body, timeoutMs: ATTEMPT_MS, readBytes: READ_BYTES });
        });
      }
      return calls;
    },
  };
}
