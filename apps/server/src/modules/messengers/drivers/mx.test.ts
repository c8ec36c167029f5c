import { expect, test } from 'vitest';
import { ann, hostChat, hostConnected, hostDriver, refusalOf } from '../../../../test/messengers/driver-host.ts';
import { startMx } from '../../../../test/messengers/mx.ts';
import { mx } from './mx.ts';

const host = async () => hostDriver(mx, await startMx());
const chat = async () => hostChat(mx, await startMx());
const bill = { name: 'bill.pdf', type: 'application/pdf', bytes: Buffer.from('a bill') };

async function connected() {
  const hosted = await hostConnected(mx, await startMx());
  const { hook } = hosted;
  return {
    ...hosted,
    async post(body: unknown) {
      const headers = { 'x-max-bot-api-secret': hook.secret };
      await fetch(hook.url, { method: 'POST', headers, body: JSON.stringify(body) });
    },
  };
}

const update = {
  update_type: 'message_created',
  timestamp: 1_700_000_000_000,
  message: {
    sender: { user_id: 5001, first_name: 'Ann', is_bot: false },
    recipient: { chat_id: 7, chat_type: 'dialog' },
    body: { mid: 'mid.1', text: 'Hello' },
  },
};
const { message } = update;

const withBody = (text: unknown, ...attachments: unknown[]) => ({ body: { mid: 'mid.1', text, attachments } });
const media = (type: string, url: string) => ({ type, payload: { url: `https://cdn.example/${url}` } });

test.for([
  [withBody('See https://cdn.example/page', media('share', 'page')), { text: 'See https://cdn.example/page' }],
  [withBody(null, media('share', 'page')), { text: 'https://cdn.example/page' }],
  [
    withBody('', media('image', '1'), media('sticker', '2'), media('audio', '3'), media('constructor', '4'), null),
    {
      files: [
        { ref: 'https://cdn.example/1', isImage: true, name: 'photo.jpg' },
        { ref: 'https://cdn.example/2', isImage: true, name: 'sticker.webp' },
        { ref: 'https://cdn.example/3', isImage: false, name: 'audio.mp3' },
      ],
    },
  ],
  [
    withBody(null, {
      type: 'contact',
      payload: { vcf_info: 'BEGIN:VCARD\r\nTEL;TYPE=cell:+15550101\r\n', max_info: { first_name: 'Bob' } },
    }),
    { text: 'Bob, +15550101' },
  ],
  [{ body: null, link: { type: 'forward', message: { mid: 'mid.0', text: 'Forwarded' } } }, { text: 'Forwarded' }],
  [{ body: { mid: 'mid.1', text: 5, attachments: 'none' } }, { unknown: 'message' }],
])('the message %j is shown as %j', async ([odd, content]) => {
  const { post, events } = await connected();
  await post({ ...update, message: { ...message, ...odd } });
  expect(events.map((event) => event.kind === 'message' && event.content)).toEqual([content]);
});

test('MAX gives events no ids: those of edits and removals are made of their messages', async () => {
  const { fake, events, writtenId: id } = await chat();
  await fake.edit?.(ann, id, 'Good day');
  await fake.erase?.(ann, id);
  expect(events).toMatchObject([{ id: expect.stringContaining(`${id}:edited:`) }, { id: `${id}:removed` }]);
});

test('what the bot itself writes, edits and removes is dropped', async () => {
  const { post, events, access } = await connected();
  const user_id = Number(access.account?.id);
  await post({ ...update, message: { ...message, sender: { user_id } } });
  await post({ ...update, update_type: 'message_edited', message: { ...message, sender: { user_id } } });
  await post({ update_type: 'message_removed', message_id: 'mid.1', chat_id: 7, user_id });
  expect(events).toEqual([]);
});

test('a bot with a hook cannot be polled', async () => {
  const { driver, access } = await connected();
  expect(await refusalOf(driver.poll(access, null, 0))).toMatchObject({ status: 405 });
});

test('a file is uploaded without the token, to a host that is not that of the API', async () => {
  const { send, offer, fake } = await host();
  await send({ kind: 'file', file: offer(bill) }, ann);
  const [uploaded, ...more] = fake.calls.filter(({ path }) => path.startsWith('/upload/'));
  expect([uploaded?.headers.authorization, more]).toEqual([undefined, []]);
});

test('what was removed cannot be edited, which MAX says with the status of a success', async () => {
  const { driver, send, access, customer, target } = await chat();
  const sent = { ...target, id: await send({ kind: 'text', text: 'Hello' }, customer) };
  await driver.remove(access, sent);
  const refusal = await refusalOf(driver.edit(access, sent, 'Good day'));
  expect(refusal).toMatchObject({ verdict: { kind: 'refused' }, detail: 'Message not found' });
});

test('reading and typing are shown in the dialog', async () => {
  const { driver, access, fake, target, writtenId: id } = await chat();
  await driver.markSeen(access, { ...target, id });
  await driver.typing(access, { ...target, lastMessage: id });
  const path = `/chats/${target.conversation}/actions`;
  expect(fake.calls.slice(-2)).toMatchObject([
    { path, json: { action: 'mark_seen' } },
    { path, json: { action: 'typing_on' } },
  ]);
});

test('markup that MAX refuses is sent as plain text', async () => {
  const { send, fake } = await host();
  await send({ kind: 'text', text: 'an unparsable text', markdown: 'an **unparsable** text' }, ann);
  expect(fake.sent).toMatchObject([{ text: 'an unparsable text' }]);
});

test('a file that MAX still processes is sent by the next attempt, without a second upload', async () => {
  const { send, offer, fake } = await host();
  const content = { kind: 'file', file: offer({ ...bill, name: 'slow.pdf' }) } as const;
  const refusal = await refusalOf(send(content, ann, 7));
  expect(refusal).toMatchObject({ verdict: { kind: 'retry' }, code: 'attachment.not.ready' });
  await send(content, ann, 7);
  expect(fake.sent).toMatchObject([{ kind: 'file', file: { name: 'slow.pdf' } }]);
  expect(fake.calls.filter(({ path }) => path === '/uploads')).toHaveLength(1);
  await send(content, ann, 8).catch(() => {});
  expect(fake.calls.filter(({ path }) => path === '/uploads')).toHaveLength(2);
});

test.for([
  [200, {}, { kind: 'ok' }],
  [200, undefined, { kind: 'ok' }],
  [200, { success: false, message: 'No' }, { kind: 'refused', reason: 'content_rejected' }],
  [200, { code: 'attachment.not.ready' }, { kind: 'retry' }],
  [400, { code: 'proto.payload', message: 'error.dialog.not.found' }, { kind: 'refused', reason: 'recipient_unknown' }],
  [403, { code: 'verify.token' }, { kind: 'auth' }],
  [500, undefined, { kind: 'retry' }],
] as [number, unknown, object][])('the answer %i %j is classified', ([status, json, verdict]) => {
  expect(mx.classify({ status, headers: {}, body: Buffer.alloc(0), json }).verdict).toEqual(verdict);
});
