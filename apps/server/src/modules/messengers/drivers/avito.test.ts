import { expect, test, vi } from 'vitest';
import { startAvito } from '../../../../test/messengers/avito.ts';
import { ann, hostDriver, refusalOf } from '../../../../test/messengers/driver-host.ts';
import type { Fate } from '../../../../test/messengers/fake-vendor.ts';
import { avito } from './avito.ts';
import { avitoPage, exchangeCode, isExpired } from './avito-oauth.ts';

const picture = { name: 'cat.png', type: 'image/png', bytes: Buffer.from('a picture') };
const voice = { name: 'voice.mp4', type: 'audio/mp4', bytes: Buffer.from('a voice') };

async function host() {
  const fake = await startAvito({ redirectUrl: 'https://here.example/callback' });
  return { ...(await hostDriver(avito, fake)), fake };
}

/** A connection with a chat that Ann has begun. */
async function hostChat() {
  const hosted = await host();
  await hosted.connect();
  await hosted.fake.write(ann, { text: 'Hello' });
  const [first] = hosted.events.splice(0);
  return { ...hosted, customer: { ...ann, conversation: first?.conversation ?? '' } };
}

const post = (url: string, body: unknown) => fetch(url, { method: 'POST', body: JSON.stringify(body) });

test('a seller allows access on a page, whose code gives the tokens of their account', async () => {
  const { fake, access } = await host();
  fake.oauth.signIn({ id: 777, name: 'Another shop' });
  const url = avitoPage(access.hosts, { clientId: access.sid ?? '', state: 'once' });
  expect(new URL(url).searchParams.get('scope')).toBe('messenger:read,messenger:write,user:read');
  const page = await fetch(url, { redirect: 'manual' });
  const back = new URL(page.headers.get('location') ?? '');
  expect([back.origin + back.pathname, back.searchParams.get('state')]).toEqual([
    'https://here.example/callback',
    'once',
  ]);
  const code = back.searchParams.get('code') ?? '';
  const { token } = await exchangeCode({ ...access, token: '' }, code);
  expect(await avito.identify?.({ ...access, token })).toMatchObject({ account: { id: '777', name: 'Another shop' } });
  expect((await refusalOf(exchangeCode(access, code)))?.verdict).toEqual({ kind: 'auth' });
});

test('the page of an unknown application does not open, and one who refuses brings no code', async () => {
  const { fake, access } = await host();
  expect((await fetch(avitoPage(access.hosts, { clientId: 'unknown', state: 'once' }))).status).toBe(400);
  fake.oauth.isRefused = true;
  const page = await fetch(avitoPage(access.hosts, { clientId: access.sid ?? '', state: 'once' }), {
    redirect: 'manual',
  });
  expect(page.headers.get('location')).toBe('https://here.example/callback?error=access_denied&state=once');
});

test('a wrong client secret is a rejected credential', async () => {
  const { access } = await host();
  const refusal = await refusalOf(exchangeCode({ ...access, appSecret: 'guess' }, 'code'));
  expect(refusal).toMatchObject({ verdict: { kind: 'auth' }, code: 'invalid_client' });
});

test('an expired token is renewed, and its refresh token serves once', async () => {
  const { fake, access } = await host();
  fake.oauth.expire();
  expect((await refusalOf(avito.identify?.(access) as Promise<unknown>))?.verdict).toEqual({ kind: 'auth' });
  const renewed = await avito.renew?.(access);
  const { token } = renewed ?? { token: '' };
  expect(JSON.parse(token).refresh_token).not.toBe(JSON.parse(access.token).refresh_token);
  expect(await avito.identify?.({ ...access, token })).toMatchObject({ account: { name: 'A shop' } });
  expect((await refusalOf(avito.renew?.(access) as Promise<unknown>))?.verdict).toEqual({ kind: 'auth' });
});

test('a token expires at its time', async () => {
  const { access } = await host();
  const day = 24 * 3_600_000;
  expect([isExpired(access.token, access.now), isExpired(access.token, access.now + day + 60_000)]).toEqual([
    false,
    true,
  ]);
  expect([isExpired('', access.now), isExpired('no JSON', access.now), isExpired('{}', access.now)]).toEqual([
    false,
    false,
    false,
  ]);
});

test('a token connects its account: it is named, and its updates come here', async () => {
  const { connect, access, hook } = await host();
  expect(await connect()).toEqual({
    account: { id: expect.stringMatching(/^\d+$/), name: 'A shop', username: null },
    link: null,
  });
  expect(await avito.check?.(access, hook)).toBe('registered');
  await avito.unregister?.(access, hook);
  expect(await avito.check?.(access, hook)).toBe('missing');
});

test('a token that Avito does not know is rejected', async () => {
  const { access, fake } = await host();
  fake.revoke();
  expect((await refusalOf(avito.identify?.(access) as Promise<unknown>))?.verdict).toEqual({ kind: 'auth' });
});

test('hooks of others stay beside ours', async () => {
  const { connect, fake, access, hook } = await host();
  await connect();
  fake.takeHook?.();
  expect(await avito.check?.(access, hook)).toBe('registered');
  fake.loseHook?.();
  fake.takeHook?.();
  expect(await avito.check?.(access, hook)).toBe('missing');
});

test.for([
  [{ text: 'Hello' }, { text: 'Hello' }],
  [{ file: picture }, { files: [{ isImage: true, name: 'photo.jpg', ref: expect.stringContaining('/image/') }] }],
  [{ file: voice }, { files: [{ isImage: false, name: 'voice.mp4' }] }],
  [{ coords: { lat: 1.5, lng: 2.5 } }, { coords: { lat: 1.5, lng: 2.5 } }],
  [{ isUnknown: true as const }, { unknown: 'call' }],
] as const)('a customer writes %j', async ([written, content]) => {
  const { connect, fake, events } = await host();
  await connect();
  const messageId = await fake.write(ann, written);
  expect(events).toMatchObject([{ kind: 'message', messageId, content, person: { id: ann.id } }]);
  expect(events[0]?.conversation).toMatch(/^u2i-/);
  expect(events[0]?.at).toBeGreaterThan(Date.now() - 60_000);
});

test.for([
  ['link', { link: { text: 'Look', url: 'https://shop.example/1' } }, { text: 'Look\nhttps://shop.example/1' }],
  [
    'link',
    { link: { text: 'See https://shop.example', url: 'https://shop.example' } },
    { text: 'See https://shop.example' },
  ],
  ['item', { item: { title: 'A bicycle', item_url: 'https://avito.ru/7' } }, { text: 'A bicycle\nhttps://avito.ru/7' }],
  ['item', { item: { item_url: 'https://avito.ru/7' } }, { text: 'https://avito.ru/7' }],
  ['image', { image: { sizes: {} } }, { unknown: 'image' }],
  ['voice', {}, { unknown: 'voice' }],
  ['location', { location: { lat: 'north' } }, { unknown: 'location' }],
  ['video', { video: { id: 7 } }, { unknown: 'video' }],
] as [string, object, object][])('content of the kind %s is read: %j', async ([type, content, expected]) => {
  const { connect, events, hook, access } = await host();
  await connect();
  const value = { id: 'm1', chat_id: 'c1', user_id: Number(access.account?.id), author_id: 5, type, content };
  await post(hook.url, { payload: { type: 'message', value } });
  expect(events).toMatchObject([{ id: 'm1', content: expected }]);
});

test.for([picture, voice])('a file that a customer sent can be downloaded: $name', async (file) => {
  const { connect, fake, events, access } = await host();
  await connect();
  await fake.write(ann, { file });
  const [event] = events;
  const ref = event?.kind === 'message' ? event.content.files?.[0]?.ref : undefined;
  const download = await avito.fetchMedia?.(access, ref ?? '');
  expect(Buffer.from(await (await fetch(download?.url ?? '')).arrayBuffer())).toEqual(file.bytes);
});

test('a voice message that Avito no longer has is refused', async () => {
  const { connect, access } = await host();
  await connect();
  const refusal = await refusalOf(avito.fetchMedia?.(access, 'voice:none') as Promise<unknown>);
  expect(refusal?.verdict).toEqual({ kind: 'refused', reason: 'content_rejected' });
});

test('deletions and what a seller types at Avito are events', async () => {
  const { connect, fake, events } = await host();
  await connect();
  const id = await fake.write(ann, { text: 'Hello' });
  await fake.erase?.(ann, id);
  await fake.typeElsewhere?.(ann, 'It is free');
  const conversation = events[0]?.conversation;
  expect(events).toMatchObject([
    { kind: 'message', messageId: id },
    { kind: 'removed', conversation, messageIds: [id] },
    { kind: 'typed-elsewhere', conversation, person: { id: `chat:${conversation}` }, content: { text: 'It is free' } },
  ]);
  expect(new Set(events.map((event) => event.id)).size).toBe(3);
});

test('what was sent from here comes back with the id of its message', async () => {
  const { send, events, customer } = await hostChat();
  const id = await send({ kind: 'text', text: 'It is free' }, customer);
  await vi.waitFor(() => expect(events).toMatchObject([{ kind: 'typed-elsewhere', messageId: id }]));
});

test('an update that is repeated has the same id', async () => {
  const { connect, fake, events, answers } = await host();
  await connect();
  await fake.write(ann, { text: 'Hello' });
  await fake.repeat();
  expect(events[1]?.id).toBe(events[0]?.id);
  expect(answers).toEqual([200, 200]);
});

const value = { id: 'm1', chat_id: 'c1', author_id: 5, type: 'text', content: { text: 'Hello' } };

test.for([
  ['a message of another account', { payload: { type: 'message', value: { ...value, user_id: 1 } } }],
  ['a message of Avito itself', { payload: { type: 'message', value: { ...value, chat_type: 'a2u' } } }],
  ['a message of the system', { payload: { type: 'message', value: { ...value, type: 'system' } } }],
  ['another kind of update', { payload: { type: 'chat_read', value } }],
  ['a message without a chat', { payload: { type: 'message', value: { id: 'm1' } } }],
  ['nothing', {}],
  ['no message', { payload: { type: 'message', value: 7 } }],
] as [string, object][])('%s is acknowledged and dropped', async ([, body]) => {
  const { connect, events, answers, hook } = await host();
  await connect();
  await post(hook.url, body);
  expect({ events, answers }).toEqual({ events: [], answers: [200] });
});

test('a body that is no JSON is malformed', async () => {
  const { connect, answers, hook } = await host();
  await connect();
  await fetch(hook.url, { method: 'POST', body: 'no JSON' });
  expect(answers).toEqual([400]);
});

test('texts and pictures arrive, and can be removed', async () => {
  const { send, fake, access, customer } = await hostChat();
  const id = await send({ kind: 'text', text: 'It is free', markdown: '**It** is free' }, customer);
  const file = { ...picture, size: picture.bytes.length, isImage: true, link: 'https://here.example/cat.png' };
  const imageId = await send({ kind: 'file', file }, customer, 2);
  const { conversation } = customer;
  expect(fake.sent).toMatchObject([
    { id, person: ann.id, conversation, kind: 'text', text: 'It is free' },
    { id: imageId, person: ann.id, conversation, kind: 'image', file: picture },
  ]);
  await avito.remove?.(access, { person: ann.id, conversation, id });
  expect(fake.sent.map(({ isRemoved = false }) => isRemoved)).toEqual([true, false]);
  const unknown = avito.remove?.(access, { person: ann.id, conversation, id: 'none' }) as Promise<void>;
  expect((await refusalOf(unknown))?.verdict).toEqual({ kind: 'refused', reason: 'recipient_unknown' });
});

test('a chat knows who writes and about what, and can be marked as read', async () => {
  const { fake, access, customer } = await hostChat();
  const target = { person: ann.id, conversation: customer.conversation };
  expect(await avito.profile?.(access, target)).toEqual({
    name: 'Ann Field',
    page: expect.stringMatching(/^https:\/\/avito\.ru\/item\/\d+$/),
  });
  await avito.markSeen?.(access, { ...target, id: '1' });
  expect(fake.calls.at(-1)).toMatchObject({ method: 'POST', path: expect.stringMatching(/\/read$/) });
});

test.for([
  ['limited', { kind: 'rate', scope: 'connection', seconds: 7 }, '429'],
  ['broken', { kind: 'retry' }, '504'],
  ['credential_rejected', { kind: 'auth' }, '403'],
  ['recipient_unknown', { kind: 'refused', reason: 'recipient_unknown' }, '404'],
  ['content_rejected', { kind: 'refused', reason: 'content_rejected' }, '400'],
] as [Fate, object, string][])('the answer %s is classified', async ([fate, verdict, code]) => {
  const { send, fake, customer } = await hostChat();
  fake.behave({ fate, seconds: 7 });
  expect(await refusalOf(send({ kind: 'text', text: 'Hello' }, customer))).toMatchObject({ verdict, code });
});
