import type { LanguageModel, LanguageModelCallOptions } from 'ai';
import { ModelError } from './model-error.ts';
import type { ChatRequest, Finish } from './model-link.ts';
import type { ProviderCall } from './provider-call.ts';

const MAX_OUTPUT_TOKENS = 1_024;

export interface Completion {
  text: string;
  finish: Finish;
  /** Undefined where the vendor reports none. */
  inputTokens: number | undefined;
  outputTokens: number | undefined;
}

interface CompletionRequest extends Omit<ChatRequest, 'call'> {
  model: LanguageModel;
  reasoning: LanguageModelCallOptions['reasoning'];
  /** Words of compatible servers for `stop`. */
  isStop: (rawReason: string) => boolean;
}

/** Loaded on the first call: it takes 27 MB and half a second. */
export function loadSdk() {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  return import('ai');
}

/** The whole answer, or an error: a stream that breaks off leaves a text that looks like one. */
export async function complete(call: ProviderCall, request: CompletionRequest): Promise<Completion> {
  const { streamText } = await loadSdk();
  const { stream } = streamText({
    model: request.model,
    ...(request.system && { instructions: request.system }),
    messages: request.messages,
    ...(request.temperature !== null && { temperature: request.temperature }),
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    reasoning: request.reasoning,
    providerOptions: { openai: { store: false } },
    maxRetries: 0,
    abortSignal: call.signal,
    includeRawChunks: true,
    // By default it prints them.
    onError: () => undefined,
  });
  let text = '';
  let events = 0;
  for await (const part of stream) {
    if (part.type === 'error') throw isUnfinished(part.error) && events ? new ModelError('unfinished') : part.error;
    if (part.type === 'raw') events += 1;
    if (part.type === 'text-delta') {
      call.firstTokenAt ??= performance.now();
      text += part.text;
    }
    if (part.type === 'finish-step') {
      if (!events) throw new ModelError('malformed');
      const { inputTokens, outputTokens } = part.usage;
      const finish = finishOf(part, request.isStop);
      return { text: finish === 'filtered' ? '' : text, finish, inputTokens, outputTokens };
    }
  }
  throw new ModelError('unfinished');
}

/** The driver of compatible servers makes an error of a missing reason to finish. */
const isUnfinished = (error: unknown) => error instanceof Error && error.name === 'AI_InvalidResponseDataError';

interface StepEnd {
  finishReason: string;
  rawFinishReason: string | undefined;
}

function finishOf({ finishReason, rawFinishReason }: StepEnd, isStop: CompletionRequest['isStop']): Finish {
  if (finishReason === 'stop' || finishReason === 'length') return finishReason;
  if (finishReason === 'content-filter') return 'filtered';
  // No tools are offered.
  if (finishReason === 'tool-calls') throw new ModelError('malformed');
  if (finishReason === 'other' && rawFinishReason && isStop(rawFinishReason)) return 'stop';
  throw new ModelError('unfinished');
}
