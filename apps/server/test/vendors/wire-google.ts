import type { Wire } from './script.ts';

const event = (data: object) => `data: ${JSON.stringify(data)}\r\n\r\n`;

const ENDINGS = {
  stop: candidate('', 'STOP'),
  length: candidate('', 'MAX_TOKENS'),
  filtered: { candidates: [{ finishReason: 'SAFETY', index: 0 }] },
  refused: { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } },
};
const STATUSES: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

function candidate(text: string, finishReason?: string) {
  return {
    candidates: [{ content: { parts: [{ text }], role: 'model' }, index: 0, ...(finishReason && { finishReason }) }],
    modelVersion: 'gemini-test',
    responseId: 'response-1',
  };
}

const error = (code: number) => ({
  error: { code, message: 'The secret words of the vendor', status: STATUSES[code] ?? 'UNKNOWN' },
});

interface EmbedBody {
  content?: { parts: { text: string }[] };
  requests?: { content: { parts: { text: string }[] } }[];
}

/** `streamGenerateContent` with `alt=sse`. */
export const googleWire: Wire = {
  begin: (pieces) => pieces.map((text) => event(candidate(text))),
  answer: (pieces, { finish, usage }) => [
    ...(finish === 'refused' ? [] : googleWire.begin(pieces)),
    event({
      ...ENDINGS[finish],
      ...(usage && {
        usageMetadata: {
          promptTokenCount: usage.input,
          candidatesTokenCount: usage.output,
          totalTokenCount: usage.input + usage.output,
        },
      }),
    }),
  ],
  error,
  errorEvent: event(error(503)),
  textsOf: ({ content, requests = content ? [{ content }] : [] }: EmbedBody) =>
    requests.map((each) => each.content.parts.map(({ text }) => text).join('')),
  vectors(vectors) {
    const all = vectors.map((values) => ({ values }));
    return all.length === 1 ? { embedding: all[0] } : { embeddings: all };
  },
  models: (ids) => ({
    models: ids.map((id) => ({ name: `models/${id}`, version: '1', supportedGenerationMethods: ['generateContent'] })),
  }),
};
