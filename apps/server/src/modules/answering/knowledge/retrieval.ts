import type { Turn } from '@parley/contract';
import type { Models } from '../../../infra/ai/models.ts';
import { estimateTokens } from '../../../infra/ai/tokens.ts';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import * as alerts from '../../ai/alerts/index.ts';
import * as embedding from '../../kb/embedding/index.ts';
import * as search from '../../kb/search/index.ts';
import { queryOf } from './query.ts';

const MAX_SOURCES = 6;
const MAX_TOKENS = 3_000;

/** A rule whose text is in a prompt. */
interface Source extends Omit<Turn['sources'][number], 'cited'> {
  text: string;
}

/** What was found for an answer, the best first. */
export interface Knowledge {
  mode: Turn['retrieval'];
  sources: Source[];
  /** Time of the call that embedded the query. */
  embeddingMs: number;
  /** Counts that call. */
  count: (ctx: InWidget) => void;
  /** Raises alerts about that call. */
  raise: (ctx: InWidget, chatId: number) => void;
}

const nothing = () => undefined;

export const NO_KNOWLEDGE: Knowledge = { mode: 'off', sources: [], embeddingMs: 0, count: nothing, raise: nothing };

interface Answering {
  settings: { rag_enabled: boolean };
  /** Undefined for an external operator. */
  assistant: { rag_enabled: boolean } | undefined;
  links: { provider: string }[];
  /** Of the widget. */
  ruleCount: number;
}

/** Whether rules can enter the prompt. A webhook gets the conversation, and no prompt. */
const isUsed = ({ settings, assistant, links, ruleCount }: Answering) =>
  ruleCount > 0 &&
  settings.rag_enabled &&
  assistant?.rag_enabled === true &&
  links.some(({ provider }) => provider !== 'webhook');

interface Asked extends Answering {
  /** Newest first. */
  history: Parameters<typeof queryOf>[0];
  /** Who answers: some rules are for one operator alone. */
  operatorId: number | null;
}

/** Finds the rules that an answer is built on; by their words alone where the query can't be embedded. Rejects only when aborted. */
export async function retrieve(
  work: InWidget<Read>,
  asked: Asked,
  { models, signal }: { models: Models; signal: AbortSignal },
): Promise<Knowledge> {
  const text = isUsed(asked) ? queryOf(asked.history) : '';
  if (!text) return NO_KNOWLEDGE;
  const startedAt = performance.now();
  // A provider that hangs would hold up every reply.
  const result = await embedding.embed(work, { models, texts: [text], isRequired: false }, signal);
  const embeddingMs = performance.now() - startedAt;
  const direction = result.kind === 'embedded' ? (result.embeddings[0] ?? null) : null;
  const { operatorId } = asked;
  const found = await search.find(work, { text, embedding: direction, operatorId, limit: MAX_SOURCES });
  return {
    mode: direction ? 'hybrid' : 'text',
    sources: fit(found),
    embeddingMs,
    count: result.count,
    raise(ctx, chatId) {
      result.raise(ctx);
      if (result.kind === 'failed') alerts.raise(ctx, { kind: 'retrieval_failed', detail: BY_WORDS, chat_id: chatId });
    },
  };
}

const BY_WORDS = 'The visitor’s words could not be embedded: rules were found by words alone';

/** The best that fit. The best of all is cut rather than left out, those after it are not. */
function fit(found: search.FoundRule[]) {
  const sources: Source[] = [];
  let left = MAX_TOKENS;
  for (const { id, content, source, source_label, score, similarity } of found) {
    const text = sources.length ? content : cutTo(content, left);
    const tokens = estimateTokens(text);
    if (tokens > left) continue;
    left -= tokens;
    sources.push({ rule_id: id, source, source_label, score, similarity, text });
  }
  return sources;
}

/** The beginning of a text that has at most so many tokens. */
function cutTo(text: string, most: number) {
  let cut = text;
  for (let tokens = estimateTokens(cut); tokens > most; tokens = estimateTokens(cut)) {
    cut = cut.slice(0, Math.floor((cut.length * most) / tokens));
  }
  // Half of a pair is no character, and can't be stored.
  return cut.length < text.length ? cut.replace(/[\ud800-\udbff]$/, '') : text;
}
