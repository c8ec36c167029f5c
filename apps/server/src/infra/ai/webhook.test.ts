import { expect, test } from 'vitest';
import { startReceiver } from '../../../test/receiver.ts';
import { newLink } from '../../../test/vendors/links.ts';
import { never, newModels, REQUEST } from '../../../test/vendors/models.ts';
import type { ModelLink } from './model-link.ts';

test('a webhook gets the signed call with its key, and answers, hands over or accepts', async () => {
  const answers = ['{"content":"Soon","escalate":true}', '{}', '{"content":null,"escalate":null}'];
  const receiver = await startReceiver((response, _arrival, place) => {
    response.writeHead(place < answers.length ? 200 : 202, { 'content-type': 'application/json' });
    response.end(answers[place]);
  });
  const sign = (link: ModelLink, body: string, event: string) => ({ 'x-signed': `${link.id} ${body} ${event}` });
  const models = newModels({ sign });
  const link = newLink('webhook', { baseUrl: `${receiver.url}/bot/` });
  const ask = () => models.chat([link], REQUEST, never);
  expect(await ask()).toMatchObject({
    kind: 'answer',
    model: 'webhook',
    text: 'Soon',
    escalate: true,
    finish: 'stop',
    outputTokens: 1,
  });
  expect(await ask()).toMatchObject({ kind: 'answer', text: '', escalate: false });
  expect(await ask()).toMatchObject({ kind: 'answer', text: '', escalate: false });
  expect(await ask()).toEqual({
    kind: 'accepted',
    link,
    attempts: [expect.objectContaining({ status: 202, error: null })],
  });
  expect(receiver.arrivals[0]).toMatchObject({
    path: '/bot/',
    body: '{"room_id":1}',
    headers: { 'x-signed': `${link.id} {"room_id":1} message`, authorization: 'Bearer sk-test' },
  });
  expect(await models.listModels(link, never)).toEqual([]);
});

test.each([
  [200, '', 'malformed', 2],
  [200, '[]', 'malformed', 2],
  [200, 'null', 'malformed', 2],
  [200, '{"content":1}', 'malformed', 2],
  [200, '{"escalate":"yes"}', 'malformed', 2],
  [204, '', 'malformed', 2],
  [302, '', 'refused', 2],
  [401, '', 'unauthorized', 1],
  [408, '', 'timeout', 1],
  [410, '', 'refused', 1],
  [429, '', 'rate_limited', 1],
  [503, '', 'server_error', 2],
])(
  'a webhook that answers %i %s fails as %s, and is tried again unless it refused',
  async (status, body, slug, tries) => {
    const receiver = await startReceiver((response) => void response.writeHead(status).end(body));
    const link = newLink('webhook', { baseUrl: receiver.url });
    const { kind, attempts } = await newModels().chat([link], REQUEST, never);
    expect([kind, ...attempts.map(({ error }) => error)]).toEqual([
      'failed',
      ...Array.from({ length: tries }, () => slug),
    ]);
  },
);

test('a webhook that refuses with Retry-After is not tried again', async () => {
  const receiver = await startReceiver((response) => void response.writeHead(429, { 'retry-after': '0' }).end());
  const { attempts } = await newModels().chat([newLink('webhook', { baseUrl: receiver.url })], REQUEST, never);
  expect(attempts.map(({ error }) => error)).toEqual(['rate_limited']);
});

test('a webhook has ten seconds and one retry, and an answer to the retry counts', async () => {
  const receiver = await startReceiver((response, _arrival, place) => {
    if (place) response.end('{"content":"Here"}');
  });
  const link = newLink('webhook', { baseUrl: receiver.url });
  const models = newModels({ limits: { retryMs: 5, webhookMs: 50 } });
  const answered = await models.chat([link], REQUEST, never);
  expect(answered).toMatchObject({ kind: 'answer', text: 'Here', attempts: [{ error: 'timeout' }, { error: null }] });
});
