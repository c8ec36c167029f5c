import { api } from '@parley/contract';
import type { Owner } from './owners.ts';
import type { VendorRequest } from './vendors/vendor.ts';

interface Asked {
  messages: { role: string; content: string }[];
}

const isEmbedding = ({ path }: VendorRequest) => path.endsWith('/embeddings');

interface Called {
  calls: () => VendorRequest[];
}

/** Prompts that a vendor was asked with: the tests read its JSON as it is. */
export const promptsOf = (vendor: Called) =>
  vendor.calls().flatMap((call) => (isEmbedding(call) ? [] : [(call.body as unknown as Asked).messages]));

/** Texts that a vendor was asked to embed. */
export const embeddedBy = (vendor: Called) =>
  vendor.calls().flatMap((call) => (isEmbedding(call) ? (call.body as unknown as { input: string[] }).input : []));

/** Answers one way to requests for vectors, and another to those for answers. */
export const scripted =
  <Script>({ vectors, answer }: { vectors: Script; answer: Script }) =>
  (request: VendorRequest) =>
    isEmbedding(request) ? vectors : answer;

/** Adds rules, and returns their ids. The owner has a credential that embeds. */
export async function addRules(owner: Owner, contents: string[]) {
  const ids: number[] = [];
  for (const content of contents) ids.push((await owner.call(api.kb.createRule, { body: { content } })).data.id);
  return ids;
}
