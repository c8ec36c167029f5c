import type { EmbeddingModel, LanguageModel, LanguageModelCallOptions } from 'ai';
import { type Completion, complete, loadSdk } from './completion.ts';
import { ModelError } from './model-error.ts';
import type { ChatRequest, Provider } from './model-link.ts';
import { type ProviderCall, readJson } from './provider-call.ts';
import { estimateTokens } from './tokens.ts';
import { callWebhook, type WebhookAnswer } from './webhook.ts';

interface Embeddings {
  vectors: number[][];
  /** Undefined where the vendor reports none. */
  tokens: number | undefined;
}

export interface Driver {
  /** Its API; undefined where the credential names it. */
  url?: string;
  /** Where a credential names none. */
  defaultModel: string | null;
  chat: (call: ProviderCall, request: ChatRequest) => Promise<Completion | WebhookAnswer | 'accepted'>;
  embed?: (call: ProviderCall, model: string, texts: string[]) => Promise<Embeddings>;
  listModels: (call: ProviderCall) => Promise<{ id: string }[]>;
}

interface Vendor extends Pick<Driver, 'url' | 'listModels'> {
  defaultModel: string;
  open: (settings: { baseURL: string; apiKey: string; fetch: ProviderCall['fetch'] }) => Promise<{
    chat: (model: string) => LanguageModel;
    embedding?: (model: string) => EmbeddingModel;
  }>;
  embeds: boolean;
  /** Models that think before they answer, unless told not to: the time and the tokens of a reply are few. */
  thinks?: RegExp;
  /** Reasons to finish that the SDK does not know. */
  stops?: RegExp;
}

/** What one request embeds: vendors refuse more than 100 texts, or some 300,000 tokens. */
const TEXTS_PER_REQUEST = 96;
const TOKENS_PER_REQUEST = 100_000;

function* inRequests(texts: string[]) {
  let request: string[] = [];
  let tokens = 0;
  for (const text of texts) {
    const more = estimateTokens(text);
    if (request.length === TEXTS_PER_REQUEST || (request.length && tokens + more > TOKENS_PER_REQUEST)) {
      yield request;
      [request, tokens] = [[], 0];
    }
    request.push(text);
    tokens += more;
  }
  if (request.length) yield request;
}

function sdkDriver({ open, embeds, thinks, stops, ...vendor }: Vendor): Driver {
  async function openFor({ baseUrl, link, fetch }: ProviderCall) {
    if (!baseUrl) throw new ModelError('refused');
    // Without a key, the SDK would look for one in the environment.
    return open({ baseURL: baseUrl, apiKey: link.apiKey ?? '', fetch });
  }

  async function embed(call: ProviderCall, model: string, texts: string[]) {
    const [{ embedMany }, { embedding }] = await Promise.all([loadSdk(), openFor(call)]);
    if (!embedding) throw new ModelError('refused');
    const embeddings: Embeddings = { vectors: [], tokens: 0 };
    for (const values of inRequests(texts)) {
      const settings = { values, maxRetries: 0, maxParallelCalls: 1, abortSignal: call.signal };
      const { embeddings: vectors, usage } = await embedMany({ ...settings, model: embedding(model) });
      if (vectors.length !== values.length) throw new ModelError('malformed');
      embeddings.vectors.push(...vectors);
      const isReported = Number.isFinite(usage.tokens) && embeddings.tokens !== undefined;
      embeddings.tokens = isReported ? (embeddings.tokens ?? 0) + usage.tokens : undefined;
    }
    return embeddings;
  }

  return {
    ...vendor,
    async chat(call, request) {
      const name = call.link.model ?? vendor.defaultModel;
      const { chat } = await openFor(call);
      const reasoning: LanguageModelCallOptions['reasoning'] = thinks?.test(name) ? 'none' : 'provider-default';
      return complete(call, { ...request, model: chat(name), reasoning, isStop: (raw) => stops?.test(raw) ?? false });
    },
    ...(embeds && { embed }),
  };
}

/** What calls each provider. */
export const drivers: Record<Provider, Driver> = {
  generic_compatible: sdkDriver({
    // Servers of one model ignore the name.
    defaultModel: 'default',
    async open({ apiKey, ...settings }) {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const key = apiKey ? { apiKey } : {};
      const provider = createOpenAICompatible({ ...settings, ...key, name: 'compatible', includeUsage: true });
      return { chat: provider.chatModel, embedding: provider.embeddingModel };
    },
    embeds: true,
    stops: /^(eos|eos_token|end_turn|stop_sequence|complete|finished)$/i,
    listModels: (call) => listByData(call, bearer(call)),
  }),
  openai: sdkDriver({
    url: 'https://api.openai.com/v1',
    defaultModel: 'gpt-6-luna',
    async open(settings) {
      const { createOpenAI } = await import('@ai-sdk/openai');
      const provider = createOpenAI(settings);
      // Not Responses: gateways know this API, and nothing is kept at the vendor.
      return { chat: provider.chat, embedding: provider.embedding };
    },
    embeds: true,
    thinks: /^gpt-([5-9]|\d{2})(\.\d+)?(-(mini|nano|luna|sol|terra|astra))?(-\d{4}-\d{2}-\d{2})?$/,
    listModels: (call) => listByData(call, bearer(call)),
  }),
  anthropic: sdkDriver({
    url: 'https://api.anthropic.com/v1',
    defaultModel: 'claude-haiku-5-5',
    async open(settings) {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return { chat: createAnthropic(settings).messages };
    },
    embeds: false,
    thinks: /^claude-/,
    listModels: (call) =>
      listByData(call, { 'x-api-key': call.link.apiKey ?? '', 'anthropic-version': '2023-06-01' }, '?limit=1000'),
  }),
  google: sdkDriver({
    url: 'https://generativelanguage.googleapis.com/v1beta',
    defaultModel: 'gemini-3.5-flash-lite',
    async open(settings) {
      const { createGoogle } = await import('@ai-sdk/google');
      const provider = createGoogle(settings);
      return { chat: provider.chat, embedding: provider.embedding };
    },
    embeds: true,
    thinks: /^gemini-(2\.5|[3-9]|flash)/,
    async listModels(call) {
      const headers = { 'x-goog-api-key': call.link.apiKey ?? '' };
      const { models } = await getJson(call, '/models?pageSize=1000', headers);
      return idsOf(models, ({ name }) => typeof name === 'string' && name.replace(/^models\//, ''));
    },
  }),
  webhook: {
    defaultModel: null,
    chat: (call, request) => callWebhook(call, request.call),
    listModels: async () => [],
  },
};

const bearer = ({ link }: ProviderCall): Record<string, string> =>
  link.apiKey ? { authorization: `Bearer ${link.apiKey}` } : {};

async function listByData(call: ProviderCall, headers: Record<string, string>, query = '') {
  const { data } = await getJson(call, `/models${query}`, headers);
  return idsOf(data, ({ id }) => id);
}

async function getJson(call: ProviderCall, path: string, headers: Record<string, string>) {
  const found = await readJson(await call.fetch(`${call.baseUrl}${path}`, { headers }));
  if (typeof found !== 'object' || found === null) throw new ModelError('malformed');
  return found as Record<string, unknown>;
}

function idsOf(list: unknown, idOf: (entry: Record<string, unknown>) => unknown) {
  if (!Array.isArray(list)) throw new ModelError('malformed');
  return list.map((entry) => {
    const id = typeof entry === 'object' && entry !== null ? idOf(entry) : undefined;
    if (typeof id !== 'string' || !id) throw new ModelError('malformed');
    return { id };
  });
}
