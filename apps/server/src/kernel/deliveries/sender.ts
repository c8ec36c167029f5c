import { scrub } from '@parley/content/personal-data';
import { type Clock, toIsoString } from '../../infra/clock.ts';
import { describeError, type Log } from '../../infra/log.ts';
import type { OutboundError } from '../../infra/outbound/outbound-error.ts';
import type { LeasedDelivery } from '../data/leased-delivery.ts';
import type { Attempt } from '../data/tables.ts';
import type { Couriers, DeliveryResponse, SendRequest } from './courier.ts';
import type { Outcome } from './store.ts';

interface SenderOptions {
  couriers: Couriers;
  clock: Clock;
  log: Log;
  addOutcome: (outcome: Outcome) => void;
  /** Aborted when the server stops. */
  closing: AbortSignal;
}

const MAX_ATTEMPTS = 4;
const LOGGED_CHARACTERS = 1_024;

/** 10, 20 and 40 seconds after the first, second and third failure. */
const backoffAfter = (failures: number) => ({ seconds: Math.min(60, 2 ** failures * 5) });

/** Makes one attempt of a delivery and records its outcome. */
export function createSender({ couriers, clock, log, addOutcome, closing }: SenderOptions) {
  async function processResponse(delivery: LeasedDelivery, response: DeliveryResponse) {
    const courier = couriers[delivery.kind];
    if (!('processResponse' in courier)) return;
    await courier
      .processResponse?.(delivery, response)
      .catch((error) => log.warn({ reason: describeError(error).message }, 'a response could not be processed'));
  }

  /** Resolves to whether the destination failed to accept it. */
  return async function send(delivery: LeasedDelivery, request: SendRequest | undefined) {
    if (!request) {
      addOutcome({ delivery, status: 'skipped', failures: delivery.failures, due_at: null, attempt: null });
      return false;
    }
    const { attempt, response } = await attemptRequest(delivery, request, clock);
    // The stop broke the request off: not the destination's failure.
    if (!response && closing.aborted) {
      addOutcome({ delivery, status: 'pending', failures: delivery.failures, due_at: attempt.at, attempt: null });
      return false;
    }
    const isAccepted = response !== undefined && response.status >= 200 && response.status < 300;
    if (isAccepted) await processResponse(delivery, response);
    addOutcome(isAccepted ? toDelivered(delivery, attempt) : toUndelivered(delivery, attempt, clock));
    return !isAccepted;
  };
}

async function attemptRequest(
  { attempts: number }: LeasedDelivery,
  request: SendRequest,
  clock: Clock,
): Promise<{ attempt: Attempt; response?: DeliveryResponse }> {
  const now = clock();
  const at = toIsoString(now);
  const startedAt = performance.now();
  const duration = () => Math.round(performance.now() - startedAt);
  try {
    const response = await request(now);
    const text = scrub(toStorableText(response.text.slice(0, LOGGED_CHARACTERS)));
    const { status } = response;
    return { attempt: { at, number, status, duration_ms: duration(), error: null, answer: text }, response };
  } catch (error) {
    const { message } = error as OutboundError;
    return { attempt: { at, number, status: null, duration_ms: duration(), error: message, answer: null } };
  }
}

/** PostgreSQL accepts neither NUL nor a lone surrogate. */
function toStorableText(text: string) {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}

function toDelivered(delivery: LeasedDelivery, attempt: Attempt): Outcome {
  return { delivery, status: 'delivered', failures: delivery.failures, due_at: null, attempt };
}

function toUndelivered(delivery: LeasedDelivery, attempt: Attempt, clock: Clock): Outcome {
  const failures = delivery.failures + 1;
  if (failures >= MAX_ATTEMPTS) return { delivery, status: 'failed', failures, due_at: null, attempt };
  const due_at = toIsoString(clock().add(backoffAfter(failures)));
  return { delivery, status: 'pending', failures, due_at, attempt };
}
