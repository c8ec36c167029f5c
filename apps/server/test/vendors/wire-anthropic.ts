import type { Wire } from './script.ts';

const event = (data: { type: string; [name: string]: unknown }) =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

const REASONS = { stop: 'end_turn', length: 'max_tokens', filtered: 'refusal', refused: 'refusal' };
const TYPES: Record<number, string> = {
  401: 'authentication_error',
  403: 'permission_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  529: 'overloaded_error',
};

const begin = (pieces: string[], input: number) => [
  event({
    type: 'message_start',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-test',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: input, output_tokens: 1 },
    },
  }),
  event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  event({ type: 'ping' }),
  ...pieces.map((text) => event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
];

/** The Messages API. It always reports usage. */
export const anthropicWire: Wire = {
  begin: (pieces) => begin(pieces, 1),
  answer: (pieces, { finish, usage }) => [
    ...begin(pieces, usage?.input ?? 0),
    event({ type: 'content_block_stop', index: 0 }),
    event({
      type: 'message_delta',
      delta: { stop_reason: REASONS[finish], stop_sequence: null },
      usage: { output_tokens: usage?.output ?? 0 },
    }),
    event({ type: 'message_stop' }),
  ],
  error: (status) => ({
    type: 'error',
    error: { type: TYPES[status] ?? 'invalid_request_error', message: 'The secret words of the vendor' },
    request_id: 'req_1',
  }),
  errorEvent: event({
    type: 'error',
    error: { type: 'overloaded_error', message: 'The secret words of the vendor' },
  }),
  textsOf: () => [],
  vectors: () => ({}),
  models: (ids) => ({
    data: ids.map((id) => ({ type: 'model', id, display_name: id, created_at: '2026-01-01T00:00:00Z' })),
    has_more: false,
    first_id: ids[0] ?? null,
    last_id: ids.at(-1) ?? null,
  }),
};
