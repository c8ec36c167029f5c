import type { ParleyEvent } from '../contract.ts';
import { type ReceivedWebhook, receiveWebhook, WebhookRejection } from './receive.ts';

/** Remembers which events were handled, by `event.id`. A `Set` does within one process. */
export interface SeenEvents {
  has(id: string): boolean | Promise<boolean>;
  add(id: string): unknown;
}

export interface WebhookOptions {
  /** What was shown when the subscription was created or its secret rotated. */
  secret: string;
  /** Handles an event within ten seconds. If it throws, the delivery fails and is retried. */
  onEvent(event: ParleyEvent): unknown;
  /** Events that were handled are acknowledged and not handled again. */
  seen?: SeenEvents;
  /** Is told why a request was refused, and what `onEvent` threw. */
  onError?(error: unknown): void;
}

export interface WebhookReply {
  status: number;
  /** Plain text for the delivery log. */
  body: string;
}

type Request = Omit<ReceivedWebhook, 'secret'>;

/** The part that all adapters share. */
export function createHandler({ secret, onEvent, seen, onError }: WebhookOptions) {
  if (!secret) throw new TypeError('A webhook handler needs the secret of the subscription');
  const handling = new Map<string, Promise<void>>();

  async function handle(event: ParleyEvent) {
    if (await seen?.has(event.id)) return;
    await onEvent(event);
    // Added last: an event whose handling failed must come again.
    await seen?.add(event.id);
  }

  /** A redelivery may arrive while the first delivery is being handled. */
  function handleOnce(event: ParleyEvent) {
    const running = handling.get(event.id);
    if (running) return running;
    const started = handle(event).finally(() => handling.delete(event.id));
    handling.set(event.id, started);
    return started;
  }

  return async (read: () => Request | Promise<Request>): Promise<WebhookReply> => {
    try {
      const event = await receiveWebhook({ ...(await read()), secret });
      if (event.type !== 'webhook.test') await handleOnce(event);
      return { status: 204, body: '' };
    } catch (error) {
      onError?.(error);
      if (error instanceof WebhookRejection) return { status: error.status, body: error.message };
      return { status: 500, body: 'The event was not handled' };
    }
  };
}
