import type { api } from '@parley/contract';
import type { ChatResult } from '../../../infra/ai/models.ts';
import { toIsoString } from '../../../infra/clock.ts';
import type { Before, Context, Read } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { problem } from '../../../kernel/problems.ts';
import { raiseRevision } from '../settings/index.ts';
import { findLink, get, getLocked } from './service.ts';
import * as store from './store.ts';

/** Calls the operator as it is set now. Only a test of what is still set when it ends counts. */
export async function test(ctx: Before<Context<Read>>, publicId: string) {
  const { operator_id: agentId } = await get(ctx, publicId);
  const [sealed, link] = await Promise.all([store.findSealed(ctx, agentId), findLink(ctx, agentId)]);
  if (!sealed || !link) throw problem('not_found');
  const call = { event: 'test', body: toTestCall(ctx, agentId) };
  const signal = new AbortController().signal;
  const result = await ctx.models.chat([link], { system: '', messages: [], temperature: null, call }, signal);
  const outcome = toOutcome(result);
  return async (inside: Context) => {
    const { url, secret } = await getLocked(inside, publicId);
    const isSame = url === sealed.url && secret === sealed.secret;
    if (outcome.ok && isSame) await store.update(inside, agentId, { tested_at: inside.now.toString() });
    return outcome;
  };
}

/** Looks like a message, so that the operator can answer it as one; it is in no chat. */
function toTestCall({ now }: Context<Read>, agentId: number) {
  return {
    event: 'test',
    room_id: null,
    trigger_message_id: null,
    causation_id: null,
    operator_id: agentId,
    message: { id: null, type: 'text', body: 'Test', created_at: toIsoString(now) },
    history: [],
    contact: null,
    locale: 'en',
  };
}

function toOutcome(result: ChatResult) {
  const last = result.attempts.at(-1);
  return {
    ok: result.kind !== 'failed',
    status: last?.status ?? null,
    duration_ms: last?.duration_ms ?? 0,
    error: last?.error ?? null,
    answer: result.kind === 'answer' && result.text ? result.text : null,
  };
}

type Lifecycle = Body<typeof api.externalOperators.setState, 'state'>;

export async function setState(ctx: Context, publicId: string, { state }: Lifecycle) {
  const { agent_id: agentId, tested_at } = await getLocked(ctx, publicId);
  if (state === 'active' && tested_at === null) throw problem('test_required');
  await store.update(ctx, agentId, { state });
  raiseRevision(ctx);
  return get(ctx, publicId);
}
