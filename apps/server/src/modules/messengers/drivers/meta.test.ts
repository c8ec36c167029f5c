import { expect, test } from 'vitest';
import { fb } from './fb.ts';
import { waCloud } from './wa-cloud.ts';

test.for([
  [400, 190, 'auth'],
  [401, 0, 'auth'],
  [400, 4, 'rate connection'],
  [400, 80007, 'rate connection'],
  [400, 130429, 'rate connection'],
  [400, 131056, 'rate chat'],
  [429, 1, 'rate connection'],
  [400, 131000, 'retry'],
  [400, 131016, 'retry'],
  [503, 2, 'retry'],
  [400, 131047, 'refused window_closed'],
  [400, 131026, 'refused recipient_unknown'],
  [400, 131050, 'refused recipient_blocked'],
  [501, 131051, 'refused content_rejected'],
  [400, 131053, 'refused content_rejected'],
  [400, 100, 'refused content_rejected'],
] as const)('status %i with code %i is %s', ([status, code, expected]) => {
  const said = waCloud.classify({
    status,
    headers: {},
    body: Buffer.alloc(0),
    json: { error: { code, message: 'words' } },
  });
  expect(said).toMatchObject({ code: String(code), detail: 'words' });
  expect(wordsOf(said.verdict)).toBe(expected);
});

test('an answer that is not of Meta is tried again', () => {
  for (const status of [200, 502]) {
    const said = waCloud.classify({ status, headers: {}, body: Buffer.from('<html>'), json: undefined });
    expect(said.verdict).toEqual({ kind: 'retry' });
  }
});

const wordsOf = ({ kind, ...more }: ReturnType<typeof waCloud.classify>['verdict']) =>
  [kind, ...Object.values(more).filter((value) => value !== undefined)].join(' ');

test.for([
  [{ code: 0 }, { kind: 'auth' }],
  [{ code: 4 }, { kind: 'rate', scope: 'connection' }],
  [{ code: 2, is_transient: true }, { kind: 'retry' }],
  [{ code: 10 }, { kind: 'refused', reason: 'content_rejected', hookReason: 'permission_missing' }],
  [{ code: 230 }, { kind: 'refused', reason: 'content_rejected', hookReason: 'permission_missing' }],
  [{ code: 100 }, { kind: 'refused', reason: 'content_rejected' }],
] as const)('the error %j of Messenger is classified', ([error, verdict]) => {
  const { verdict: said } = fb.classify({ status: 400, headers: {}, body: Buffer.alloc(0), json: { error } });
  expect(said).toEqual(verdict);
});
