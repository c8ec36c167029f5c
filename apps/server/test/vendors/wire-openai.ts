import type { Wire } from './script.ts';

const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`;

const chunk = (delta: object, finish_reason: string | null = null) =>
  event({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'gpt-test',
    system_fingerprint: 'fp_1',
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
  });

const REASONS = { stop: 'stop', length: 'length', filtered: 'content_filter', refused: 'stop' };
const TYPES: Record<number, string> = { 401: 'invalid_request_error', 429: 'rate_limit_error', 500: 'server_error' };

/** Chat Completions, as OpenAI and compatible servers speak it. */
export const openaiWire: Wire = {
  begin: (pieces) => [
    chunk({ role: 'assistant', content: '', refusal: null }),
    ...pieces.map((content) => chunk({ content })),
  ],
  answer: (pieces, { finish, usage }) => [
    ...(finish === 'refused' ? pieces.map((refusal) => chunk({ refusal })) : openaiWire.begin(pieces)),
    chunk({}, REASONS[finish]),
    ...(usage ? [usageChunk(usage)] : []),
    'data: [DONE]\n\n',
  ],
  error: (status) => ({
    error: { message: 'The secret words of the vendor', type: TYPES[status] ?? 'error', param: null, code: null },
  }),
  errorEvent: event({
    error: { message: 'The secret words of the vendor', type: 'server_error', code: 'server_error' },
  }),
  textsOf: ({ input }: { input: string[] }) => input,
  vectors: (vectors) => ({
    object: 'list',
    data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
    model: 'embedding-test',
    usage: { prompt_tokens: vectors.length * 3, total_tokens: vectors.length * 3 },
  }),
  models: (ids) => ({
    object: 'list',
    data: ids.map((id) => ({ id, object: 'model', created: 1_700_000_000, owned_by: 'vendor' })),
  }),
};

function usageChunk({ input, output }: { input: number; output: number }) {
  const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
  return event({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'gpt-test',
    choices: [],
    usage,
  });
}
