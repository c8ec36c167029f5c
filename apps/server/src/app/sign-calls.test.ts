import { expect, test } from 'vitest';
import { newLink } from '../../test/vendors/links.ts';
import { sign } from '../kernel/deliveries/signature.ts';
import { signCalls } from './sign-calls.ts';

const headersOf = signCalls(() => Temporal.Instant.fromEpochMilliseconds(1_700_000_000_999));
const link = newLink('webhook', { signingSecret: 'a secret of a webhook' });

test('a call has the five headers of a webhook', () => {
  expect(headersOf(link, '{"a":1}', 'message')).toEqual({
    'content-type': 'application/json',
    'user-agent': 'Parley',
    'x-service-event': 'message',
    'x-service-idempotency-key': expect.stringMatching(/^call_[\w-]{22}$/),
    'x-service-delivery': expect.stringMatching(/^dlv_[\w-]{16}$/),
    'x-service-timestamp': '1700000000',
    'x-service-signature': sign('{"a":1}', 'a secret of a webhook'),
  });
  expect(headersOf({ ...link, signingSecret: null }, '{}', 'message')).not.toHaveProperty('x-service-signature');
});

test('a second try has the idempotency key of the first, and a delivery of its own', () => {
  const [first, again, other] = ['{"a":1}', '{"a":1}', '{"a":2}'].map((body) => headersOf(link, body, 'message'));
  const [key, delivery] = ['x-service-idempotency-key', 'x-service-delivery'] as const;
  expect(again?.[key]).toBe(first?.[key]);
  expect(other?.[key]).not.toBe(first?.[key]);
  expect(again?.[delivery]).not.toBe(first?.[delivery]);
});
