import type { ModelLink, Provider } from '../../src/infra/ai/model-link.ts';

let lastId = 0;

/** A credential that calls there. */
export function newLink(provider: Provider, given: Partial<ModelLink> = {}): ModelLink {
  lastId += 1;
  return {
    id: lastId,
    provider,
    model: null,
    embeddingModel: 'embedding-test',
    baseUrl: null,
    apiKey: 'sk-test',
    signingSecret: null,
    ...given,
  };
}
