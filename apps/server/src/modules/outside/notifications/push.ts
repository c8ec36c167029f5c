import type { Outbound } from '../../../infra/outbound/outbound.ts';
import { OutboundError } from '../../../infra/outbound/outbound-error.ts';
import { encrypt } from '../../../infra/web-push/encryption.ts';
import { createPushIdentity } from '../../../infra/web-push/identity.ts';
import type { JobContext } from '../../../kernel/data/context.ts';
import { defineJob } from '../../../kernel/jobs/jobs.ts';
import { findPush, listPushTargets, removeDead } from './store.ts';
import { textsFor } from './texts.ts';

const MAX_AGE = { hours: 1 };
const MAX_CHARACTERS = 120;
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 10_000;
/** The browser is gone, or subscribed under a key we no longer have. */
const DEAD = [403, 404, 410];

interface PushedMessage {
  widget_id: number;
  chat_id: number;
  message_id: number;
}

export const push = defineJob<PushedMessage>({
  name: 'notifications.push',
  attempts: 3,
  timeoutMs: 30_000,
  run: async (work, { widget_id, chat_id, message_id }) => {
    const found = await listPushTargets(work, widget_id, chat_id);
    if (!found.length) return;
    await work.unitOfWork.write({}, async ({ enqueue }) => {
      for (const { id } of found) enqueue(sendPush, { widget_id, chat_id, message_id, subscription_id: id });
    });
  },
});

/** One job per browser, so that an unreachable one is retried alone. */
export const sendPush = defineJob<PushedMessage & { subscription_id: number }>({
  name: 'notifications.send_push',
  attempts: 6,
  timeoutMs: 30_000,
  run: async (work, { widget_id: widgetId, chat_id, message_id: messageId, subscription_id: subscriptionId }) => {
    const found = await findPush(work, widgetId, { subscriptionId, chatId: chat_id, messageId });
    if (!found || isLate(found.created_at, work.now)) return;
    const { visitor } = textsFor(found.locale);
    await pushTo(work, { widgetId, chatId: chat_id, browser: found, name: found.name || visitor, text: found.text });
  },
});

interface Push {
  widgetId: number;
  chatId: number;
  browser: { id: number; endpoint: string; p256dh: string; auth: string };
  name: string;
  text: string;
}

/** Shows a notification in a browser; a click opens the chat. */
export async function pushTo(work: JobContext, { widgetId, chatId, browser, name, text }: Push) {
  const { endpoint } = browser;
  const contact = contactUrlOf(work.publicUrl);
  const status = await send(work.outbound, {
    endpoint,
    headers: {
      authorization: createPushIdentity(work.vault).authorization({ endpoint, contact, now: work.now }),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: '3600',
      topic: `chat-${chatId}`,
      urgency: 'high',
    },
    body: encrypt(JSON.stringify({ chat_id: chatId, name, text: shorten(text) }), browser),
  });
  if (DEAD.includes(status)) await work.unitOfWork.write({}, (write) => removeDead(write, widgetId, browser));
  else if (status === 429 || status >= 500) throw new Error(`the push service returned ${status}`);
  else if (status >= 300) work.log.warn({ status }, 'a push service refused a notification');
}

interface PushRequest {
  endpoint: string;
  headers: Record<string, string>;
  body: Buffer;
}

async function send(outbound: Outbound, { endpoint, ...request }: PushRequest) {
  const limits = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, httpsOnly: true };
  try {
    const { status, body } = await outbound.fetch(endpoint, { method: 'POST', ...request, ...limits });
    body.destroy();
    return status;
  } catch (error) {
    // The name now resolves to our own network: treat the subscription as gone.
    if (error instanceof OutboundError && error.reason === 'forbidden') return 410;
    throw error;
  }
}

export const isLate = (written: string, now: Temporal.Instant) =>
  Temporal.Instant.compare(Temporal.Instant.from(written).add(MAX_AGE), now) < 0;

/** By code point, so that no surrogate pair is cut; on one line. */
function shorten(text: string) {
  const characters = Array.from(text.replace(/\s+/g, ' ').trim());
  if (characters.length <= MAX_CHARACTERS) return characters.join('');
  return `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…`;
}

/** The `sub` claim: push services want a contact and accept no plain http URL. */
function contactUrlOf(publicUrl: string) {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' ? publicUrl : `mailto:parley@${hostname}`;
}
