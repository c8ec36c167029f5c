import { api } from '@parley/contract';
import { expect, onTestFinished, test } from 'vitest';
import { startApp } from '../../../../test/harness.ts';
import { addCredential } from '../../../../test/operators.ts';
import { startVendor } from '../../../../test/vendors/vendor.ts';

async function start() {
  const vendor = await startVendor('openai');
  onTestFinished(vendor.close);
  const app = await startApp({ AI_VENDOR_URLS: `openai=${vendor.url}` });
  const ann = await app.owner();
  return { vendor, ann, list: (id: number) => ann.call(api.aiCredentials.listModels, { params: { id } }) };
}

test('the models that the provider offers to a key are listed', async () => {
  const { vendor, ann, list } = await start();
  vendor.next({ models: ['model-a', 'model-b'] });
  const { id } = await addCredential(ann, { api_key: 'sk-mine' });
  const { status, body } = await list(id);
  expect({ status, body }).toEqual({ status: 200, body: { data: [{ id: 'model-a' }, { id: 'model-b' }] } });
  expect(vendor.requests[0]?.headers.authorization).toBe('Bearer sk-mine');
});

test('an inactive credential lists its models too, and a webhook has none', async () => {
  const { ann, list } = await start();
  const { id } = await addCredential(ann, { is_active: false });
  expect((await list(id)).status).toBe(200);
  const webhook = { provider: 'webhook', base_url: 'https://1.1.1.1/', signing_secret: 'a secret of sixteen' };
  expect((await list((await addCredential(ann, webhook)).id)).body).toEqual({ data: [] });
});

test.each([
  { status: 401, body: '{"error":{"message":"Incorrect key sk-mine"}}' },
  { status: 500 },
  { fault: 'html' },
  { fault: 'malformed' },
] as const)('a provider that fails is 502, never in its words: %o', async (script) => {
  const { vendor, ann, list } = await start();
  const { id } = await addCredential(ann, { api_key: 'sk-mine' });
  vendor.next(script);
  const { problem } = await list(id);
  expect(problem).toMatchObject({ status: 502, reason: 'upstream_failed' });
  expect(JSON.stringify(problem)).not.toMatch(/sk-mine|Incorrect/);
});
