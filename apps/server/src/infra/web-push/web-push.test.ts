import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { readSender } from '../../../test/push-service.ts';
import { encode, encrypt } from './encryption.ts';
import { createPushIdentity } from './identity.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

test('a record matches the example in RFC 8188, section 3.1', () => {
  const [secret, salt] = [bytes('yqdlZ-tYemfogSmv7Ws5PQ'), bytes('I1BsxtFttlv3u_Oo94xnmw')];
  expect(encode('I am the walrus', { secret, salt, keyId: Buffer.alloc(0) }).toString('base64url')).toBe(
    'I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg',
  );
});

test('an encrypted message matches the example in RFC 8291, section 5 and appendix A', () => {
  const exchange = createECDH('prime256v1');
  exchange.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'));
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const salt = bytes('DGv6ra1nlYgDCS1FRnbzlw');
  const message = encrypt('When I grow up, I want to be a watermelon', keys, { exchange, salt });
  expect(message.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_' +
      'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('two messages share neither a key nor a salt', () => {
  const browser = createECDH('prime256v1');
  const keys = { p256dh: browser.generateKeys('base64url'), auth: 'BTBZMqHH6r4Tts7J_aSIgg' };
  const [one, two] = [encrypt('hello', keys), encrypt('hello', keys)];
  expect(one.subarray(0, 16)).not.toEqual(two.subarray(0, 16));
  expect(one.subarray(21, 86)).not.toEqual(two.subarray(21, 86));
});

test('the sender is identified as in the example of RFC 8292, section 2.4', () => {
  const example =
    'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsIn' +
    'N1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9' +
    'OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';
  const identity = createPushIdentity({ derive: (purpose) => Buffer.alloc(32, purpose) });
  const authorization = identity.authorization({
    endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
    contact: 'mailto:push@example.com',
    now: Temporal.Instant.fromEpochMilliseconds(1_453_523_768_000).subtract({ hours: 12 }),
  });
  // Signatures are never the same twice, so both are verified with the key that they name.
  const [theirs, ours] = [example, authorization].map((header) => readSender({ headers: { authorization: header } }));
  expect(ours).toEqual({ ...theirs, key: identity.publicKey });
  const signedPart = (header: string) => header.split('.').slice(0, 2);
  expect(signedPart(authorization)).toEqual(signedPart(example));
});
