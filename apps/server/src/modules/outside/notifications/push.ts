import type { Outbound } from '../../../infra/outbound/outbound.ts';
import { OutboundError } from '../../../infra/outbound/outbound-error.ts';
import { encrypt } from '../../../infra/web-push/encryption.ts';
import { createPushIdentity } from '../../../infra/web-push/identity.ts';
import { defineJob } from '../../../kernel/jobs/jobs.ts';
import { findPush, listToPush, removeDead } from './store.ts';
import { textsFor } from './texts.ts';

const GOOD_FOR = { hours: 1 };
const MOST_CHARACTERS = 120;
const TIMEOUT_MS = 10_000;
const MOST_BYTES = 10_000;
/** The browser is gone, or subscribed for a key that we no longer have. */
const DEAD = [403, 404, 410];

interface Told {
  widget_id: number;
  chat_id: number;
  message_id: number;
}

/** Finds out which browsers are to hear of a message. */
export const push = defineJob<Told>({
  name: 'notifications.push',
  attempts: 3,
  timeoutMs: 30_000,
  run: async (work, { widget_id, chat_id, message_id }) => {
    const found = await listToPush(work, widget_id, chat_id);
    if (!found.length) return;
    await work.unitOfWork.write({}, async ({ enqueue }) => {
      for (const { id } of found) enqueue(sendPush, { widget_id, chat_id, message_id, subscription_id: id });
    });
  },
});

/** Each browser by itself, so that one that can't be reached holds up no other and is tried again alone. */
export const sendPush = defineJob<Told & { subscription_id: number }>({
  name: 'notifications.send_push',
  attempts: 6,
  timeoutMs: 30_000,
  run: async (work, { widget_id: widgetId, chat_id, message_id: messageId, subscription_id: subscriptionId }) => {
    const found = await findPush(work, widgetId, { subscriptionId, chatId: chat_id, messageId });
    if (!found || isLate(found.created_at, work.now)) return;
    const { endpoint } = found;
    const contact = contactOf(work.publicUrl);
    const { visitor } = textsFor(found.locale);
    const said = { chat_id, name: found.name || visitor, text: shorten(found.text) };
    const status = await send(work.outbound, {
      endpoint,
      headers: {
        authorization: createPushIdentity(work.vault).authorization({ endpoint, contact, now: work.now }),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: '3600',
        topic: `chat-${chat_id}`,
        urgency: 'high',
      },
      body: encrypt(JSON.stringify(said), found),
    });
    if (DEAD.includes(status)) await work.unitOfWork.write({}, (write) => removeDead(write, widgetId, found));
    else if (status === 429 || status >= 500) throw new Error(`the push service returned ${status}`);
    else if (status >= 300) work.log.warn({ status }, 'a push service refused a notification');
  },
});

interface Request {
  endpoint: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** What the push service answered. */
async function send(outbound: Outbound, { endpoint, ...request }: Request) {
  const limits = { maxBytes: MOST_BYTES, timeoutMs: TIMEOUT_MS, httpsOnly: true };
  try {
    const { status, body } = await outbound.fetch(endpoint, { method: 'POST', ...request, ...limits });
    body.destroy();
    return status;
  } catch (error) {
    // Its name leads into our own network by now: as if it were gone.
    if (error instanceof OutboundError && error.reason === 'forbidden') return 410;
    throw error;
  }
}

const isLate = (written: string, now: Temporal.Instant) =>
  Temporal.Instant.compare(Temporal.Instant.from(written).add(GOOD_FOR), now) < 0;

/** By characters as people count them, in one line. */
function shorten(text: string) {
  const characters = Array.from(text.replace(/\s+/g, ' ').trim());
  if (characters.length <= MOST_CHARACTERS) return characters.join('');
  return `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…`;
}

/** Whom the push service can turn to; it takes no plain address. */
function contactOf(publicUrl: string) {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' ? publicUrl : `mailto:parley@${hostname}`;
}
