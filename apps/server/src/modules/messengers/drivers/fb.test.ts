import { expect, test } from 'vitest';
import { ann, hostDriver, refusalOf } from '../../../../test/messengers/driver-host.ts';
import type { Fate } from '../../../../test/messengers/fake-vendor.ts';
import { startFb } from '../../../../test/messengers/fb.ts';
import { postSigned } from '../../../../test/messengers/meta.ts';
import type { OutgoingFile } from './driver.ts';
import { fb } from './fb.ts';

async function host() {
  const hosted = await hostDriver(fb, await startFb());
  const { access } = hosted;
  /** An update with these items. */
  const update = (...items: object[]) =>
    JSON.stringify({ object: 'page', entry: [{ id: access.account?.id, messaging: items }] });
  return { ...hosted, post: postSigned(hosted), update };
}

/** The host once it is connected. */
async function connected() {
  const hosted = await host();
  await hosted.connect();
  return hosted;
}

const picture = { name: 'cat.png', type: 'image/png', bytes: Buffer.from('a picture') };
const from = { sender: { id: '7' }, recipient: { id: 'page' }, timestamp: 1_700_000_000_123 };

test('a token connects its page: it is named, and its updates come here', async () => {
  const { connect, access, hook, fake } = await host();
  const identity = await connect();
  expect(identity).toEqual({
    account: { id: expect.stringMatching(/^\d{15}$/), name: 'Test shop', username: expect.stringMatching(/^shop/) },
    link: `https://m.me/${identity?.account.username}`,
  });
  expect(access.state).toEqual({ app: expect.stringMatching(/^\d{15}$/) });
  expect(fake.hookUrl).toBe(hook.url);
  expect(await fb.check?.(access, hook)).toBe('registered');
  await fb.unregister?.(access, hook);
  expect(await fb.check?.(access, hook)).toBe('missing');
});

test('without the secret of the app its callback is left alone', async () => {
  const { connect, access, hook, fake, events, post, update } = await host();
  access.appSecret = null;
  await connect();
  expect(fake.calls.map(({ path }) => path.split('/').at(-1))).not.toContain('subscriptions');
  expect(await fb.check?.(access, hook)).toBe('registered');
  await post(update({ ...from, message: { mid: 'm_1', text: 'Hello' } }), {});
  expect(events).toMatchObject([{ content: { text: 'Hello' } }]);
});

test('a token that Meta does not know is rejected, and not quoted', async () => {
  const { fake, access } = await host();
  fake.revoke();
  const refusal = await refusalOf(fb.identify?.(access) as Promise<unknown>);
  expect(refusal).toMatchObject({ verdict: { kind: 'auth' }, code: '190', detail: 'Malformed access token' });
});

test('a wrong secret of the app is rejected, and not quoted', async () => {
  const { connect, access } = await host();
  access.appSecret = 'wrong-secret';
  const refusal = await refusalOf(connect());
  expect(refusal).toMatchObject({ verdict: { kind: 'auth' } });
  expect(refusal?.detail).not.toContain('wrong-secret');
});

test('a callback of somebody else is a conflict, a lost subscription is missing', async () => {
  const { fake, access, hook } = await connected();
  fake.takeHook?.();
  expect(await fb.check?.(access, hook)).toBe('conflict');
  fake.loseHook?.();
  expect(await fb.check?.(access, hook)).toBe('missing');
});

test('a registration whose challenge fails is refused', async () => {
  const { access, hook, fake } = await host();
  const wrong = fb.register?.(access, { ...hook, secret: 'other' }, async () => {}) as Promise<unknown>;
  expect(await refusalOf(wrong)).toMatchObject({ code: '2200', verdict: { kind: 'refused' } });
  expect(fake.hookUrl).toBeUndefined();
});

const CODE = 'a-code_of-16chars';

test.for([
  [{ text: 'Hello' }, { content: { text: 'Hello' } }],
  [{ file: picture, text: 'My cat' }, { content: { text: 'My cat', files: [{ isImage: true, name: 'cat.png' }] } }],
  [
    { file: { ...picture, name: 'The bill.pdf', type: 'application/pdf' } },
    { content: { files: [{ isImage: false, name: 'The bill.pdf' }] } },
  ],
  [{ coords: { lat: 1.5, lng: 2.5 } }, { content: { coords: { lat: 1.5, lng: 2.5 } } }],
  [{ isUnknown: true as const }, { content: { unknown: 'template' } }],
  [{ code: CODE }, { code: CODE, content: { text: 'Hello' } }],
] as const)('a customer writes %j', async ([content, expected]) => {
  const { fake, events } = await connected();
  const id = await fake.write(ann, content);
  expect(events).toMatchObject([
    { kind: 'message', id, messageId: id, conversation: ann.id, person: { id: ann.id }, ...expected },
  ]);
  expect(Math.abs((events[0]?.at ?? 0) - Date.now())).toBeLessThan(5_000);
});

const attachment = (type: string, url: string, more: object = {}) => ({ type, payload: { url, ...more } });

test.for([
  [
    [attachment('image', 'https://cdn.example/v/1_n.jpg?x=1'), attachment('audio', 'https://cdn.example/audioclip')],
    {
      files: [
        { ref: 'https://cdn.example/v/1_n.jpg?x=1', isImage: true, name: '1_n.jpg' },
        { ref: 'https://cdn.example/audioclip', isImage: false, name: 'audio.mp4' },
      ],
    },
  ],
  [
    [attachment('image', 'https://cdn.example/like', { sticker_id: 369239263222822 })],
    { files: [{ ref: 'https://cdn.example/like', isImage: true, name: 'image.jpg' }] },
  ],
  [[attachment('fallback', 'https://shop.example')], { text: 'https://shop.example' }],
  [[attachment('ig_reel', 'https://reel.example')], { unknown: 'ig_reel' }],
] as const)('the attachments %j are read', async ([attachments, expected]) => {
  const { post, update, events } = await connected();
  await post(update({ ...from, message: { mid: 'm_1', attachments } }));
  expect(events[0]).toHaveProperty('content', expected);
});

test('a file that a customer sent can be downloaded', async () => {
  const { fake, events, access } = await connected();
  await fake.write(ann, { file: picture });
  const [event] = events;
  const ref = event?.kind === 'message' ? event.content.files?.[0]?.ref : undefined;
  const { url } = (await fb.fetchMedia?.(access, ref ?? '')) ?? { url: '' };
  expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(picture.bytes);
});

test('deliveries, reads, started conversations and what is typed in the inbox are events', async () => {
  const { fake, send, events } = await connected();
  const one = await send({ kind: 'text', text: 'one' }, ann);
  const two = await send({ kind: 'text', text: 'two' }, ann);
  const before = Date.now();
  await fake.receive?.(ann);
  await fake.read?.(ann);
  await fake.start?.(ann, CODE);
  await fake.start?.(ann);
  await fake.typeElsewhere?.(ann, 'From the inbox');
  expect(events).toMatchObject([
    { kind: 'delivered', messageIds: [one, two], conversation: ann.id },
    { kind: 'read', conversation: ann.id },
    { kind: 'started', person: { id: ann.id }, code: CODE },
    { kind: 'started', person: { id: ann.id } },
    { kind: 'typed-elsewhere', person: { id: ann.id }, conversation: ann.id, content: { text: 'From the inbox' } },
  ]);
  expect(events[1]?.kind === 'read' && (events[1].upToTime ?? 0) >= before).toBe(true);
  expect(events[3]).not.toHaveProperty('code');
  expect(new Set(events.map(({ id }) => id)).size).toBe(5);
});

test('a delivery without names of messages is one up to a time', async () => {
  const { post, update, events } = await connected();
  await post(update({ ...from, delivery: { watermark: 1_700_000_000_000 } }));
  expect(events).toMatchObject([{ kind: 'delivered', upToTime: 1_700_000_000_000 }]);
});

test.for([
  [{ referral: { ref: CODE, type: 'OPEN_THREAD' } }, { kind: 'started', code: CODE }],
  [{ postback: { mid: 'm_1', referral: { ref: CODE } } }, { kind: 'started', id: 'm_1', code: CODE }],
  [{ message: { mid: 'm_1', text: 'Hi', referral: { ref: CODE } } }, { kind: 'message', code: CODE }],
] as const)('the code of %j is found', async ([item, expected]) => {
  const { post, update, events } = await connected();
  await post(update({ ...from, ...item }));
  expect(events).toMatchObject([{ ...expected, conversation: '7', person: { id: '7' }, at: from.timestamp }]);
});

test('a link leads to the page with the code', async () => {
  const { connect } = await host();
  const identity = await connect();
  expect(identity && fb.link?.(identity, CODE)).toBe(`https://m.me/${identity?.account.username}?ref=${CODE}`);
  const account = { id: '123', name: null, username: null };
  expect(fb.link?.({ account, link: null }, CODE)).toBe(`https://m.me/123?ref=${CODE}`);
});

test('echoes of what an app sent, reactions, standby and other pages are no events', async () => {
  const { send, post, update, events, answers, fake } = await connected();
  await send({ kind: 'text', text: 'Hello' }, ann);
  await expect.poll(() => fake.pushes.length).toBe(1);
  const echo = { sender: { id: 'page' }, recipient: { id: '7' } };
  await post(update({ ...echo, message: { mid: 'm_1', is_echo: true, app_id: 1517776481860111, text: 'A bot' } }));
  await post(update({ ...from, reaction: { mid: 'm_1', emoji: '+' } }));
  const message = { ...from, message: { mid: 'm_1', text: 'Hello' } };
  await post(JSON.stringify({ object: 'page', entry: [{ id: '999', messaging: [message] }] }));
  await post(update(message).replace('"page"', '"instagram"'));
  await post(update(message).replace('messaging', 'standby'));
  expect(events).toEqual([]);
  expect(answers).toEqual([200, 200, 200, 200, 200, 200, 200]);
  await post(update({ ...echo, message: { mid: 'm_2', is_echo: true, text: 'A person' } }));
  expect(events).toMatchObject([{ kind: 'typed-elsewhere', person: { id: '7' }, messageId: 'm_2' }]);
});

test('the events of a batch keep their order', async () => {
  const { post, update, events } = await connected();
  const texts = ['one', 'two', 'three'];
  await post(update(...texts.map((text) => ({ ...from, message: { mid: `m_${text}`, text } }))));
  expect(events.map((event) => event.kind === 'message' && event.content.text)).toEqual(texts);
});

test.for([
  [null, 1, {}, { sender: null }, { sender: { id: {} } }],
  [
    { ...from, message: 'x' },
    { ...from, message: { mid: 1 } },
    { ...from, message: { mid: 'm', attachments: [null, {}] } },
  ],
  [{ ...from, message: { mid: 'm', attachments: [{ type: { toString: 1 }, payload: null }], referral: 1 } }],
  [{ ...from, message: { mid: 'm', attachments: [{ type: 'file', payload: { url: 'http://%zz/%E0%A4%A' } }] } }],
  [
    { ...from, delivery: { mids: [1, null], watermark: { toString: 1 } } },
    { ...from, read: {} },
    { ...from, referral: 1 },
  ],
])('odd items %j do no harm', async (items) => {
  const { post, update, answers } = await connected();
  await post(update(...(items as object[])));
  await post('{"entry":{}}');
  expect(answers).toEqual([200, 200, 200]);
});

test('an update that is repeated has the same id, a forged one is refused', async () => {
  const { fake, events, post, answers } = await connected();
  await fake.start?.(ann, CODE);
  await fake.repeat();
  expect(events[1]?.id).toBe(events[0]?.id);
  await post('{}', {});
  await post('{}', { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` });
  await post('no JSON');
  // The first is the challenge of the registration.
  expect(answers).toEqual([200, 200, 200, 401, 401, 400]);
});

test('text and files arrive', async () => {
  const { send, fake } = await host();
  const bytes = Buffer.from('a file');
  const file: OutgoingFile = {
    name: 'a.pdf',
    type: 'application/pdf',
    size: 6,
    isImage: false,
    bytes,
    link: 'https://here.example/a.pdf',
  };
  const id = await send({ kind: 'text', text: 'plain', markdown: '**plain**' }, ann);
  await send({ kind: 'file', file }, ann);
  await send({ kind: 'file', file: { ...file, name: 'a.png', type: 'image/png', isImage: true } }, ann);
  expect(fake.sent).toMatchObject([
    { id, kind: 'text', person: ann.id, text: 'plain' },
    { kind: 'file', file: { name: 'a.pdf', type: 'application/pdf', bytes } },
    { kind: 'image', file: { name: 'a.png', type: 'image/png', bytes } },
  ]);
});

test('marks, typing and names of customers', async () => {
  const { fake, access } = await connected();
  const target = { person: ann.id, conversation: ann.id };
  const id = await fake.write(ann, { text: 'Hello' });
  await fb.markSeen?.(access, { ...target, id });
  expect(fake.calls.at(-1)?.json).toEqual({ recipient: { id: ann.id }, sender_action: 'mark_seen' });
  await fb.typing?.(access, target);
  expect(fake.calls.at(-1)?.json).toEqual({ recipient: { id: ann.id }, sender_action: 'typing_on' });
  expect(await fb.profile?.(access, target)).toEqual({ name: 'Ann Field' });
});

test.for([
  ['limited', { kind: 'rate', scope: 'connection', seconds: 7 }],
  ['broken', { kind: 'retry' }],
  ['credential_rejected', { kind: 'auth' }],
  ['recipient_blocked', { kind: 'refused', reason: 'recipient_blocked' }],
  ['recipient_unknown', { kind: 'refused', reason: 'recipient_unknown' }],
  ['window_closed', { kind: 'refused', reason: 'window_closed' }],
  ['content_rejected', { kind: 'refused', reason: 'content_rejected' }],
] as [Fate, object][])('the answer %s is classified', async ([fate, verdict]) => {
  const { send, fake } = await host();
  fake.behave({ fate, seconds: 7 });
  expect((await refusalOf(send({ kind: 'text', text: 'Hello' }, ann)))?.verdict).toEqual(verdict);
});
