import { expect, test, vi } from 'vitest';
import { startAvito } from '../../../../test/messengers/avito.ts';
import { hostChat, hostConnected, hostDriver, refusalOf } from '../../../../test/messengers/driver-host.ts';
import { avito } from './avito.ts';
import { avitoPage, exchangeCode, isExpired } from './avito-oauth.ts';

const host = async () => hostDriver(avito, await startAvito({ redirectUrl: 'https://here.example/callback' }));
const connected = async () => hostConnected(avito, await startAvito());
const chat = async () => hostChat(avito, await startAvito());

test('a seller allows access on a page, whose code gives the tokens of their account', async () => {
  const { driver, fake, access } = await host();
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
  expect(await driver.identify({ ...access, token })).toMatchObject({ account: { id: '777', name: 'Another shop' } });
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
  const { driver, fake, access } = await host();
  fake.oauth.expire();
  expect((await refusalOf(driver.identify(access)))?.verdict).toEqual({ kind: 'auth' });
  const { token } = await driver.renew(access);
  expect(JSON.parse(token).refresh_token).not.toBe(JSON.parse(access.token).refresh_token);
  expect(await driver.identify({ ...access, token })).toMatchObject({ account: { name: 'A shop' } });
  expect((await refusalOf(driver.renew(access)))?.verdict).toEqual({ kind: 'auth' });
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
  const { events, hook, access } = await connected();
  const value = { id: 'm1', chat_id: 'c1', user_id: Number(access.account?.id), author_id: 5, type, content };
  await fetch(hook.url, { method: 'POST', body: JSON.stringify({ payload: { type: 'message', value } }) });
  expect(events).toMatchObject([{ id: 'm1', content: expected }]);
});

test('a voice message that Avito no longer has is refused', async () => {
  const { driver, access } = await connected();
  const refusal = await refusalOf(driver.fetchMedia(access, 'voice:none'));
  expect(refusal?.verdict).toEqual({ kind: 'refused', reason: 'content_rejected' });
});

test('what was sent from here comes back with the id of its message', async () => {
  const { send, events, customer } = await chat();
  const id = await send({ kind: 'text', text: 'It is free' }, customer);
  await vi.waitFor(() => expect(events).toMatchObject([{ kind: 'typed-elsewhere', messageId: id }]));
});

test('a message that Avito does not have cannot be removed', async () => {
  const { driver, access, target } = await chat();
  const refusal = await refusalOf(driver.remove(access, { ...target, id: 'none' }));
  expect(refusal?.verdict).toEqual({ kind: 'refused', reason: 'recipient_unknown' });
});

test('a chat can be marked as read', async () => {
  const { driver, fake, access, target } = await chat();
  await driver.markSeen(access, { ...target, id: '1' });
  expect(fake.calls.at(-1)).toMatchObject({ method: 'POST', path: expect.stringMatching(/\/read$/) });
});
