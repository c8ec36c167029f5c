import { api } from '@parley/contract';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { withToken } from './callers.ts';
import { perOwner } from './fixtures.ts';
import { type OpenApp, openApp, type TestApp } from './harness.ts';
import type { Owner } from './owners.ts';
import { CALLS_THIS_MACHINE } from './receiver.ts';
import { until } from './until.ts';
import { startVendor } from './vendors/vendor.ts';

const { kb } = api;

let started: ReturnType<typeof startVendor> | undefined;

/** A vendor that embeds texts, for all tests of a worker. */
const sharedVendor = () => {
  started ??= startVendor('generic_compatible', { isBackground: true });
  return started;
};

/** Once per owner, a credential that embeds texts. The app must be allowed to call this machine. */
export const addEmbedding = perOwner(async (app: TestApp, owner: Owner) => {
  const { url } = await sharedVendor();
  const call = await withToken(app, owner);
  const { data } = await call(api.aiCredentials.create, {
    body: { provider: 'generic_compatible', api_key: 'sk-test', base_url: url, embedding_model: 'embedding-test' },
  });
  return data.id;
});

type Vendor = Awaited<ReturnType<typeof startVendor>>;

/** A server whose knowledge base works in the background, and the vendor that embeds, for all tests of a file. */
export function shareKnowledge({ background = true } = {}) {
  let shared: { app: OpenApp; vendor: Vendor } | undefined;
  beforeAll(async () => {
    const vendor = await startVendor('openai');
    const app = await openApp({ AI_VENDOR_URLS: `openai=${vendor.url}`, ...CALLS_THIS_MACHINE }, { background });
    shared = { app, vendor };
  });
  beforeEach(() => {
    if (shared) shared.vendor.usual = {};
    shared?.vendor.requests.splice(0);
  });
  afterAll(async () => {
    await shared?.app.end();
    shared?.vendor.close();
  });
  return () => {
    if (!shared) throw new Error('The server is started before the first test');
    return shared;
  };
}

/** A credential of OpenAI, which tests have a vendor for. */
export async function addKey(owner: Owner, given: object = {}) {
  const body = { provider: 'openai', api_key: 'sk-test', embedding_model: 'model-a', ...given };
  const { data } = await owner.call(api.aiCredentials.create, { body });
  const params = { id: data.id };
  return { id: data.id, update: (body: object) => owner.call(api.aiCredentials.update, { params, body }) };
}

export const addRule = async (owner: Owner, content: string) =>
  (await owner.call(kb.createRule, { body: { content } })).data;

/** Waits until every rule has an embedding of the model in use. */
export const untilEmbedded = (owner: Owner) =>
  until(async () => {
    const { data } = (await owner.call(kb.listRules, { query: { limit: 100 } })).data;
    return data.length > 0 && data.every(({ has_embedding }) => has_embedding);
  }, 'every rule is embedded');
