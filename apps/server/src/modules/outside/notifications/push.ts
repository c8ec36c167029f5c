import type { NotificationReason } from '@parley/contract';
import type { Outbound } from '../../../infra/outbound/outbound.ts';
import { OutboundError } from '../../../infra/outbound/outbound-error.ts';
import { encrypt } from '../../../infra/web-push/encryption.ts';
import { createPushIdentity } from '../../../infra/web-push/identity.ts';
import type { JobContext } from '../../../kernel/data/context.ts';
import { defineJob } from '../../../kernel/jobs/jobs.ts';
import * as decisions from '../../conversations/decisions/index.ts';
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
    await work.unitOfWork.write({}, async (write) => {
      const entries = found.flatMap(({ agent_id, reason }) => (reason ? { agent_id, sent: false, reason } : []));
      decisions.recordNotifications({ ...write, widgetId: widget_id }, { chatId: chat_id, kind: 'push', entries });
      for (const { agent_id, reason, subscriptions } of found) {
        if (reason !== null) continue;
        for (const subscription_id of subscriptions) {
          write.enqueue(sendPush, { widget_id, chat_id, message_id, agent_id, subscription_id });
        }
      }
    });
  },
});

/** One job per browser, so that an unreachable one is retried alone. */
export const sendPush = defineJob<PushedMessage & { agent_id: number; subscription_id: number }>({
  name: 'notifications.send_push',
  attempts: 6,
  timeoutMs: 30_000,
  run: async (work, { widget_id: widgetId, chat_id: chatId, message_id: messageId, agent_id, subscription_id }) => {
    const found = await findPush(work, widgetId, { subscriptionId: subscription_id, chatId, messageId });
    const push = { widgetId, chatId, agentId: agent_id };
    if (!found) return recordPush(work, push, 'answered');
    if (isLate(found.created_at, work.now)) return recordPush(work, push, 'too_late');
    const { visitor } = textsFor(found.locale);
    await pushTo(work, { ...push, browser: found, name: found.name || visitor, text: found.text });
  },
});

/** Jobs of an older release do not say whose browser it is. */
export async function recordPush(
  work: JobContext,
  { widgetId, chatId, agentId }: Pick<Push, 'widgetId' | 'chatId' | 'agentId'>,
  reason: NotificationReason,
) {
  if (agentId === undefined) return;
  await work.unitOfWork.write({}, async (write) =>
    decisions.recordNotification({ ...write, widgetId }, { chatId, kind: 'push', agent_id: agentId, reason }),
  );
}

interface Push {
  widgetId: number;
  chatId: number;
  agentId: number | undefined;
  browser: { id: number; endpoint: string; p256dh: string; auth: string };
  name: string;
  text: string;
}

/** Shows a notification in a browser; a click opens the chat. */
export async function pushTo(work: JobContext, { browser, name, text, ...push }: Push) {
  const { widgetId, chatId } = push;
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
  const isRefused = status >= 300;
  await recordPush(work, push, isRefused ? 'refused' : 'sent');
  if (DEAD.includes(status) || !isRefused) return;
  if (status === 429 || status >= 500) throw new Error(`the push service returned ${status}`);
  work.log.warn({ status }, 'a push service refused a notification');
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
