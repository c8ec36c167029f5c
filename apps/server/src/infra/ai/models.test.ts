import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { newLink } from '../../../test/vendors/links.ts';
import { never, newModels, REQUEST } from '../../../test/vendors/models.ts';
import type { VendorKind } from '../../../test/vendors/script.ts';
import { startVendor } from '../../../test/vendors/vendor.ts';
import type { ModelLink } from './model-link.ts';
import { estimateTokens } from './tokens.ts';

async function openVendor(kind: VendorKind) {
  const vendor = await startVendor(kind);
  onTestFinished(vendor.close);
  return vendor;
}

async function openCompatible(given: Partial<ModelLink> = {}) {
  const vendor = await openVendor('generic_compatible');
  return { vendor, link: newLink('generic_compatible', { baseUrl: vendor.url, ...given }) };
}

test('each vendor gets the key, the model, the prompt and the limits in its own words', async () => {
  const kinds = ['openai', 'anthropic', 'google'] as const;
  const [openai, anthropic, google] = await Promise.all(kinds.map(openVendor));
  const vendorUrls = { openai: openai?.url ?? '', anthropic: anthropic?.url ?? '', google: google?.url ?? '' };
  const models = newModels({ vendorUrls, allow: '' });
  for (const kind of kinds)
    expect(await models.chat([newLink(kind)], REQUEST, never)).toMatchObject({ text: 'Hello!' });
  expect(openai?.requests).toMatchObject([
    {
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer sk-test', 'user-agent': 'Parley' },
      body: { model: 'gpt-6-luna', max_completion_tokens: 1_024, store: false, reasoning_effort: 'none', stream: true },
    },
  ]);
  expect(openai?.requests[0]?.body.messages).toEqual([
    { role: 'developer', content: 'You help.' },
    ...REQUEST.messages,
  ]);
  expect(anthropic?.requests).toMatchObject([
    {
      path: '/v1/messages',
      headers: { 'x-api-key': 'sk-test' },
      body: {
        model: 'claude-haiku-5-5',
        max_tokens: 1_024,
        thinking: { type: 'disabled' },
        system: [{ text: 'You help.' }],
      },
    },
  ]);
  expect(google?.requests).toMatchObject([
    {
      path: '/v1beta/models/gemini-3.5-flash-lite:streamGenerateContent?alt=sse',
      headers: { 'x-goog-api-key': 'sk-test' },
      body: { generationConfig: { maxOutputTokens: 1_024, temperature: 0.3 } },
    },
  ]);
});

test('the model of a credential is called, and a model that does not think is not told so', async () => {
  const vendor = await openVendor('openai');
  const models = newModels({ vendorUrls: { openai: vendor.url } });
  const result = await models.chat([newLink('openai', { model: 'gpt-4.1-mini' })], REQUEST, never);
  expect(result).toMatchObject({ model: 'gpt-4.1-mini', attempts: [{ model: 'gpt-4.1-mini' }] });
  expect(vendor.requests[0]?.body).toMatchObject({ model: 'gpt-4.1-mini', temperature: 0.3, max_tokens: 1_024 });
  expect(vendor.requests[0]?.body).not.toHaveProperty('reasoning_effort');
});

test('a gateway without a path gets the path of the vendor, and only vendors are called through it', async () => {
  const [vendor, { vendor: other, link }] = [await openVendor('google'), await openCompatible()];
  const models = newModels({ vendorUrls: { google: new URL(vendor.url).origin } });
  await models.chat([newLink('google')], REQUEST, never);
  expect(vendor.requests[0]?.path).toMatch(/^\/v1beta\/models\//);
  await models.chat([link], REQUEST, never);
  expect(other.requests).toHaveLength(1);
});

test('a base_url into the private network is refused, even that of a gateway', async () => {
  const vendor = await openVendor('openai');
  const models = newModels({ vendorUrls: { openai: vendor.url }, allow: '' });
  for (const baseUrl of [vendor.url, vendor.url.replace('127.0.0.1', 'localhost'), null]) {
    const result = await models.chat([newLink('generic_compatible', { baseUrl })], REQUEST, never);
    expect(result).toMatchObject({ kind: 'failed', attempts: [{ error: 'refused', status: null }] });
  }
  expect(vendor.requests).toEqual([]);
});

test('a credential without a key sends none', async () => {
  const { vendor, link } = await openCompatible({ apiKey: null });
  const models = newModels();
  await models.chat([link], REQUEST, never);
  await models.listModels(link, never);
  expect(vendor.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
});

test('tokens are estimated where a vendor reports none', async () => {
  const { vendor, link } = await openCompatible();
  vendor.next({ text: 'x'.repeat(40), usage: null });
  const inputTokens = estimateTokens('You help.') + 2 + 1 + estimateTokens('Where is my order?');
  expect(await newModels().chat([link], REQUEST, never)).toMatchObject({ inputTokens, outputTokens: 10 });
  expect(['', 'four', 'привет', '世界', '日本語', '한국어'].map(estimateTokens)).toEqual([0, 1, 3, 2, 3, 3]);
});

test("a compatible server's own word for the end of an answer is understood", async () => {
  const { vendor, link } = await openCompatible();
  const body = ['eos_token', 'who_knows'].map(
    (reason) =>
      `data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"${reason}"}]}\n\ndata: [DONE]\n\n`,
  );
  const headers = { 'content-type': 'text/event-stream' };
  vendor.next(...body.map((each) => ({ status: 200, body: each, headers })));
  const models = newModels();
  expect(await models.chat([link], REQUEST, never)).toMatchObject({ text: 'Hi', finish: 'stop' });
  expect(await models.chat([link], REQUEST, never)).toMatchObject({ attempts: [{ error: 'unfinished' }] });
});

test('a wrong key of Google is unauthorized, though its status is 400', async () => {
  const vendor = await openVendor('google');
  vendor.next({ status: 400, body: '{"error":{"code":400,"details":[{"reason":"API_KEY_INVALID"}]}}' });
  const models = newModels({ vendorUrls: { google: vendor.url } });
  expect(await models.chat([newLink('google')], REQUEST, never)).toMatchObject({
    attempts: [{ error: 'unauthorized' }],
  });
});

test('a chain without links fails without attempts', async () => {
  expect(await newModels().chat([], REQUEST, never)).toEqual({ kind: 'failed', attempts: [] });
  expect(await newModels().embed([newLink('anthropic')], ['a'], never)).toEqual({ kind: 'failed', attempts: [] });
});

test('an aborted signal calls nobody, and an abort while waiting for a retry ends the wait', async () => {
  const { vendor, link } = await openCompatible();
  await expect(newModels().chat([link], REQUEST, AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
  expect(vendor.requests).toEqual([]);
  vendor.usual = { status: 500 };
  const caller = new AbortController();
  const waiting = newModels({ limits: { retryMs: 60_000 } }).chat([link], REQUEST, caller.signal);
  const outcome = waiting.catch((error: Error) => error.message);
  await expect.poll(() => vendor.requests.length).toBe(1);
  caller.abort(new Error('a person answered'));
  expect(await outcome).toBe('a person answered');
});

test('a credential that failed five times in a row is left out for a minute, if it has a usable backup', async () => {
  const [broken, spare] = [await openCompatible(), await openCompatible()];
  broken.vendor.usual = { status: 401 };
  let time = 0;
  const models = newModels({ now: () => time });
  const ask = async (...links: ModelLink[]) => {
    const { attempts } = await models.chat(links, REQUEST, never);
    return attempts.map(({ credential_id }) => (credential_id === broken.link.id ? 'broken' : 'spare'));
  };
  for (let count = 0; count < 5; count += 1) expect(await ask(broken.link, spare.link)).toEqual(['broken', 'spare']);
  expect(await ask(broken.link, spare.link)).toEqual(['spare']);
  expect(await ask(broken.link)).toEqual(['broken']);
  time += 60_001;
  expect(await ask(broken.link, spare.link)).toEqual(['broken', 'spare']);
  expect(await ask(broken.link, spare.link)).toEqual(['spare']);
  time += 60_001;
  broken.vendor.usual = {};
  expect(await ask(broken.link, spare.link)).toEqual(['broken']);
  broken.vendor.usual = { status: 401 };
  expect(await ask(broken.link, spare.link)).toEqual(['broken', 'spare']);
  expect(await ask(broken.link, spare.link)).toEqual(['broken', 'spare']);
});

test('two broken credentials are both called, rather than none', async () => {
  const [one, two] = [await openCompatible(), await openCompatible()];
  one.vendor.usual = { status: 403 };
  two.vendor.usual = { status: 403 };
  const models = newModels();
  for (let count = 0; count < 6; count += 1) {
    const { attempts } = await models.chat([one.link, two.link], REQUEST, never);
    expect(attempts).toHaveLength(2);
  }
});

test('texts are embedded in order, in several requests, by the first link that can', async () => {
  const [openai, google] = [await openVendor('openai'), await openVendor('google')];
  const { vendor, link } = await openCompatible();
  const models = newModels({ vendorUrls: { openai: openai.url, google: google.url } });
  const texts = Array.from({ length: 97 }, (_, place) => 'x'.repeat(place + 1));
  const passedOver = [newLink('anthropic'), newLink('webhook'), newLink('openai', { embeddingModel: null })];
  for (const [each, embedding] of [
    [openai, newLink('openai')],
    [google, newLink('google')],
    [vendor, link],
  ] as const) {
    const result = await models.embed([...passedOver, embedding], texts, never);
    expect(result).toMatchObject({
      kind: 'embedded',
      link: embedding,
      model: 'embedding-test',
      attempts: [{ error: null }],
    });
    const vectors = result.kind === 'embedded' ? result.vectors : [];
    expect(vectors.map(([length]) => length)).toEqual(texts.map(({ length }) => length));
    expect(each.requests).toHaveLength(2);
  }
});

test('the texts that were embedded are counted by provider', async () => {
  const { vendor, link } = await openCompatible();
  const metrics = new Registry();
  const models = newModels({ metrics });
  await models.embed([link], ['a', 'b'], never);
  vendor.next({ status: 401 });
  await models.embed([link], ['c'], never);
  const { values = [] } = (await metrics.getSingleMetric('ai_texts_embedded_total')?.get()) ?? {};
  expect(values).toMatchObject([{ labels: { provider: 'generic_compatible' }, value: 2 }]);
});

test('one request embeds no more than 100,000 tokens', async () => {
  const { vendor, link } = await openCompatible();
  const long = 'x'.repeat(160_000);
  const result = await newModels().embed([link], [long, long, long, 'short'], never);
  expect(result.kind === 'embedded' && result.vectors.map(([length]) => length)).toEqual([
    160_000, 160_000, 160_000, 5,
  ]);
  expect(vendor.requests.map(({ body }) => (body.input as string[]).length)).toEqual([2, 2]);
});

test('a provider that takes longer than its time to embed fails', async () => {
  const { vendor, link } = await openCompatible();
  vendor.usual = { fault: 'hang' };
  const result = await newModels({ limits: { retryMs: 5, embedMs: 50 } }).embed([link], ['a'], never);
  expect(result).toMatchObject({ kind: 'failed', attempts: [{ error: 'timeout' }] });
});

test('embedding is tried again and by the backup as answers are, and its failures are its own', async () => {
  const [first, second] = [await openCompatible(), await openCompatible()];
  first.vendor.next({ status: 500 }, {});
  const models = newModels();
  const retried = await models.embed([first.link, second.link], ['a', 'b'], never);
  expect(retried).toMatchObject({ kind: 'embedded', tokens: 6, link: first.link });
  expect(retried.attempts.map(({ error }) => error)).toEqual(['server_error', null]);
  for (const script of [
    { status: 401 },
    { fault: 'malformed' },
    { fault: 'html' },
    { status: 404 },
    { status: 400 },
  ] as const) {
    first.vendor.next(script);
    expect(await models.embed([first.link, second.link], ['a'], never)).toMatchObject({ link: second.link });
  }
  expect(await models.embed([first.link, second.link], ['a'], never)).toMatchObject({ attempts: [{ error: null }] });
  expect(await models.chat([first.link, second.link], REQUEST, never)).toMatchObject({ link: first.link });
});

const SCRIPT = `
  import { createLog } from ${JSON.stringify(new URL('../log.ts', import.meta.url).href)};
  import { createOutbound } from ${JSON.stringify(new URL('../outbound/outbound.ts', import.meta.url).href)};
  import { createModels } from ${JSON.stringify(new URL('./models.ts', import.meta.url).href)};
  const loaded = [];
  const { registerHooks } = await import('node:module');
  registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
  const isLoaded = () => loaded.some((url) => /node_modules\\/(ai|@ai-sdk)\\//.test(url));
  const { VENDOR } = process.env;
  const link = { id: 1, provider: 'openai', model: 'gpt-4.1', apiKey: 'key', baseUrl: null, embeddingModel: null, signingSecret: null };
  const models = createModels({ outbound: createOutbound({ allow: [] }), vendorUrls: { openai: VENDOR }, log: createLog('silent'), sign: () => ({}) });
  const before = isLoaded();
  const request = { system: 's', messages: [{ role: 'user', content: 'hi' }], temperature: 0.3, call: { event: 'e', body: {} } };
  const { text } = await models.chat([{ ...link, model: 'o3' }], request, new AbortController().signal);
  console.log(JSON.stringify({ before, after: isLoaded(), text }));
  process.exit();
`;

test('the SDK is loaded by the first call, reads no environment and prints no warnings', async () => {
  const vendor = await openVendor('openai');
  const guard = fileURLToPath(new URL('../../../test/network-guard.js', import.meta.url));
  const env = { VENDOR: vendor.url, OPENAI_BASE_URL: 'http://127.0.0.1:1/', OPENAI_API_KEY: 'of the environment' };
  const args = ['--import', guard, '--input-type=module', '--eval', SCRIPT];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env });
  expect(JSON.parse(stdout)).toEqual({ before: false, after: true, text: 'Hello!' });
  expect(stderr).toBe('');
  expect(vendor.requests[0]?.headers.authorization).toBe('Bearer key');
});
