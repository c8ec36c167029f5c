import { expect, test } from 'vitest';
import { ann, hostDriver, refusalOf } from '../../../../test/messengers/driver-host.ts';
import type { Fate } from '../../../../test/messengers/fake-vendor.ts';
import { startVk } from '../../../../test/messengers/vk.ts';
import { type Access, createCall } from './access.ts';
import type { Driver, OutgoingFile } from './driver.ts';
import { listPermissions, namesCommunity, vk } from './vk.ts';

/** Optional members are there: the tests call them. */
const driver = vk as Required<Driver>;

async function host(options?: Parameters<typeof startVk>[0]) {
  const fake = await startVk(options);
  return { ...(await hostDriver(vk, fake)), fake };
}

/** Has VK answer some calls with this. */
function answering(access: Access, part: string, json: unknown): Access {
  const body = Buffer.from(JSON.stringify(json));
  const call = createCall(() => Promise.resolve({ status: 200, headers: {}, body }), vk.classify);
  return { ...access, call: (request) => (request.url.includes(part) ? call(request) : access.call(request)) };
}

const error = (error_code: number) => ({ error: { error_code, error_msg: 'words' } });
const methodsOf = (calls: { path: string }[]) => calls.map(({ path }) => path.replace('/method/', ''));

const picture = { name: 'cat.png', type: 'image/png', bytes: Buffer.from('a picture') };
test('a token connects its community, which confirms the callback server with the code', async () => {
  const { connect, access, hook, fake } = await host();
  const username = `shop${fake.community}`;
  expect(await connect()).toEqual({
    account: { id: fake.community, name: 'Shop', username },
    link: `https://vk.me/${username}`,
  });
  expect(access.state).toEqual({ code: expect.any(String), server_id: '1' });
  expect(await driver.check(access, hook)).toBe('registered');
  await driver.unregister(access, hook);
  expect(await driver.check(access, hook)).toBe('missing');
  expect(await refusalOf(driver.unregister(access, hook)), 'an unknown server is as good as deleted').toBeUndefined();
  expect(fake.calls.some(({ path, query }) => `${path}${query}`.includes(access.token))).toBe(false);
});

test('older versions of the API answer with a list of communities', async () => {
  const { access } = await host();
  const older = answering(access, 'groups.getById', { response: [{ id: 5, name: 'Club' }] });
  const account = { id: '5', name: 'Club', username: null };
  expect(await driver.identify(older)).toEqual({ account, link: 'https://vk.me/club5' });
});

test('a token that VK does not know, or of no community, is rejected', async () => {
  const { fake, access } = await host();
  for (const json of [{ response: { groups: [] } }, error(100), error(5), error(27)]) {
    const refusal = await refusalOf(driver.identify(answering(access, 'groups.getById', json)));
    expect(refusal?.verdict).toEqual({ kind: 'auth' });
  }
  fake.revoke();
  expect(await refusalOf(driver.identify(access))).toMatchObject({ verdict: { kind: 'auth' }, code: '5' });
});

test('permissions of a token are listed', async () => {
  const { access } = await host({ permissions: ['messages', 'photos'] });
  expect(await listPermissions(access)).toEqual(['messages', 'photos']);
});

test.for([
  ...['100', 'club100', 'public100', 'event100', 'Shop.RU', '@shop.ru', ' https://vk.com/club100 ', 'vk.com/shop.ru'],
  ...[
    'https://vk.ru/Shop.ru/',
    'HTTPS://M.VK.COM/shop.ru?w=wall-1_2',
    'http://www.vk.com/public100#top',
    'vk.me/shop.ru',
  ],
])('%s names the community', (text) => {
  expect(namesCommunity(text, { account: { id: '100', name: 'Shop', username: 'Shop.ru' } })).toBe(true);
});

test.for([
  ...['', '@', '10', '1000', 'club', 'club1001', 'shop', 'shop.ru2', 'vk.com', 'https://vk.com/'],
  ...['https://example.com/shop.ru', 'https://vk.com.example/club100', 'https://vk.com/im/shop.ru'],
])('%s does not name the community', (text) => {
  const account = { id: '100', name: 'Shop', username: 'shop.ru' };
  expect(namesCommunity(text, { account })).toBe(false);
  expect(namesCommunity(text, { account: { ...account, username: null } })).toBe(false);
});

test('a community has one callback server of ours, added again only when it is gone', async () => {
  const { connect, fake, access, hook } = await host();
  await connect();
  await connect();
  expect(access.state.server_id).toBe('1');
  // The answer of the call that added it got lost.
  delete access.state.server_id;
  await connect();
  expect(access.state.server_id).toBe('1');
  fake.takeHook?.();
  expect(await driver.check(access, hook), 'other systems have servers of their own').toBe('registered');
  fake.loseHook?.();
  expect(await driver.check(access, hook)).toBe('missing');
  access.state.server_id = '9';
  await connect();
  expect(await driver.check(access, hook)).toBe('registered');
});

test('a callback server that cannot be confirmed is not registered', async () => {
  const { fake, access, hook } = await host();
  const refusal = await refusalOf(driver.register(access, hook, async () => {}));
  expect(refusal).toMatchObject({ verdict: { kind: 'refused' }, detail: 'VK could not confirm the callback server' });
  expect(await driver.check(access, hook)).toBe('missing');
  expect(fake.hookUrl).toBeUndefined();
});

test('a server that VK does not delete is kept', async () => {
  const { connect, access, hook } = await host();
  await connect();
  const refusal = await refusalOf(driver.unregister(answering(access, 'deleteCallbackServer', error(15)), hook));
  expect(refusal?.code).toBe('15');
});

test.for([
  [{ text: 'Hello' }, { content: { text: 'Hello' } }],
  [{ file: picture, text: 'My cat' }, { content: { text: 'My cat', files: [{ isImage: true, name: 'photo.jpg' }] } }],
  [
    { file: { ...picture, name: 'a.pdf', type: 'application/pdf' } },
    { content: { files: [{ name: 'a.pdf', size: 9 }] } },
  ],
  [{ file: { ...picture, type: 'audio/mpeg' } }, { content: { files: [{ isImage: false, name: 'voice.mp3' }] } }],
  [{ coords: { lat: 1.5, lng: 2.5 } }, { content: { coords: { lat: 1.5, lng: 2.5 } } }],
  [{ isUnknown: true as const }, { content: { unknown: 'poll' } }],
  [{ code: 'abc-1' }, { content: { text: 'Hello' }, code: 'abc-1' }],
] as const)('a customer writes %j', async ([content, expected]) => {
  const { connect, fake, events, access } = await host();
  await connect();
  const messageId = await fake.write(ann, content);
  const person = { id: ann.id };
  expect(events).toMatchObject([{ kind: 'message', conversation: ann.id, person, messageId, ...expected }]);
  expect(fake.pushes).toEqual([{ status: 200, body: 'ok' }]);
  const [event] = events;
  const ref = event?.kind === 'message' ? event.content.files?.[0]?.ref : undefined;
  if (!('file' in content) || ref === undefined) return;
  const { url } = await driver.fetchMedia(access, ref);
  expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(content.file.bytes);
});

test('edits, marks of reading, permissions and what is written in VK itself are events', async () => {
  const { connect, fake, events, send } = await host();
  await connect();
  const messageId = await fake.write(ann, { text: 'Helo' });
  await fake.edit?.(ann, messageId, 'Hello');
  const upToId = await send({ kind: 'text', text: 'Hi' }, ann);
  await fake.read?.(ann);
  await fake.block?.(ann);
  await fake.allow?.(ann);
  await fake.typeElsewhere?.(ann, 'From VK');
  // VK echoes what we sent, which is no event.
  expect(fake.pushes).toHaveLength(7);
  const common = { conversation: ann.id };
  const person = { id: ann.id };
  expect(events).toMatchObject([
    { ...common, kind: 'message', messageId, at: expect.any(Number) },
    { ...common, kind: 'edited', messageId, text: 'Hello' },
    { ...common, kind: 'read', upToId },
    { ...common, kind: 'blocked', person },
    { ...common, kind: 'allowed', person },
    { ...common, kind: 'typed-elsewhere', person, content: { text: 'From VK' } },
  ]);
  expect(new Set(events.map(({ id }) => id)).size).toBe(6);
});

test('an update that is repeated has the same id, a forged one is refused, and so is what is no JSON', async () => {
  const { connect, fake, events, hook, answers } = await host();
  await connect();
  await fake.write(ann, { text: 'Hello' });
  await fake.repeat();
  expect(events[1]?.id).toBe(events[0]?.id);
  answers.length = 0;
  for (const body of ['{"type":"message_new"}', '{"type":"confirmation","secret":"guess"}', 'no JSON', '[]']) {
    await fetch(hook.url, { method: 'POST', body });
  }
  expect(answers).toEqual([401, 401, 400, 400]);
});

test('without a hook, updates are polled from where the last poll ended', async () => {
  const { fake, access } = await host();
  const first = await driver.poll(access, null, 25);
  expect(first.events, 'the place is told before anybody waits').toEqual([]);
  expect(methodsOf(fake.calls).slice(1)).toEqual(['groups.setLongPollSettings', 'groups.getLongPollServer']);
  await fake.write(ann, { text: 'one' });
  const second = await driver.poll(access, first.position, 0);
  expect(second.events).toMatchObject([{ kind: 'message', content: { text: 'one' } }]);
  setTimeout(() => fake.write(ann, { text: 'two' }), 50);
  expect((await driver.poll(access, second.position, 5)).events).toMatchObject([{ content: { text: 'two' } }]);
  expect((await driver.poll(access, '999999', 0)).events, 'a place that is gone').toEqual([]);
});

test.for([
  [1, '77'],
  [2, '5'],
  [3, 'fresh'],
] as const)('after failure %i of a poll, the next goes on from %s', async ([failed, expected]) => {
  const { access } = await host();
  const fresh = (await driver.poll(access, null, 0)).position;
  const { position } = await driver.poll(answering(access, 'a_check', { failed, ts: 77 }), '5', 0);
  expect(position).toBe(expected === 'fresh' ? fresh : expected);
});

const pdf: OutgoingFile = {
  name: 'a.pdf',
  type: 'application/pdf',
  size: 6,
  isImage: false,
  bytes: Buffer.from('a file'),
  link: 'https://here.example/a.pdf',
};

test('text and files arrive as they are', async () => {
  const { send, fake } = await host();
  const id = await send({ kind: 'text', text: 'Pick one', markdown: '**Pick** one' }, ann, 1);
  await send(
    { kind: 'file', file: { ...pdf, name: 'a.png', type: 'image/png', isImage: true }, caption: 'Cat' },
    ann,
    2,
  );
  await send({ kind: 'file', file: pdf, caption: 'The bill' }, ann, 3);
  await send({ kind: 'file', file: { ...pdf, name: 'a.webp', type: 'image/webp', isImage: true } }, ann, 4);
  const { bytes } = pdf;
  expect(fake.sent).toMatchObject([
    { id, kind: 'text', person: ann.id, text: 'Pick one' },
    { kind: 'image', text: 'Cat', file: { name: 'a.png', type: 'image/png', bytes } },
    { kind: 'file', text: 'The bill', file: { name: 'a.pdf', type: 'application/pdf', bytes } },
    { kind: 'file', file: { name: 'a.webp', bytes } },
  ]);
  expect(methodsOf(fake.calls).slice(1, 9)).toEqual([
    ...['photos.getMessagesUploadServer', '/upload/photo', 'photos.saveMessagesPhoto', 'messages.send'],
    ...['docs.getMessagesUploadServer', '/upload/doc', 'docs.save', 'messages.send'],
  ]);
});

test('a part that is sent again arrives once', async () => {
  const { send, fake } = await host();
  const id = await send({ kind: 'text', text: 'Hello' }, ann, 2 ** 31 - 1);
  expect(await send({ kind: 'text', text: 'Hello' }, ann, 2 ** 31 - 1)).toBe(id);
  expect(await send({ kind: 'text', text: 'Hello' }, ann, 3)).not.toBe(id);
  expect(fake.sent).toHaveLength(2);
});

test('messages can be edited and removed, which VK may refuse', async () => {
  const { send, fake, access } = await host();
  const message = { person: ann.id, conversation: ann.id, id: await send({ kind: 'text', text: 'Hello' }, ann) };
  await driver.edit(access, message, 'Hello!');
  expect(fake.sent).toMatchObject([{ text: 'Hello!', isEdited: true }]);
  await driver.remove(access, message);
  expect(fake.sent[0]?.isRemoved).toBe(true);
  const refused = { verdict: { kind: 'refused', reason: 'content_rejected' } };
  expect(await refusalOf(driver.remove(access, message))).toMatchObject({ ...refused, code: '924' });
  expect(await refusalOf(driver.edit(access, { ...message, id: '1' }, 'x'))).toMatchObject({ ...refused, code: '100' });
  const older = answering(access, 'messages.delete', { response: { [message.id]: 1 } });
  expect(await refusalOf(driver.remove(older, message))).toBeUndefined();
});

test('marks of reading, typing, names and links work', async () => {
  const { connect, fake, access } = await host();
  const identity = await connect();
  const id = await fake.write(ann, { text: 'Hello' });
  const target = { person: ann.id, conversation: ann.id };
  await driver.markSeen(access, { ...target, id });
  await driver.typing(access, target);
  expect(fake.calls.slice(-2)).toMatchObject([
    { path: '/method/messages.markAsRead', json: { peer_id: ann.id, start_message_id: id } },
    { path: '/method/messages.setActivity', json: { peer_id: ann.id, type: 'typing' } },
  ]);
  expect(await driver.profile(access, target)).toEqual({ name: 'Ann Field' });
  expect(await driver.profile(access, { person: '1', conversation: '1' })).toEqual({});
  const gone = { response: [{ first_name: 'DELETED', last_name: '', deactivated: 'deleted' }] };
  expect(await driver.profile(answering(access, 'users.get', gone), target)).toEqual({});
  expect(identity && driver.link(identity, 'abc-1')).toBe(`https://vk.me/shop${fake.community}?ref=abc-1`);
});

test.for([
  ['limited', { kind: 'rate', scope: 'connection' }],
  ['broken', { kind: 'retry' }],
  ['credential_rejected', { kind: 'auth' }],
  ['recipient_blocked', { kind: 'refused', reason: 'recipient_blocked' }],
  ['recipient_unknown', { kind: 'refused', reason: 'recipient_unknown' }],
  ['window_closed', { kind: 'refused', reason: 'window_closed' }],
  ['content_rejected', { kind: 'refused', reason: 'content_rejected' }],
] as [Fate, object][])('the answer %s is classified', async ([fate, verdict]) => {
  const { send, fake } = await host();
  fake.behave({ fate });
  expect((await refusalOf(send({ kind: 'text', text: 'Hello' }, ann)))?.verdict).toEqual(verdict);
});
