import type { dashboard } from '@parley/contract';
import { OutboundError } from '../../../infra/outbound/outbound-error.ts';
import { isPublicKey } from '../../../infra/web-push/encryption.ts';
import { createPushIdentity } from '../../../infra/web-push/identity.ts';
import type { Before, InWidget, Read, SessionContext } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { invalid } from '../../../kernel/problems.ts';
import { push } from './push.ts';
import * as store from './store.ts';

export async function readKey({ vault }: SessionContext<Read>) {
  return { public_key: createPushIdentity(vault).publicKey };
}

type Subscription = Body<typeof dashboard.push.subscribe, 'endpoint' | 'keys'>;

/** A browser has one endpoint: the next agent to subscribe there takes it over. */
export async function subscribe({ outbound }: Before<SessionContext<Read>>, subscription: Subscription) {
  if (!isPublicKey(subscription.keys.p256dh)) throw invalid({ keys: 'p256dh is not a valid P-256 public key' });
  try {
    await outbound.check(subscription.endpoint, { httpsOnly: true });
  } catch (error) {
    if (error instanceof OutboundError) throw invalid({ endpoint: error.message });
    throw error;
  }
  return async (ctx: SessionContext) => {
    await store.upsert(ctx, ctx.principal.agentId, { endpoint: subscription.endpoint, ...subscription.keys });
    await store.removeOldest(ctx, ctx.principal.agentId);
  };
}

/** Idempotent: a missing or foreign subscription counts as removed. */
export async function unsubscribe(ctx: SessionContext, endpoint: string) {
  await store.remove(ctx, ctx.principal.agentId, endpoint);
}

/** Enqueues a push of a visitor's message if an agent with a subscription is not there to see it. */
export function enqueuePush(ctx: InWidget, { id, chat_id }: { id: number; chat_id: number }) {
  store.enqueueIfAbsent(ctx, push, { widget_id: ctx.widgetId, chat_id, message_id: id });
}
