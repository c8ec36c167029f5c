import { expect, test } from 'vitest';
import { ann, hostDriver, refusalOf } from '../../../../test/messengers/driver-host.ts';
import type { Fate } from '../../../../test/messengers/fake-vendor.ts';
import { startMx } from '../../../../test/messengers/mx.ts';
import { mx } from './mx.ts';

const host = async () => hostDriver(mx, await startMx());
const picture = { name: 'cat.png', type: 'image/png', bytes: Buffer.from('a picture') };
const bill = { name: 'bill.pdf', type: 'application/pdf', bytes: Buffer.from('a bill') };
const file = (content: typeof picture, isImage: boolean) => ({
  ...content,
  size: content.bytes.length,
  isImage,
  link: 'https://here.example/file',
});

async function connected() {
  const hosted = await host();
  await hosted.connect();
  const { hook } = hosted;
  return {
    ...hosted,
    async post(body: unknown, secret = hook.secret) {
      const headers = { 'x-max-bot-api-secret': secret };
      await fetch(hook.url, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });
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

test('a token connects its bot: it is named, and its updates come here', async () => {
  const { connect, access, hook } = await host();
  expect(await connect()).toEqual({
    account: { id: expect.stringMatching(/^\d+$/), name: 'Shop bot', username: 'shop_test_bot' },
    link: 'https://max.ru/shop_test_bot',
  });
  expect(await mx.check?.(access, hook)).toBe('registered');
  await mx.unregister?.(access, hook);
  expect(await mx.check?.(access, hook)).toBe('missing');
});

test('a token that MAX does not know is rejected', async () => {
  const { fake, access } = await host();
  fake.revoke();
  expect((await refusalOf(mx.identify?.(access) as Promise<unknown>))?.verdict).toEqual({ kind: 'auth' });
});

test('a hook of somebody else is a conflict, one that is gone is missing', async () => {
  const { fake, access, hook } = await connected();
  fake.takeHook?.();
  expect(await mx.check?.(access, hook)).toBe('conflict');
  fake.loseHook?.();
  expect(await mx.check?.(access, hook)).toBe('missing');
});

test.for([
  [{ text: 'Hello' }, { kind: 'message', content: { text: 'Hello' } }],
  [
    { file: picture, text: 'My cat' },
    { kind: 'message', content: { text: 'My cat', files: [{ isImage: true, name: 'photo.jpg' }] } },
  ],
  [{ file: bill }, { kind: 'message', content: { files: [{ isImage: false, name: 'bill.pdf', size: 6 }] } }],
  [{ coords: { lat: 1.5, lng: 2.5 } }, { kind: 'message', content: { coords: { lat: 1.5, lng: 2.5 } } }],
  [{ isUnknown: true as const }, { kind: 'message', content: { unknown: 'data' } }],
  [{ code: 'abc-1' }, { kind: 'started', code: 'abc-1' }],
] as const)('a customer writes %j', async ([content, expected]) => {
  const { fake, events } = await connected();
  await fake.write(ann, content);
  const person = { id: ann.id, name: 'Ann Field', locale: 'en' };
  expect(events).toMatchObject([{ ...expected, conversation: expect.stringMatching(/^\d+$/), person }]);
});

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

test('a file that a customer sent can be downloaded', async () => {
  const { fake, events, access } = await connected();
  await fake.write(ann, { file: bill });
  const [event] = events;
  const ref = event?.kind === 'message' ? event.content.files?.[0]?.ref : undefined;
  const download = await mx.fetchMedia?.(access, ref ?? '');
  expect(Buffer.from(await (await fetch(download?.url ?? '')).arrayBuffer())).toEqual(bill.bytes);
});

test('edits, removals, stopping and starting are events with ids of their own', async () => {
  const { fake, events } = await connected();
  const id = await fake.write(ann, { text: 'Helo' });
  await fake.edit?.(ann, id, 'Hello');
  await fake.erase?.(ann, id);
  await fake.block?.(ann);
  await fake.allow?.(ann);
  const person = { id: ann.id };
  expect(events).toMatchObject([
    { id, kind: 'message', messageId: id },
    { id: expect.stringContaining(`${id}:edited:`), kind: 'edited', messageId: id, text: 'Hello' },
    { id: `${id}:removed`, kind: 'removed', messageIds: [id] },
    { kind: 'blocked', person },
    { kind: 'started', person },
  ]);
  expect(new Set(events.map((event) => event.id)).size).toBe(5);
  expect(new Set(events.map((event) => event.conversation)).size).toBe(1);
});

test('an update that is repeated has the same id, a forged one is refused, and one that is no JSON is malformed', async () => {
  const { fake, events, post, answers } = await connected();
  await fake.write(ann, { text: 'Hello' });
  await fake.repeat();
  expect(events[1]?.id).toBe(events[0]?.id);
  await post(update, 'guess');
  await post('no JSON');
  expect(answers).toEqual([200, 200, 401, 400]);
});

test.for([
  ['of a group', { ...update, message: { ...message, recipient: { chat_id: -7, chat_type: 'chat' } } }],
  ['of a bot', { ...update, message: { ...message, sender: { user_id: 1, is_bot: true } } }],
  ['without a sender', { ...update, message: { ...message, sender: null } }],
  ['to another bot', { ...update, message: { ...message, recipient: { ...message.recipient, user_id: 1 } } }],
  ['of an unknown kind', { ...update, update_type: 'dialog_muted', chat_id: 7, user: { user_id: 5001 } }],
  ['about nobody', { update_type: 'bot_started', chat_id: 7 }],
  ['about nothing', { update_type: 'message_created', message: 'Hello' }],
  ['without anything', {}],
] as [string, object][])('an update %s is dropped', async ([, dropped]) => {
  const { post, events, answers } = await connected();
  await post(dropped);
  expect([events, answers]).toEqual([[], [200]]);
});

test('what the bot itself writes, edits and removes is dropped', async () => {
  const { post, events, access } = await connected();
  const user_id = Number(access.account?.id);
  await post({ ...update, message: { ...message, sender: { user_id } } });
  await post({ ...update, update_type: 'message_edited', message: { ...message, sender: { user_id } } });
  await post({ update_type: 'message_removed', message_id: 'mid.1', chat_id: 7, user_id });
  expect(events).toEqual([]);
});

test('without a hook, updates are polled from where the last poll ended', async () => {
  const { fake, access } = await host();
  await fake.write(ann, { text: 'one' });
  const first = await mx.poll?.(access, null, 0);
  expect(first?.events).toMatchObject([{ kind: 'message', content: { text: 'one' } }]);
  expect(await mx.poll?.(access, first?.position ?? null, 0)).toEqual({ events: [], position: first?.position });
  await fake.edit?.(ann, 'mid.1', 'two');
  expect((await mx.poll?.(access, first?.position ?? null, 1))?.events).toMatchObject([
    { kind: 'edited', text: 'two' },
  ]);
});

test('a bot with a hook cannot be polled', async () => {
  const { access } = await connected();
  expect(await refusalOf(mx.poll?.(access, null, 0) as Promise<unknown>)).toMatchObject({ status: 405 });
});

test('text, pictures and files arrive, and can be edited and removed', async () => {
  const { send, fake, access } = await host();
  const id = await send({ kind: 'text', text: 'Pick one', markdown: '**Pick** one' }, ann);
  await send({ kind: 'text', text: 'Plain' }, ann);
  await send({ kind: 'file', file: file(bill, false), caption: 'The bill' }, ann);
  await send({ kind: 'file', file: file(picture, true) }, ann);
  await send({ kind: 'file', file: file({ ...picture, type: 'image/webp' }, true) }, ann);
  expect(fake.sent).toMatchObject([
    { id, kind: 'text', person: ann.id, text: '**Pick** one' },
    { kind: 'text', text: 'Plain' },
    { kind: 'file', text: 'The bill', file: bill },
    { kind: 'image', file: picture },
    { kind: 'file', file: { type: 'image/webp' } },
  ]);
  const uploads = fake.calls.filter(({ path }) => path.startsWith('/upload/'));
  expect(uploads.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined, undefined]);
  const sent = { person: ann.id, conversation: fake.sent[0]?.conversation ?? '', id };
  await mx.edit?.(access, sent, 'Pick two');
  expect(fake.sent[0]).toMatchObject({ text: 'Pick two', isEdited: true });
  await mx.remove?.(access, sent);
  expect(fake.sent[0]?.isRemoved).toBe(true);
  const refusal = await refusalOf(mx.edit?.(access, sent, 'Pick three') as Promise<unknown>);
  expect(refusal).toMatchObject({ verdict: { kind: 'refused' }, detail: 'Message not found' });
});

test('reading and typing are shown in the dialog', async () => {
  const { access, fake, events } = await connected();
  const id = await fake.write(ann, { text: 'Hello' });
  const target = { person: ann.id, conversation: events[0]?.conversation ?? '' };
  await mx.markSeen?.(access, { ...target, id });
  await mx.typing?.(access, target);
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
  const { send, fake } = await host();
  const content = { kind: 'file', file: file({ ...bill, name: 'slow.pdf' }, false) } as const;
  const refusal = await refusalOf(send(content, ann, 7));
  expect(refusal).toMatchObject({ verdict: { kind: 'retry' }, code: 'attachment.not.ready' });
  await send(content, ann, 7);
  expect(fake.sent).toMatchObject([{ kind: 'file', file: { name: 'slow.pdf' } }]);
  expect(fake.calls.filter(({ path }) => path === '/uploads')).toHaveLength(1);
  await send(content, ann, 8).catch(() => {});
  expect(fake.calls.filter(({ path }) => path === '/uploads')).toHaveLength(2);
});

test('somebody who stopped the bot is not written to', async () => {
  const { send, fake } = await connected();
  await fake.block?.(ann);
  const refusal = await refusalOf(send({ kind: 'text', text: 'Hello' }, ann));
  expect(refusal).toMatchObject({ code: 'chat.denied', verdict: { kind: 'refused', reason: 'recipient_blocked' } });
});

test.for([
  ['limited', { kind: 'rate', scope: 'connection', seconds: 7 }],
  ['broken', { kind: 'retry' }],
  ['credential_rejected', { kind: 'auth' }],
  ['recipient_blocked', { kind: 'refused', reason: 'recipient_blocked' }],
  ['recipient_unknown', { kind: 'refused', reason: 'recipient_unknown' }],
  ['content_rejected', { kind: 'refused', reason: 'content_rejected' }],
] as [Fate, object][])('the answer %s is classified', async ([fate, verdict]) => {
  const { send, fake } = await host();
  fake.behave({ fate, seconds: 7 });
  expect((await refusalOf(send({ kind: 'text', text: 'Hello' }, ann)))?.verdict).toEqual(verdict);
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

test('a link brings a code along', () => {
  const identity = { account: { id: '1', name: null, username: 'shop' }, link: 'https://max.ru/shop' };
  expect(mx.link?.(identity, 'abc-1')).toBe('https://max.ru/shop?start=abc-1');
  expect(mx.link?.({ ...identity, link: null }, 'abc-1')).toBeUndefined();
});
