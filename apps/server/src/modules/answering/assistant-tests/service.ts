import type { api } from '@parley/contract';
import { toIsoString } from '../../../infra/clock.ts';
import type { Before, Context, Read } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { problem } from '../../../kernel/problems.ts';
import * as assistants from '../../ai/assistants/index.ts';
import * as credentials from '../../ai/credentials/index.ts';
import * as settings from '../../ai/settings/index.ts';
import * as usage from '../../ai/usage/index.ts';
import * as chats from '../../conversations/chats/index.ts';
import * as routing from '../../conversations/routing/index.ts';
import * as rules from '../../kb/rules/index.ts';
import * as turns from '../turns/index.ts';

type Conversation = Body<typeof api.aiAssistants.test, 'message' | 'history' | 'locale'>;

const PURPOSE = 'test';

/** What the assistant would reply, by the rules of a turn. Nothing is stored but what it cost. */
export async function test(ctx: Before<Context<Read>>, id: number, conversation: Conversation) {
  const startedAt = performance.now();
  const facts = await readFacts(ctx, id, conversation);
  const answered = turns.decideWithoutModel(facts, PURPOSE) ?? (await ask(ctx, facts));
  const { verdict, link, model, inputTokens, outputTokens } = answered;
  const count = (inside: Parameters<typeof turns.countCalls>[0]) =>
    turns.countCalls(inside, { assistantId: id, purpose: PURPOSE }, answered);
  if (answered.attempts.length && !link) {
    const { tenant } = ctx.principal;
    await ctx.unitOfWork.write({ tenant }, async (work) => count({ ...work, widgetId: ctx.widgetId }));
    throw problem('upstream_failed', `The provider failed: ${answered.attempts.at(-1)?.error}.`);
  }
  const duration_ms = Math.round(performance.now() - startedAt);
  return async (inside: Context) => {
    count(inside);
    return {
      content: verdict?.reply ?? null,
      escalate: (verdict?.why ?? null) !== null,
      why: verdict?.why ?? null,
      sources: turns.sourcesOf(answered),
      model,
      credential_id: link?.id ?? null,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      duration_ms,
    };
  };
}

async function readFacts(ctx: Context<Read>, id: number, { message, history = [], locale }: Conversation) {
  const assistant = await assistants.get(ctx, id);
  const [operator] = await assistants.listOperators(ctx, id);
  const operatorId = operator?.id ?? null;
  const [config, links, spent, isAnyoneAtWork, language, ruleCount] = await Promise.all([
    settings.find(ctx),
    credentials.resolveChain(ctx, { assistantId: id, operatorId }),
    usage.spentToday(ctx, null),
    routing.isAnyoneAtWork(ctx, chats.SITE),
    turns.readLocale(ctx, locale ?? null),
    rules.count(ctx),
  ]);
  const said = [...history, { role: 'client' as const, content: message }];
  return {
    assistant,
    operator: {
      id: operatorId ?? 0,
      isExternal: false,
      assistantId: id,
      isDefault: assistant.is_default,
      isUsable: true,
    },
    settings: config,
    links,
    spent,
    ruleCount,
    locale: language,
    isAnyoneAtWork: config.presence_context_enabled ? isAnyoneAtWork : null,
    history: said.map((each, place) => toMessage(ctx, each, place + 1)).reverse(),
  };
}

type Facts = Awaited<ReturnType<typeof readFacts>>;
type Said = NonNullable<Conversation['history']>[number];

function toMessage({ now }: Context<Read>, { role, content }: Said, seq: number): turns.TurnFacts['history'][number] {
  const sender = role === 'client' ? 'client' : 'ai';
  const text = { body: content, markdown: role === 'client' ? null : content };
  return {
    id: seq,
    seq,
    sender,
    type: 'text',
    ...text,
    origin: null,
    is_outreach: false,
    created_at: toIsoString(now),
    file_name: null,
  };
}

async function ask(ctx: Before<Context<Read>>, facts: Facts) {
  if (!facts.links.length) throw problem('ai_credential_missing');
  return turns.ask(ctx, facts, { models: ctx.models, call: toCall(facts), signal: new AbortController().signal });
}

/** To a credential of the provider `webhook`, as about a message; it is in no chat. */
function toCall({ history, operator, locale }: Facts) {
  const said = history
    .map(({ sender, type, body, created_at }) => ({ id: null, type, body, created_at, sender }))
    .reverse();
  const { sender: _, ...message } = said.at(-1) ?? { sender: 'client' };
  const nowhere = { room_id: null, trigger_message_id: null, causation_id: null, contact: null };
  const body = { event: PURPOSE, ...nowhere, operator_id: operator.id || null, message, history: said, locale };
  return { event: PURPOSE, body };
}
