import { expect, test } from 'vitest';
import { vk } from '../vk.ts';

const rejected = { kind: 'refused', reason: 'content_rejected' };
const classify = (status: number, json: unknown) => vk.classify({ status, headers: {}, body: Buffer.alloc(0), json });
test.for([
  [5, { kind: 'auth' }],
  [27, { kind: 'auth' }],
  [6, { kind: 'rate', scope: 'connection' }],
  [9, { kind: 'rate', scope: 'chat' }],
  [29, { kind: 'rate', scope: 'connection' }],
  [1, { kind: 'retry' }],
  [10, { kind: 'retry' }],
  ...[900, 901, 902].map((code) => [code, { kind: 'refused', reason: 'recipient_blocked' }]),
  ...[914, 100].map((code) => [code, rejected]),
  ...[7, 15].map((code) => [code, { ...rejected, hookReason: 'permission_missing' }]),
] as [number, object][])('code %i is classified', ([code, verdict]) => {
  expect(classify(200, { error: { error_code: code, error_msg: 'words' } })).toEqual({
    verdict,
    code: String(code),
    detail: 'words',
  });
});

test.for([
  [502, undefined, { verdict: { kind: 'retry' } }],
  [200, undefined, { verdict: { kind: 'retry' } }],
  [429, undefined, { verdict: { kind: 'rate', scope: 'connection' } }],
  [413, undefined, { verdict: { kind: 'refused', reason: 'too_large' } }],
  [200, { error: 'no_file', error_descr: 'File not found' }, { verdict: rejected, detail: 'File not found' }],
  [200, { error: null }, { verdict: rejected }],
] as [number, unknown, object][])('status %i with %j is classified', ([status, json, expected]) => {
  expect(classify(status, json)).toMatchObject(expected);
});
