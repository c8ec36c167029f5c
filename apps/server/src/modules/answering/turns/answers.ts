import type { ChatRequest } from '../../../infra/ai/model-link.ts';
import type { ChatResult, Models } from '../../../infra/ai/models.ts';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import * as usage from '../../ai/usage/index.ts';
import { citedIn, type Knowledge, NO_KNOWLEDGE, retrieve } from '../knowledge/index.ts';
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
  knowledge: Knowledge;
  /** Places of the texts that the shown reply names. */
  cited: Set<number>;
}

/** Where the assistant says nothing. */
const TEMPERATURE = 0.3;

const NOTHING = { attempts: [], link: null, model: null, inputTokens: 0, outputTokens: 0, firstTokenMs: null };

export const NOT_ASKED = { ...NOTHING, knowledge: NO_KNOWLEDGE, cited: new Set<number>() };

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

type Asking = Pick<
  TurnFacts,
  'assistant' | 'links' | 'operator' | 'locale' | 'isAnyoneAtWork' | 'history' | 'settings' | 'ruleCount'
>;

interface Asked {
  models: Models;
  call: ChatRequest['call'];
  signal: AbortSignal;
}

/** Asks the models in turn, with what the knowledge base has, or the external operator. Rejects only when aborted. */
export async function ask(work: InWidget<Read>, facts: Asking, { models, call, signal }: Asked): Promise<Answered> {
  const { assistant, links, operator } = facts;
  const found = await retrieve(work, { ...facts, operatorId: operator.id || null }, { models, signal });
  const prompt = promptFor(facts, textsOf(found));
  const request = { ...prompt, temperature: assistant?.temperature ?? TEMPERATURE, call };
  const result = await models.chat(links, request, signal);
  const { attempts } = result;
  if (result.kind === 'failed') {
    const why = operator.isExternal ? 'external' : 'provider_failed';
    return { ...NOT_ASKED, attempts, knowledge: found, verdict: { reply: null, why } };
  }
  const link = links.find(({ id }) => id === result.link.id) ?? null;
  // A webhook gets the conversation, and no prompt.
  const knowledge = link?.provider === 'webhook' ? { ...found, mode: 'off' as const, sources: [] } : found;
  if (result.kind === 'accepted') return { ...NOT_ASKED, attempts, link, knowledge, verdict: null };
  const { text, escalate, finish, model, inputTokens, outputTokens, firstTokenMs } = result;
  const count = knowledge.sources.length;
  const answer = {
    ...{ text, isFiltered: finish === 'filtered', isCiting: count > 0 },
    ...(escalate && { escalate: 'external' as const }),
  };
  const verdict = judge(answer, { secret: prompt.system, replies: repliesOf(facts) });
  const cited = verdict.reply === null ? new Set<number>() : citedIn(text, count);
  return { verdict, attempts, link, model, inputTokens, outputTokens, firstTokenMs, knowledge, cited };
}

const textsOf = ({ sources }: Knowledge) => sources.map(({ text }) => text);

/** What explanations say about the rules that an answer was built on. */
export const sourcesOf = ({ knowledge, cited }: Answered) =>
  knowledge.sources.map(({ text: _, ...source }, place) => ({ ...source, cited: cited.has(place) }));

type Prompting = Pick<TurnFacts, 'assistant' | 'locale' | 'isAnyoneAtWork' | 'history'>;

function promptFor({ assistant, locale, isAnyoneAtWork, history }: Prompting, knowledge: string[]) {
  const [persona, systemPrompt] = [assistant?.persona ?? null, assistant?.system_prompt ?? null];
  return promptOf({ persona, systemPrompt, locale, isAnyoneAtWork, history, knowledge });
}

/** What the reply to a call must not repeat: all of the instructions, and what was said before. */
export const guardedOf = (facts: Prompting) => ({ secret: promptFor(facts, []).system, replies: repliesOf(facts) });

function repliesOf({ history }: Prompting) {
  return history.filter(({ sender }) => sender === 'ai').map(({ markdown, body }) => markdown ?? body ?? '');
}
