import { sign } from './signature.ts';

interface DeliveryInfo {
  event: string;
  idempotencyKey: string;
  delivery: string;
  at: Temporal.Instant;
}

/** Only the signature is binding; the other headers are informational. */
export function headersOf(body: string, secret: string, info: DeliveryInfo) {
  return { ...unsignedHeadersOf(info), 'x-service-signature': sign(body, secret) };
}

export function unsignedHeadersOf({ event, idempotencyKey, delivery, at }: DeliveryInfo) {
  return {
    'content-type': 'application/json',
    'user-agent': 'Parley',
    'x-service-event': event,
    'x-service-idempotency-key': idempotencyKey,
    'x-service-delivery': delivery,
    'x-service-timestamp': String(Math.floor(at.epochMilliseconds / 1_000)),
  };
}
