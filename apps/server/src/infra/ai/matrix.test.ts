import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../test/until.ts';
import { newLink } from '../../../test/vendors/links.ts';
import { never, newModels, REQUEST } from '../../../test/vendors/models.ts';
import type { Script, VendorKind } from '../../../test/vendors/script.ts';
import { startVendor } from '../../../test/vendors/vendor.ts';
import type { ModelLimits } from './models.ts';

const VENDORS: VendorKind[] = ['openai', 'generic_compatible', 'anthropic', 'google'];

/** A vendor, and a chain of a credential of it and a backup. */
async function startChain(kind: VendorKind, limits: Partial<ModelLimits> = {}) {
  const [vendor, spare] = await Promise.all([startVendor(kind), startVendor('generic_compatible')]);
  spare.usual = { text: 'From the backup' };
  onTestFinished(vendor.close);
  onTestFinished(spare.close);
  const vendorUrls = kind === 'generic_compatible' ? {} : { [kind]: vendor.url };
  const models = newModels({ vendorUrls, limits: { retryMs: 5, ...limits } });
  const link = newLink(kind, { baseUrl: vendor.url });
  const backup = newLink('generic_compatible', { baseUrl: spare.url });
  return { vendor, models, link, backup, chat: (signal = never) => models.chat([link, backup], REQUEST, signal) };
}

const past = new Date(0).toUTCString();

/** A fault, the slug it becomes, and how often the credential is called. */
const FAULTS: [string, Script, string, number][] = [
  ['401', { status: 401 }, 'unauthorized', 1],
  ['403', { status: 403 }, 'unauthorized', 1],
  ['429', { status: 429 }, 'rate_limited', 1],
  ['429 with Retry-After: 0', { status: 429, headers: { 'retry-after': '0' } }, 'rate_limited', 2],
  ['429 with a Retry-After that is a date', { status: 429, headers: { 'retry-after': past } }, 'rate_limited', 2],
  ['429 with Retry-After: 6', { status: 429, headers: { 'retry-after': '6' } }, 'rate_limited', 1],
  ['429 with an unreadable Retry-After', { status: 429, headers: { 'retry-after': 'later' } }, 'rate_limited', 1],
  ['500', { status: 500 }, 'server_error', 2],
  ['502 with a page', { status: 502, body: '<html>Bad gateway</html>' }, 'server_error', 2],
  ['529', { status: 529 }, 'server_error', 2],
  ['400', { status: 400 }, 'refused', 1],
  ['404', { status: 404 }, 'refused', 1],
  ['a redirect', { status: 307, headers: { location: 'http://127.0.0.1/' } }, 'refused', 1],
  ['413', { status: 413 }, 'too_long', 1],
  ['a prompt over the context', { status: 400, body: '{"error":{"message":"prompt is too long"}}' }, 'too_long', 1],
  ['a page with 200', { fault: 'html' }, 'malformed', 1],
  ['a malformed event', { fault: 'malformed' }, 'malformed', 1],
  ['a stream without a finish reason', { fault: 'unfinished' }, 'unfinished', 1],
  ['an error in the stream', { fault: 'error_event' }, 'server_error', 2],
  ['a connection cut midway', { fault: 'cut' }, 'unreachable', 2],
  ['a reset', { fault: 'reset' }, 'unreachable', 2],
  ['more than a mebibyte', { fault: 'flood' }, 'too_long', 1],
];

const CASES = VENDORS.flatMap((kind) => FAULTS.map((fault) => [kind, ...fault] as const));

test.each(CASES)('%s: %s is followed by the backup', async (kind, _name, script, slug, tries) => {
  const { vendor, chat, link, backup } = await startChain(kind);
  vendor.usual = { text: ['Half ', 'an ', 'answer'], ...script };
  const result = await chat();
  expect(result).toMatchObject({ kind: 'answer', text: 'From the backup', finish: 'stop', link: backup });
  const failed = { credential_id: link.id, provider: kind, error: slug };
  expect(result.attempts).toMatchObject([
    ...Array.from({ length: tries }, () => failed),
    { credential_id: backup.id, error: null, status: 200 },
  ]);
  expect(result.attempts[0]?.status).toBe(script.fault === 'reset' ? null : (script.status ?? 200));
  expect(vendor.calls()).toHaveLength(tries);
  expect(JSON.stringify(result)).not.toMatch(/secret words|Half/);
});

const SILENCES = VENDORS.flatMap((kind) =>
  (['hang', 'hang_midway', 'endless'] as const).map((fault) => [kind, fault] as const),
);

test.each(SILENCES)('%s: a call that would %s times out, once, and its connection is closed', async (kind, fault) => {
  const limits = fault === 'endless' ? { totalMs: 100 } : { gapMs: 100 };
  const { vendor, link, models } = await startChain(kind, limits);
  vendor.usual = { text: 'Half an answer', fault };
  const result = await models.chat([link], REQUEST, never);
  expect(result).toMatchObject({ kind: 'failed', attempts: [{ error: 'timeout' }] });
  expect(JSON.stringify(result)).not.toContain('Half');
  await until(() => vendor.calls()[0]?.isAborted === true, 'the connection is closed', 2_000);
});

test.each(SILENCES)('%s: an abort ends a call that would %s, and closes its connection', async (kind, fault) => {
  const { vendor, chat } = await startChain(kind);
  vendor.usual = { fault };
  const caller = new AbortController();
  const outcome = chat(caller.signal).catch((error: Error) => error.message);
  await until(() => vendor.calls().length === 1, 'the request arrives');
  caller.abort(new Error('a person answered'));
  expect(await outcome).toBe('a person answered');
  await until(() => vendor.calls()[0]?.isAborted === true, 'the connection is closed', 2_000);
});

const TEXT = 'Grüße, 世界 🙂 — data: [DONE] "\\" \n\n**Привет**';
const CUTS = VENDORS.flatMap((kind) => [1, 2, 3, 7, 100].map((bytes) => [kind, bytes] as const));

test.each(CUTS)('%s: an answer arrives whole in parts of %i bytes', async (kind, cutEvery) => {
  const { vendor, chat, link } = await startChain(kind);
  vendor.next({ text: [...TEXT], cutEvery, usage: { input: 21, output: 8 } });
  expect(await chat()).toMatchObject({ text: TEXT, finish: 'stop', link, inputTokens: 21, outputTokens: 8 });
});

test.each(VENDORS)('%s: a call that fails once is answered by the second try', async (kind) => {
  const { vendor, chat, link } = await startChain(kind);
  vendor.next({ status: 503 }, { text: 'Hello again' });
  const result = await chat();
  expect(result).toMatchObject({ text: 'Hello again', link });
  expect(result.attempts.map(({ error }) => error)).toEqual(['server_error', null]);
});

test.each(VENDORS)(
  '%s: an empty, a withheld, a refused and a cut answer are answers, without half a text',
  async (kind) => {
    const { vendor, chat } = await startChain(kind);
    const endings: [Script, object][] = [
      [{ text: [] }, { text: '', finish: 'stop' }],
      [{ finish: 'filtered' }, { text: '', finish: 'filtered' }],
      [{ finish: 'refused' }, { text: '', finish: 'filtered' }],
      [{ finish: 'length' }, { text: 'Hello!', finish: 'length' }],
    ];
    for (const [script, expected] of endings) {
      vendor.next(script);
      expect(await chat()).toMatchObject({ kind: 'answer', ...expected, attempts: [{ error: null }] });
    }
    expect(vendor.connections()).toBe(1);
  },
);

test.each(VENDORS)('%s: its models are listed, and a failure says only the slug', async (kind) => {
  const { vendor, models, link } = await startChain(kind);
  expect(await models.listModels(link, never)).toEqual([{ id: 'model-a' }, { id: 'model-b' }]);
  const faults: [Script, string][] = [
    [{ status: 401 }, 'unauthorized'],
    [{ status: 500 }, 'server_error'],
    [{ fault: 'html' }, 'malformed'],
    [{ fault: 'malformed' }, 'malformed'],
    [{ status: 200, body: '{"data":[{}],"models":[{}]}' }, 'malformed'],
    [{ status: 200, body: '[]' }, 'malformed'],
    [{ fault: 'reset' }, 'unreachable'],
  ];
  for (const [script, slug] of faults) {
    vendor.next(script);
    const error = await models.listModels(link, never).catch((thrown) => thrown);
    expect([error.slug, error.message]).toEqual([slug, `The call of the model failed: ${slug}`]);
  }
});
