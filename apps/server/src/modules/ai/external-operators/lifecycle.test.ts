import { api } from '@parley/contract';
import { verifyWebhook } from '@parley/sdk';
import { expect, test } from 'vitest';
import { BOT_SECRET, startBot } from '../../../../test/bots.ts';
import { withToken } from '../../../../test/callers.ts';
import { startApp } from '../../../../test/harness.ts';
import { addExternalOperator, revisionOf, servedRevisionOf } from '../../../../test/operators.ts';
import { CALLS_THIS_MACHINE, startReceiver } from '../../../../test/receiver.ts';

async function start(given: object = {}) {
  const app = await startApp(CALLS_THIS_MACHINE);
  const ann = await app.owner();
  const bot = await startBot();
  return { app, ann, bot, operator: await addExternalOperator(ann, { url: bot.url, secret: BOT_SECRET, ...given }) };
}

test('a test is a signed call with the event test, and says what came of it', async () => {
  const { app, operator, bot } = await start({ api_key: 'sk-bot' });
  const { status, body } = await operator.test();
  expect({ status, body }).toEqual({
    status: 200,
    body: { ok: true, status: 200, duration_ms: expect.any(Number), error: null, answer: 'pong' },
  });
  const [arrival] = bot.arrivals;
  const { headers = {}, body: sent = '' } = arrival ?? {};
  expect(headers).toMatchObject({ 'x-service-event': 'test', authorization: 'Bearer sk-bot' });
  const signature = String(headers['x-service-signature']);
  expect(await verifyWebhook({ body: sent, signature, secret: BOT_SECRET })).toBe(true);
  expect(JSON.parse(sent)).toMatchObject({ event: 'test', operator_id: operator.operator_id, causation_id: null });
  expect(Date.parse((await operator.read()).tested_at ?? '')).toBe(app.clock.now.epochMilliseconds);
});

test.each<[number, string, object]>([
  [202, '', { ok: true, status: 202, error: null, answer: null }],
  [200, '{}', { ok: true, status: 200, error: null, answer: null }],
  [200, 'hello', { ok: false, status: 200, error: 'malformed', answer: null }],
  [401, '', { ok: false, status: 401, error: 'unauthorized', answer: null }],
  [500, '', { ok: false, status: 500, error: 'server_error', answer: null }],
])('a test that is answered %i %s says so, and only a good one is remembered', async (status, answer, expected) => {
  const app = await startApp(CALLS_THIS_MACHINE);
  const receiver = await startReceiver((response) => void response.writeHead(status).end(answer));
  const operator = await addExternalOperator(await app.owner(), { url: receiver.url });
  const { body } = await operator.test();
  expect(body).toMatchObject(expected);
  expect((await operator.read()).tested_at !== null).toBe((expected as { ok: boolean }).ok);
});

test('an operator that cannot be reached fails its test', async () => {
  const { operator, bot } = await start();
  bot.close();
  const { body } = await operator.test();
  expect(body).toMatchObject({ ok: false, status: null, error: 'unreachable', answer: null });
});

test('a test of a secret that was changed meanwhile does not count', async () => {
  const app = await startApp(CALLS_THIS_MACHINE);
  const ann = await app.owner();
  const receiver = await startReceiver(async (response) => {
    await operator.rotate();
    response.end('{}');
  });
  const operator = await addExternalOperator(ann, { url: receiver.url });
  expect((await operator.test()).body).toMatchObject({ ok: true });
  expect(await operator.read()).toMatchObject({ state: 'draft', tested_at: null });
});

test('an operator is activated only after a good test since its URL or secret changed', async () => {
  const { operator, bot } = await start();
  const refused = async () => (await operator.setState('active')).problem;
  expect(await refused()).toMatchObject({ status: 409, reason: 'test_required' });
  await operator.test();
  expect(await operator.setState('active')).toMatchObject({ status: 200, data: { state: 'active' } });
  await operator.rotate();
  expect(await operator.read()).toMatchObject({ state: 'draft' });
  expect(await refused()).toMatchObject({ reason: 'test_required' });
  await operator.test();
  await operator.update({ url: `${bot.url}/other` });
  expect(await refused()).toMatchObject({ reason: 'test_required' });
});

test('a paused operator is activated again without a test', async () => {
  const { operator } = await start();
  await operator.test();
  for (const state of ['active', 'paused', 'active', 'paused', 'paused'] as const) {
    expect((await operator.setState(state)).data).toMatchObject({ state });
  }
});

test('activating and pausing purge the widget, raise the AI revision and are in the audit log', async () => {
  const { app, ann, operator } = await start();
  await operator.test();
  for (const state of ['active', 'paused'] as const) {
    const [served, decided] = [await servedRevisionOf(app, ann), await revisionOf(app, ann)];
    await operator.setState(state);
    expect(await servedRevisionOf(app, ann)).toBe(served + 1);
    expect(await revisionOf(app, ann)).not.toBe(decided);
  }
  const log = (await ann.call(api.auditLog.list, { query: { subject_type: 'external_operator' } })).data.data;
  expect(log.slice(0, 2)).toMatchObject([
    { action: 'external_operator.state_changed', before: { state: 'active' }, after: { state: 'paused' } },
    { action: 'external_operator.state_changed', after: { state: 'active' } },
  ]);
});

test('tests and the lifecycle need responder:inject, and no other state can be set', async () => {
  const { app, ann, operator } = await start();
  const { params } = operator;
  const without = await withToken(app, ann, ['ai:write', 'ai:read']);
  for (const [route, body] of [
    [api.externalOperators.test, {}],
    [api.externalOperators.setState, { state: 'paused' }],
  ] as const) {
    expect((await without(route, { params, body })).problem).toMatchObject({
      status: 403,
      required_scopes: ['responder:inject'],
    });
  }
  const { setState } = api.externalOperators;
  expect((await ann.call(setState, { params, body: { state: 'draft' } })).status).toBe(422);
});
