import { onTestFinished } from 'vitest';
import type { ChatRequest } from '../../src/infra/ai/model-link.ts';
import { createModels } from '../../src/infra/ai/models.ts';
import { createLog } from '../../src/infra/log.ts';
import { parseAllowRules } from '../../src/infra/outbound/addresses.ts';
import { createOutbound } from '../../src/infra/outbound/outbound.ts';

export const never = new AbortController().signal;
export const REQUEST: ChatRequest = {
  system: 'You help.',
  messages: [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Hi' },
    { role: 'user', content: 'Where is my order?' },
  ],
  temperature: 0.3,
  call: { event: 'message', body: { room_id: 1 } },
};

type Options = Partial<Parameters<typeof createModels>[0]> & { allow?: string };

/** Calls of models that may reach this machine. Only waiting for a retry is shorter than in earnest. */
export function newModels({ allow = '127.0.0.1', ...options }: Options = {}) {
  const outbound = createOutbound({ allow: parseAllowRules(allow) });
  onTestFinished(outbound.close);
  const limits = { retryMs: 5 };
  return createModels({ outbound, vendorUrls: {}, log: createLog('silent'), sign: () => ({}), limits, ...options });
}
