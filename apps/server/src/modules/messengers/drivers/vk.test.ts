import { expect, test } from 'vitest';
import { ann, hostChat, hostDriver, refusalOf } from '../../../../test/messengers/driver-host.ts';
import { startVk } from '../../../../test/messengers/vk.ts';
import { type Access, createCall } from './access.ts';
import { listPermissions, namesCommunity, vk } from './vk.ts';

const host = async (options?: Parameters<typeof startVk>[0]) => hostDriver(vk, await startVk(options));
const chat = async () => hostChat(vk, await startVk());

/** Has VK answer some calls with this. */
function answering(access: Access, part: string, json: unknown): Access {
  const body = Buffer.from(JSON.stringify(json));
  const call = createCall(() => Promise.resolve({ status: 200, headers: {}, body }), vk.classify);
  return { ...access, call: (request) => (request.url.includes(part) ? call(request) : access.call(request)) };
}

const error = (error_code: number) => ({ error: { error_code, error_msg: 'words' } });
const methodsOf = (calls: { path: string }[]) => calls.map(({ path }) => path.replace('/method/', ''));

test('a community is disconnected also where its callback server is unknown, and no address has the token', async () => {
  const { connect, driver, access, hook, fake } = await host();
  expect(await connect()).toMatchObject({ account: { id: fake.community, username: `shop${fake.community}` } });
  await driver.unregister(access, hook);
  expect(await refusalOf(driver.unregister(access, hook)), 'an unknown server is as good as deleted').toBeUndefined();
  expect(fake.calls.some(({ path, query }) => `${path}${query}`.includes(access.token))).toBe(false);
});

test('older versions of the API answer with a list of communities', async () => {
  const { driver, access } = await host();
  const older = answering(access, 'groups.getById', { response: [{ id: 5, name: 'Club' }] });
  const account = { id: '5', name: 'Club', username: null };
  expect(await driver.identify(older)).toEqual({ account, link: 'https://vk.me/club5' });
});

test('a token of no community is rejected', async () => {
  const { driver, access } = await host();
  for (const json of [{ response: { groups: [] } }, error(100), error(5), error(27)]) {
    const refusal = await refusalOf(driver.identify(answering(access, 'groups.getById', json)));
    expect(refusal?.verdict).toEqual({ kind: 'auth' });
  }
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
  const { connect, driver, fake, access, hook } = await host();
  await connect();
  await connect();
  expect(access.state.server_id).toBe('1');
  // The answer of the call that added it got lost.
  delete access.state.server_id;
  await connect();
  expect(access.state.server_id).toBe('1');
  fake.takeHook?.();
  fake.loseHook?.();
  access.state.server_id = '9';
  await connect();
  expect(await driver.check(access, hook)).toBe('registered');
});

test('a callback server that cannot be confirmed is not registered', async () => {
  const { driver, fake, access, hook } = await host();
  const refusal = await refusalOf(driver.register(access, hook, async () => {}));
  expect(refusal).toMatchObject({ verdict: { kind: 'refused' }, detail: 'VK could not confirm the callback server' });
  expect(await driver.check(access, hook)).toBe('missing');
  expect(fake.hookUrl).toBeUndefined();
});

test('a server that VK does not delete is kept', async () => {
  const { connect, driver, access, hook } = await host();
  await connect();
  const refusal = await refusalOf(driver.unregister(answering(access, 'deleteCallbackServer', error(15)), hook));
  expect(refusal?.code).toBe('15');
});

test('a confirmation with a wrong secret is refused', async () => {
  const { connect, hook, answers } = await host();
  await connect();
  await fetch(hook.url, { method: 'POST', body: '{"type":"confirmation","secret":"guess"}' });
  expect(answers.at(-1)).toBe(401);
});

test('a poll has VK fill the queue, and goes on from its end where its place is gone', async () => {
  const { driver, fake, access } = await host();
  await driver.poll(access, null, 25);
  expect(methodsOf(fake.calls).slice(1)).toEqual(['groups.setLongPollSettings', 'groups.getLongPollServer']);
  expect((await driver.poll(access, '999999', 0)).events).toEqual([]);
});

test.for([
  [1, '77'],
  [2, '5'],
  [3, 'fresh'],
] as const)('after failure %i of a poll, the next goes on from %s', async ([failed, expected]) => {
  const { driver, access } = await host();
  const fresh = (await driver.poll(access, null, 0)).position;
  const { position } = await driver.poll(answering(access, 'a_check', { failed, ts: 77 }), '5', 0);
  expect(position).toBe(expected === 'fresh' ? fresh : expected);
});

test('a file is uploaded to a server that VK names, and saved before a message has it', async () => {
  const { send, offer, fake } = await host();
  const bytes = Buffer.from('a file');
  await send({ kind: 'file', file: offer({ name: 'a.png', type: 'image/png', bytes }) }, ann, 1);
  await send({ kind: 'file', file: offer({ name: 'a.pdf', type: 'application/pdf', bytes }) }, ann, 2);
  expect(methodsOf(fake.calls)).toEqual([
    ...['photos.getMessagesUploadServer', '/upload/photo', 'photos.saveMessagesPhoto', 'messages.send'],
    ...['docs.getMessagesUploadServer', '/upload/doc', 'docs.save', 'messages.send'],
  ]);
});

test('VK may refuse to edit and to remove a message', async () => {
  const { driver, send, access, customer, target } = await chat();
  const message = { ...target, id: await send({ kind: 'text', text: 'Hello' }, customer) };
  await driver.remove(access, message);
  const refused = { verdict: { kind: 'refused', reason: 'content_rejected' } };
  expect(await refusalOf(driver.remove(access, message))).toMatchObject({ ...refused, code: '924' });
  expect(await refusalOf(driver.edit(access, { ...message, id: '1' }, 'x'))).toMatchObject({ ...refused, code: '100' });
  const older = answering(access, 'messages.delete', { response: { [message.id]: 1 } });
  expect(await refusalOf(driver.remove(older, message))).toBeUndefined();
});

test('marks of reading and typing name the conversation, and people without a name have none', async () => {
  const { driver, fake, access, target, writtenId: id } = await chat();
  await driver.markSeen(access, { ...target, id });
  await driver.typing(access, { ...target, lastMessage: id });
  expect(fake.calls.at(-2)?.json).not.toHaveProperty('mark_conversation_as_read');
  expect(fake.calls.slice(-2)).toMatchObject([
    { path: '/method/messages.markAsRead', json: { peer_id: ann.id, start_message_id: id } },
    { path: '/method/messages.setActivity', json: { peer_id: ann.id, type: 'typing' } },
  ]);
  expect(await driver.profile(access, { person: '1', conversation: '1' })).toEqual({});
  const gone = { response: [{ first_name: 'DELETED', last_name: '', deactivated: 'deleted' }] };
  expect(await driver.profile(answering(access, 'users.get', gone), target)).toEqual({});
});
