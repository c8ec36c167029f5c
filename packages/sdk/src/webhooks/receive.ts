import type { ParleyEvent } from '../contract.ts';
import { parseJson } from '../problem.ts';
import { verifyWebhook } from './verify.ts';

/** Sent on request, to see whether a webhook arrives. It is in no feed. */
export interface TestEvent {
  id: string;
  type: 'webhook.test';
  data: { button_guid: string; subscription_id: number; at: string };
}

export type WebhookEvent = ParleyEvent | TestEvent;

/** `Headers`, or the object of Node, whose names are in lower case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface ReceivedWebhook {
  /** As it came, before anything parses it. */
  body: string | Uint8Array;
  headers: WebhookHeaders;
  /** What was shown when the subscription was created or its secret rotated. */
  secret: string;
}

type RejectionStatus = 400 | 401 | 413 | 500;

/** Why a request is not a webhook of this subscription, with the status to respond. */
export class WebhookRejection extends Error {
  override readonly name = 'WebhookRejection';
  readonly status: RejectionStatus;

  constructor(status: RejectionStatus, detail: string) {
    super(detail);
    this.status = status;
  }
}

/** The event in a signed request; throws a `WebhookRejection` for any other. */
export async function receiveWebhook({ body, headers, secret }: ReceivedWebhook): Promise<WebhookEvent> {
  // During a rotation with a grace period the request has a signature of the old secret too.
  const names = ['x-service-signature', 'x-service-signature-previous'];
  const signatures = names.map((name) => readHeader(headers, name));
  const checks = await Promise.all(signatures.map((signature) => verifyWebhook({ body, signature, secret })));
  if (!checks.includes(true)) {
    throw new WebhookRejection(401, signatures[0] ? 'The signature does not match' : 'The request has no signature');
  }
  const event = parseJson(typeof body === 'string' ? body : new TextDecoder().decode(body));
  if (!isEvent(event)) {
    throw new WebhookRejection(400, 'The body is no event. Subscriptions of the migration layer send other bodies.');
  }
  return event;
}

function readHeader(headers: WebhookHeaders, name: string) {
  if (isHeaders(headers)) return headers.get(name);
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
}

const isHeaders = (headers: WebhookHeaders): headers is { get(name: string): string | null } =>
  typeof headers.get === 'function';

function isEvent(body: unknown): body is WebhookEvent {
  return (
    typeof body === 'object' &&
    body !== null &&
    'id' in body &&
    typeof body.id === 'string' &&
    'type' in body &&
    typeof body.type === 'string'
  );
}
