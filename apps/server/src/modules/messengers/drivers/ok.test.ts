import { expect, test } from 'vitest';
import { ann, hostConnected, refusalOf } from '../../../../test/messengers/driver-host.ts';
import { startOk } from '../../../../test/messengers/ok.ts';
import { ok } from './ok.ts';

async function connected() {
  const hosted = await hostConnected(ok, await startOk());
  const post = (body: object) => fetch(hosted.hook.url, { method: 'POST', body: JSON.stringify(body) });
  return { ...hosted, post };
}

const update = {
  sender: { user_id: 'user:5001', name: 'Ann Field' },
  recipient: { chat_id: 'chat:C1' },
  message: { mid: 'mid:C1.1', seq: 1, text: 'Hello' },
  timestamp: 1_700_000_000_000,
};

test.for([
  [
    { text: 'See https://shop.example', attachments: [{ type: 'SHARE', payload: { url: 'https://shop.example' } }] },
    { text: 'See https://shop.example' },
  ],
  [{ attachments: [{ type: 'SHARE', payload: { url: 'https://shop.example' } }] }, { text: 'https://shop.example' }],
  [
    {
      attachments: [
        { type: 'IMAGE', payload: { url: 'https://cdn.example/1' } },
        { type: 'FILE', payload: { url: 'https://cdn.example/2', name: 'bill.pdf' } },
        { type: 'constructor', payload: { url: 'https://cdn.example/3' } },
        { type: 'VIDEO' },
        null,
      ],
    },
    {
      files: [
        { ref: 'https://cdn.example/1', isImage: true, name: 'photo.jpg' },
        { ref: 'https://cdn.example/2', isImage: false, name: 'bill.pdf' },
      ],
    },
  ],
  [{ text: 5, attachments: 'none' }, { unknown: 'message' }],
])('the message %j is shown as %j', async ([message, content]) => {
  const { post, events } = await connected();
  await post({ ...update, message: { mid: 'mid:C1.1', ...message } });
  expect(events.map((event) => event.kind === 'message' && event.content)).toEqual([content]);
});

test('an update without a type is a message', async () => {
  const { post, events } = await connected();
  await post(update);
  expect(events).toMatchObject([{ id: 'mid:C1.1', at: 1_700_000_000_000, content: { text: 'Hello' } }]);
});

test('a chat of another group is unknown', async () => {
  const { send } = await connected();
  const refusal = await refusalOf(send({ kind: 'text', text: 'Hello' }, { ...ann, conversation: 'chat:C1' }));
  expect(refusal?.verdict).toEqual({ kind: 'refused', reason: 'recipient_unknown' });
});

test.for([
  [200, { success: true }, { kind: 'ok' }],
  [200, { success: false }, { kind: 'refused', reason: 'content_rejected' }],
  [200, { error_code: 103 }, { kind: 'auth' }],
  [200, { error_code: 2 }, { kind: 'retry' }],
  [200, { error_code: 10 }, { kind: 'refused', reason: 'content_rejected' }],
  [200, undefined, { kind: 'retry' }],
  [200, null, { kind: 'retry' }],
  [429, undefined, { kind: 'rate', scope: 'connection' }],
  [400, {}, { kind: 'refused', reason: 'content_rejected' }],
] as [number, unknown, object][])('the answer %i %j is classified', ([status, json, verdict]) => {
  expect(ok.classify({ status, headers: {}, body: Buffer.alloc(0), json }).verdict).toEqual(verdict);
});
