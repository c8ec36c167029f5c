import type { ChatRequest } from '../../../infra/ai/model-link.ts';
import type { ChatResult, Models } from '../../../infra/ai/models.ts';
import * as usage from '../../ai/usage/index.ts';
import { type TurnFacts, unansweredOf } from './facts.ts';
import { judge, type Verdict } from './judge.ts';
import { promptOf } from './prompt.ts';
import { hasTrigger } from './triggers.ts';

type Link = TurnFacts['links'][number];

/** What came of asking. */
export interface Answered {
  /** Null while the answer of an external operator is awaited. */
  verdict: Verdict | null;
  attempts: ChatResult['attempts'];
  /** The credential that answered, and its model. */
  link: Link | null;
  model: string | null;
  inputTokens: number;
  outputTokens: number;
  firstTokenMs: number | null;
}

/** Where the assistant says nothing. */
const TEMPERATURE = 0.3;

const NOT_ASKED = { attempts: [], link: null, model: null, inputTokens: 0, outputTokens: 0, firstTokenMs: null };

type Deciding = Pick<TurnFacts, 'assistant' | 'history' | 'settings' | 'spent'>;

/** Decides without asking a model, or returns null. */
export function decideWithoutModel(
  { assistant, history, settings, spent }: Deciding,
  purpose: string,
): Answered | null {
  const triggers = assistant?.escalation_triggers ?? [];
  const isTriggered = unansweredOf(history).some(({ body }) => body !== null && hasTrigger(body, triggers));
  const why = isTriggered ? 'trigger' : usage.exceededBudget(settings, spent, purpose);
  return why && { ...NOT_ASKED, verdict: { reply: null, why } };
}

type Asking = Pick<TurnFacts, 'assistant' | 'links' | 'operator' | 'locale' | 'isAnyoneAtWork' | 'history'>;

/** Asks the models in turn, or the external operator. Rejects only when aborted. */
export async function ask(
  facts: Asking,
  { models, call }: { models: Models; call: ChatRequest['call'] },
  signal: AbortSignal,
): Promise<Answered> {
  const { assistant, links, operator } = facts;
  const request = {
    ...promptFor(facts),
    temperature: assistant?.temperature ?? TEMPERATURE,
    call,
  };
  const result = await models.chat(links, request, signal);
  const { attempts } = result;
  if (result.kind === 'failed') {
    return {
      ...NOT_ASKED,
      attempts,
      verdict: { reply: null, why: operator.isExternal ? 'external' : 'provider_failed' },
    };
  }
  const link = links.find(({ id }) => id === result.link.id) ?? null;
  if (result.kind === 'accepted') return { ...NOT_ASKED, attempts, link, verdict: null };
  const { text, escalate, finish, model, inputTokens, outputTokens, firstTokenMs } = result;
  const answer = { text, isFiltered: finish === 'filtered', ...(escalate && { escalate: 'external' as const }) };
  return { verdict: judge(answer, guardedOf(facts)), attempts, link, model, inputTokens, outputTokens, firstTokenMs };
}

type Prompting = Pick<TurnFacts, 'assistant' | 'locale' | 'isAnyoneAtWork' | 'history'>;

function promptFor({ assistant, locale, isAnyoneAtWork, history }: Prompting) {
  const [persona, systemPrompt] = [assistant?.persona ?? null, assistant?.system_prompt ?? null];
  return promptOf({ persona, systemPrompt, locale, isAnyoneAtWork, history });
}

/** What a reply in this chat must not repeat: all of the instructions, and itself. */
export function guardedOf(facts: Prompting) {
  const ofAi = facts.history.filter(({ sender }) => sender === 'ai');
  return { secret: promptFor(facts).system, replies: ofAi.map(({ markdown, body }) => markdown ?? body ?? '') };
}
