import { sign } from '../../../kernel/deliveries/signature.ts';

/** An event as it is delivered and fed. */
export function toEnvelope(id: string, type: string, data: Record<string, unknown>) {
  return { id, type, data };
}

interface Sent {
  event: string;
  idempotencyKey: string;
  delivery: string;
  at: Temporal.Instant;
}

/** What a delivery says of itself; all but the signature is for information. */
export function headersOf(body: string, secret: string, { event, idempotencyKey, delivery, at }: Sent) {
  return {
    'content-type': 'application/json',
    'user-agent': 'Parley',
    'x-service-event': event,
    'x-service-signature': sign(body, secret),
    'x-service-idempotency-key': idempotencyKey,
    'x-service-delivery': delivery,
    'x-service-timestamp': String(Math.floor(at.epochMilliseconds / 1_000)),
  };
}
