import { ModelError } from './model-error.ts';
import type { ChatRequest } from './model-link.ts';
import { type ProviderCall, readJson } from './provider-call.ts';

export interface WebhookAnswer {
  text: string;
  escalate: boolean;
}

/** Posts the signed call. 200 answers; 202 accepts it, and the answer comes later by the API. */
export async function callWebhook(call: ProviderCall, { event, body }: ChatRequest['call']) {
  const text = JSON.stringify(body);
  const { apiKey } = call.link;
  const headers = { ...call.sign(text, event), ...(apiKey && { authorization: `Bearer ${apiKey}` }) };
  const response = await call.fetch(call.baseUrl, { method: 'POST', headers, body: text });
  if (response.status === 202) {
    // Read to its end, so that the connection is kept.
    await response.text();
    return 'accepted';
  }
  return answerOf(await readJson(response));
}

function answerOf(given: unknown): WebhookAnswer {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new ModelError('malformed');
  const { content, escalate } = given as { content?: unknown; escalate?: unknown };
  const isText = content === undefined || content === null || typeof content === 'string';
  const isFlag = escalate === undefined || escalate === null || typeof escalate === 'boolean';
  if (!isText || !isFlag) throw new ModelError('malformed');
  return { text: content ?? '', escalate: escalate ?? false };
}
