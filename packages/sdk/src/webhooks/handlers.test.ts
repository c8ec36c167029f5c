import { createHmac } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import {
  fastifyWebhook,
  fetchWebhook,
  nodeWebhook,
  type ParleyEvent,
  receiveWebhook,
  type WebhookOptions,
} from '../index.ts';

const secret = 'whsec_0123456789';
const event = { id: 'evt_1', type: 'chat.rated', data: { chat_id: 7, at: '2026-11-20T10:00:00+03:00' } };
const sign = (body: string, key = secret) => `sha256=v1:${createHmac('sha256', key).update(body).digest('hex')}`;

interface Delivery {
  body?: string;
  headers?: Record<string, string>;
}

/** Sends a delivery as the platform does. */
function deliver(url: string, { body = JSON.stringify(event), headers = {} }: Delivery = {}) {
  const own = { 'content-type': 'application/json', 'x-service-signature': sign(body) };
  return fetch(url, { method: 'POST', body, headers: { ...own, ...headers } });
}

async function listen(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
}

async function startFastify(options: WebhookOptions) {
  const app = Fastify();
  onTestFinished(() => app.close());
  await app.register(fastifyWebhook({ ...options, url: '/hooks' }));
  app.post('/own', async (request) => request.body);
  return `${await app.listen({ port: 0, host: '127.0.0.1' })}/hooks`;
}

async function startFetch(options: WebhookOptions) {
  const handle = fetchWebhook(options);
  return listen(async (request, response) => {
    const chunks = await Array.fromAsync(request);
    const headers = request.headers as Record<string, string>;
    const reply = await handle(
      new Request('http://a.example/', { method: 'POST', headers, body: Buffer.concat(chunks) }),
    );
    response.writeHead(reply.status).end(await reply.text());
  });
}

const servers = {
  'node:http': (options: WebhookOptions) => listen(nodeWebhook(options)),
  Express: (options: WebhookOptions) => listen(express().post('/hooks', nodeWebhook(options))),
  'Express with raw bodies': (options: WebhookOptions) =>
    listen(
      express()
        .use(express.raw({ type: 'application/json' }))
        .post('/hooks', nodeWebhook(options)),
    ),
  Fastify: startFastify,
  fetch: startFetch,
};

for (const [name, start] of Object.entries(servers)) {
  test(`a signed event is handled and acknowledged (${name})`, async () => {
    const handled: ParleyEvent[] = [];
    const url = await start({ secret, onEvent: (each) => handled.push(each) });
    expect((await deliver(url)).status).toBe(204);
    expect(handled).toEqual([event]);
  });

  test(`a wrong signature is refused with 401 and handled by nobody (${name})`, async () => {
    const handled: ParleyEvent[] = [];
    const url = await start({ secret, onEvent: (each) => handled.push(each) });
    const reply = await deliver(url, { headers: { 'x-service-signature': sign('{}') } });
    expect([reply.status, await reply.text()]).toEqual([401, 'The signature does not match']);
    expect(handled).toEqual([]);
  });
}

test('a body that was parsed before is named as the mistake', async () => {
  const errors: unknown[] = [];
  const handler = nodeWebhook({ secret, onEvent: () => {}, onError: (error) => errors.push(error) });
  const reply = await deliver(await listen(express().use(express.json()).post('/hooks', handler)));
  expect([reply.status, await reply.text()]).toEqual([500, expect.stringContaining('was parsed before')]);
  expect(errors).toMatchObject([{ name: 'WebhookRejection' }]);
});

test('the other routes of a Fastify server keep their parsers', async () => {
  const url = await startFastify({ secret, onEvent: () => {} });
  expect(await (await deliver(url.replace('/hooks', '/own'))).json()).toEqual(event);
});

test('an event that was handled is acknowledged and not handled again', async () => {
  const handled: ParleyEvent[] = [];
  const url = await listen(nodeWebhook({ secret, seen: new Set(), onEvent: (each) => handled.push(each) }));
  expect([await deliver(url), await deliver(url)].map(({ status }) => status)).toEqual([204, 204]);
  expect(handled).toHaveLength(1);
});

test('a delivery that arrives while the event is being handled waits for it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let handled = 0;
  const onEvent = () => {
    handled += 1;
    return promise;
  };
  const url = await listen(nodeWebhook({ secret, seen: new Set(), onEvent }));
  const both = Promise.all([deliver(url), deliver(url)]);
  resolve();
  expect((await both).map(({ status }) => status)).toEqual([204, 204]);
  expect(handled).toBe(1);
});

test('an event whose handling failed is refused with 500 and handled when it comes again', async () => {
  let calls = 0;
  const onEvent = () => {
    calls += 1;
    if (calls === 1) throw new Error('The database is down');
  };
  const errors: unknown[] = [];
  const url = await listen(nodeWebhook({ secret, seen: new Set(), onEvent, onError: (error) => errors.push(error) }));
  expect([await deliver(url), await deliver(url)].map(({ status }) => status)).toEqual([500, 204]);
  expect(errors).toMatchObject([{ message: 'The database is down' }]);
});

test('a test event is acknowledged and not handled', async () => {
  const handled: ParleyEvent[] = [];
  const url = await listen(nodeWebhook({ secret, onEvent: (each) => handled.push(each) }));
  const body = JSON.stringify({ ...event, type: 'webhook.test' });
  expect((await deliver(url, { body })).status).toBe(204);
  expect(handled).toEqual([]);
});

test('a body that is no event, or larger than any, is refused', async () => {
  const url = await listen(nodeWebhook({ secret, onEvent: () => {} }));
  expect((await deliver(url, { body: '{"event_name":"chat_accepted"}' })).status).toBe(400);
  expect((await deliver(url, { body: 'x'.repeat(1024 * 1024 + 1) })).status).toBe(413);
});

test('the signature of the previous secret counts too', async () => {
  const body = JSON.stringify(event);
  const headers = { 'x-service-signature': sign(body, 'the new secret'), 'x-service-signature-previous': sign(body) };
  expect(await receiveWebhook({ body, headers, secret })).toEqual(event);
  expect(await receiveWebhook({ body, headers: new Headers(headers), secret })).toEqual(event);
  expect(await receiveWebhook({ body, headers, secret: 'the new secret' })).toEqual(event);
});
