import { Counter, type Registry } from 'prom-client';
import type { Log } from '../log.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { createBreaker } from './breaker.ts';
import { type Attempt, runChain } from './chain.ts';
import type { Completion } from './completion.ts';
import { drivers } from './drivers.ts';
import { ModelError, toModelError } from './model-error.ts';
import type { ChatRequest, Finish, ModelLink, Provider } from './model-link.ts';
import { startCall } from './provider-call.ts';
import { estimateTokens } from './tokens.ts';
import type { WebhookAnswer } from './webhook.ts';

export type ChatResult =
  | {
      kind: 'answer';
      text: string;
      /** A webhook hands the chat over. */
      escalate: boolean;
      finish: Finish;
      link: ModelLink;
      model: string;
      /** What the vendor reports, else an estimate. */
      inputTokens: number;
      outputTokens: number;
      /** Since the chain was started. */
      firstTokenMs: number;
      attempts: Attempt[];
    }
  /** A webhook will answer by the API. */
  | { kind: 'accepted'; link: ModelLink; attempts: Attempt[] }
  | { kind: 'failed'; attempts: Attempt[] };

export type EmbedResult =
  | { kind: 'embedded'; vectors: number[][]; link: ModelLink; model: string; tokens: number; attempts: Attempt[] }
  /** Without attempts where no link embeds. */
  | { kind: 'failed'; attempts: Attempt[] };

interface EmbedOptions {
  /** Calls a link that keeps failing if there is no other; true by default. */
  isRequired?: boolean;
}

/** Calls of model providers. Links are a chain: each is the backup of the one before it. */
export interface Models {
  /** Rejects only when the signal aborts. */
  chat: (links: ModelLink[], request: ChatRequest, signal: AbortSignal) => Promise<ChatResult>;
  /** Links that embed nothing are passed over. Rejects only when the signal aborts. */
  embed: (links: ModelLink[], texts: string[], signal: AbortSignal, options?: EmbedOptions) => Promise<EmbedResult>;
  /** Throws a `ModelError`, or the reason of the signal. */
  listModels: (link: ModelLink, signal: AbortSignal) => Promise<{ id: string }[]>;
}

export interface ModelLimits {
  /** Until the first byte, and between two chunks. */
  gapMs: number;
  /** For one request. */
  totalMs: number;
  /** For one request of texts to embed. */
  embedMs: number;
  /** For one call of a webhook. */
  webhookMs: number;
  retryMs: number;
  maxRetryAfterMs: number;
  breakerMs: number;
}

interface CallLimits {
  maxBytes: number;
  totalMs: number;
}

const LIMITS: ModelLimits = {
  gapMs: 15_000,
  totalMs: 60_000,
  embedMs: 15_000,
  webhookMs: 10_000,
  retryMs: 500,
  maxRetryAfterMs: 5_000,
  breakerMs: 60_000,
};
const BREAKER_FAILURES = 5;
const ANSWER_BYTES = 1_048_576;
/** Vectors are long. */
const VECTOR_BYTES = 16 * ANSWER_BYTES;

/** Not of providers that a credential names the address of. */
type VendorUrls = Partial<Record<Exclude<Provider, 'generic_compatible' | 'webhook'>, string>>;

interface ModelsOptions {
  outbound: Outbound;
  /** Gateways in the vendors' place. */
  vendorUrls: VendorUrls;
  log: Log;
  /** Headers of a call to a webhook. */
  sign: (link: ModelLink, body: string, event: string) => Record<string, string>;
  /** Counts the texts that were embedded. */
  metrics?: Registry;
  /** Milliseconds since 1970. */
  now?: () => number;
  limits?: Partial<ModelLimits>;
}

export function createModels({
  outbound,
  vendorUrls,
  log,
  sign,
  metrics,
  now = Date.now,
  limits: changed,
}: ModelsOptions): Models {
  const limits = { ...LIMITS, ...changed };
  const gateways = new Map<string, string>(Object.entries(vendorUrls));
  const newBreaker = () => createBreaker({ failures: BREAKER_FAILURES, openMs: limits.breakerMs, now });
  const embeddedTexts = metrics && countEmbeddedTexts(metrics);
  /** A wrong embedding model does not keep a credential from answering. */
  const breakers = { chat: newBreaker(), embed: newBreaker() };

  function start(link: ModelLink, signal: AbortSignal, { maxBytes, ...given }: CallLimits) {
    const totalMs = link.provider === 'webhook' ? limits.webhookMs : given.totalMs;
    const gapMs = Math.min(limits.gapMs, totalMs);
    const trustedUrl = gateways.get(link.provider);
    const fetch = outbound.fetcher({ maxBytes, gapMs, totalMs, ...(trustedUrl !== undefined && { trustedUrl }) });
    const baseUrl = baseUrlOf(link, trustedUrl);
    return startCall({ link, baseUrl, fetch, signal, sign: (body, event) => sign(link, body, event) });
  }

  const answering = { maxBytes: ANSWER_BYTES, totalMs: limits.totalMs };
  const embedding = { maxBytes: VECTOR_BYTES, totalMs: limits.embedMs };

  const chainOf = (links: ModelLink[], signal: AbortSignal, callLimits: CallLimits) => ({
    links,
    signal,
    limits,
    now,
    log,
    start: (link: ModelLink) => start(link, signal, callLimits),
  });

  async function chat(links: ModelLink[], request: ChatRequest, signal: AbortSignal): Promise<ChatResult> {
    const startedAt = performance.now();
    const { attempts, ...answered } = await runChain({
      ...chainOf(links, signal, answering),
      isRequired: true,
      breaker: breakers.chat,
      modelOf,
      run: (call) => drivers[call.link.provider].chat(call, request),
    });
    if (answered.link === null) return { kind: 'failed', attempts };
    const { link, call, result } = answered;
    if (result === 'accepted') return { kind: 'accepted', link, attempts };
    const firstTokenMs = Math.round((call.firstTokenAt ?? performance.now()) - startedAt);
    return {
      kind: 'answer',
      ...answerOf(request, result),
      link,
      model: modelOf(link) ?? link.provider,
      firstTokenMs,
      attempts,
    };
  }

  async function embed(
    links: ModelLink[],
    texts: string[],
    signal: AbortSignal,
    { isRequired = true }: EmbedOptions = {},
  ): Promise<EmbedResult> {
    const { attempts, ...answered } = await runChain({
      ...chainOf(links.filter(isEmbedding), signal, embedding),
      isRequired,
      breaker: breakers.embed,
      modelOf: ({ embeddingModel }) => embeddingModel,
      run: async (call) => {
        const { provider, embeddingModel } = call.link;
        const embedded = await drivers[provider].embed?.(call, embeddingModel ?? '', texts);
        if (!embedded) throw new ModelError('refused');
        return embedded;
      },
    });
    if (answered.link === null) return { kind: 'failed', attempts };
    const { link, result } = answered;
    embeddedTexts?.inc({ provider: link.provider }, texts.length);
    const tokens = result.tokens ?? texts.reduce((sum, text) => sum + estimateTokens(text), 0);
    return { kind: 'embedded', vectors: result.vectors, link, model: link.embeddingModel ?? '', tokens, attempts };
  }

  async function listModels(link: ModelLink, signal: AbortSignal) {
    try {
      return await drivers[link.provider].listModels(start(link, signal, answering));
    } catch (error) {
      signal.throwIfAborted();
      throw toModelError(error);
    }
  }

  return { chat, embed, listModels };
}

const countEmbeddedTexts = (metrics: Registry) =>
  new Counter({
    name: 'ai_texts_embedded_total',
    help: 'Texts that model providers have embedded',
    labelNames: ['provider'],
    registers: [metrics],
  });

const modelOf = ({ model, provider }: ModelLink) => model ?? drivers[provider].defaultModel;

const isEmbedding = ({ provider, embeddingModel }: ModelLink) =>
  embeddingModel !== null && drivers[provider].embed !== undefined;

/** A gateway without a path takes the vendor's. */
function baseUrlOf({ provider, baseUrl }: ModelLink, gateway: string | undefined) {
  const { url = baseUrl ?? '' } = drivers[provider];
  const isOrigin = gateway !== undefined && new URL(gateway).pathname === '/';
  const address = isOrigin ? new URL(new URL(url).pathname, gateway).href : (gateway ?? url);
  return provider === 'webhook' ? address : address.replace(/\/+$/, '');
}

function answerOf(request: ChatRequest, result: Completion | WebhookAnswer) {
  if ('escalate' in result) {
    const inputTokens = estimateTokens(JSON.stringify(request.call.body));
    return { ...result, finish: 'stop' as const, inputTokens, outputTokens: estimateTokens(result.text) };
  }
  const { inputTokens = estimateRequest(request), outputTokens = estimateTokens(result.text) } = result;
  return { ...result, escalate: false, inputTokens, outputTokens };
}

const estimateRequest = ({ system, messages }: ChatRequest) =>
  messages.reduce((sum, { content }) => sum + estimateTokens(content), estimateTokens(system));
