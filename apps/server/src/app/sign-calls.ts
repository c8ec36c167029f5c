import { createHash, randomBytes } from 'node:crypto';
import type { ModelLink } from '../infra/ai/model-link.ts';
import type { Clock } from '../infra/clock.ts';
import { headersOf, unsignedHeadersOf } from '../kernel/deliveries/headers.ts';

/** Headers of a call to a webhook, as webhooks are sent. A second try has the same idempotency key. */
export function signCalls(clock: Clock) {
  return ({ id, signingSecret }: ModelLink, body: string, event: string): Record<string, string> => {
    const digest = createHash('sha256').update(`${id} ${event} ${body}`).digest('base64url');
    const info = {
      event,
      idempotencyKey: `call_${digest.slice(0, 22)}`,
      delivery: `dlv_${randomBytes(12).toString('base64url')}`,
      at: clock(),
    };
    return signingSecret ? headersOf(body, signingSecret, info) : unsignedHeadersOf(info);
  };
}
