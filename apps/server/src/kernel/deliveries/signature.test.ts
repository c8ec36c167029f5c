import { expect, test } from 'vitest';
import { sign } from './signature.ts';

const EVENT =
  '{"id":"evt_0123456789abcdef0123456789abcdef","type":"chat.closed","data":{"chat_id":7,"reason":"agent"}}';
const TEXT = '{"message":"Привет, [скрыто] 😀"}';
const SECRET = 'a secret of sixteen or more';

// Each is what `printf '%s' "$BODY" | openssl dgst -sha256 -hmac "$SECRET"` prints.
test.each([
  ['an event', EVENT, SECRET, '4d128df6e6e4a4fcee7ff4e16ba9449cda5fa62f140d8bb837406ad38d6d219e'],
  ['text beyond ASCII', TEXT, SECRET, 'd02e82f46c3648e607d2dfdee33bdd2d6b0f42b55d54e0a730e078acc5b7db9c'],
  [
    'an event with a long secret',
    EVENT,
    'k'.repeat(200),
    '5f85c13761de719e7dc4049b9866b6c5e4ad8db812f096017f2896f2e18eef86',
  ],
  [
    'text with a Cyrillic secret',
    TEXT,
    'пароль из шестнадцати',
    'dff153f7df40546ea0724b740ff2c3799f0b5d16badf0f505c358e47ba57d1a8',
  ],
  ['an empty body', '', SECRET, '3e31f3de80843b8346d9e529dd849e6b25166a6ed6e8d07d611f7e0169945eef'],
  ['blank lines', '{"a":1}\n\n x', SECRET, 'e347ff8c4a5b2d69a6692a51c01fcda640d29a929d58fcca031218b64cb16163'],
])('the signature of %s matches OpenSSL', (_what, body, secret, hex) => {
  expect(sign(body, secret)).toBe(`sha256=v1:${hex}`);
});
