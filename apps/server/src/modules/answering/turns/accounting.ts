import type { InWidget } from '../../../kernel/data/context.ts';
import * as alerts from '../../ai/alerts/index.ts';
import * as usage from '../../ai/usage/index.ts';
import type { Answered } from './answers.ts';
import type { TurnFacts } from './facts.ts';

type Priced = Pick<Answered, 'link' | 'inputTokens' | 'outputTokens'>;

/** Dollars a million tokens are millionths of a dollar a token. */
export function costOf({ link, inputTokens, outputTokens }: Priced) {
  return Math.round(inputTokens * (link?.priceInput ?? 0) + outputTokens * (link?.priceOutput ?? 0));
}

interface Counted {
  assistantId: number | null;
  purpose: 'reply' | 'draft' | 'test';
  contactNumber?: number;
}

const NO_TOKENS = { inputTokens: 0, outputTokens: 0, costUsdMicro: 0 };

/** Counts the calls of models. */
export function countCalls(ctx: InWidget, { contactNumber, ...counted }: Counted, answered: Answered) {
  answered.knowledge.count(ctx);
  for (const { provider, model, error } of answered.attempts) {
    if (error === null) continue;
    usage.count(ctx, { ...counted, ...NO_TOKENS, model: model ?? provider, calls: 1, failures: 1 });
  }
  if (answered.model === null) return;
  const { inputTokens, outputTokens, model } = answered;
  const tokens = { inputTokens, outputTokens, costUsdMicro: costOf(answered) };
  usage.count(ctx, { ...counted, ...tokens, contactNumber, model, calls: 1, failures: 0 });
}

/** Counts the calls and raises alerts. */
export function account(ctx: InWidget, facts: TurnFacts, answered: Answered) {
  const { turn, assistant, contact, operator } = facts;
  const purpose = turn.kind === 'draft' ? 'draft' : 'reply';
  const failed = answered.attempts.filter(({ error }) => error !== null);
  // An external operator is no model, and has no failures of one.
  const counted = operator.isExternal ? { ...answered, attempts: [] } : answered;
  countCalls(ctx, { assistantId: assistant?.id ?? null, purpose, contactNumber: contact.number }, counted);
  answered.knowledge.raise(ctx, turn.chat_id);
  for (const { provider, error, credential_id } of failed) {
    alerts.raise(ctx, {
      kind: operator.isExternal ? 'external_failed' : 'provider_failed',
      subject: operator.isExternal ? `operator ${operator.id}` : `credential ${credential_id}`,
      detail: `${provider}: ${error}`,
      ...(operator.isExternal ? { operator_id: operator.id } : { credential_id }),
      chat_id: turn.chat_id,
    });
  }
  const why = answered.verdict?.why;
  if (why === 'budget_visitor' || why === 'budget_widget') {
    const subject = why === 'budget_visitor' ? `contact ${contact.number}` : 'widget';
    alerts.raise(ctx, { kind: why, subject, detail: 'The daily budget is spent', chat_id: turn.chat_id });
  }
}
