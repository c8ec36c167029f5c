import { api } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenApp } from '../../../../test/harness.ts';
import { openMessengerApp, startSwitchboard } from '../../../../test/messengers/switchboard.ts';
import { startVk } from '../../../../test/messengers/vk.ts';
import type { Owner } from '../../../../test/owners.ts';

const { addCommunity, listCommunities, makePrimary, removeCommunity, read, verify, disconnect } = api.messengers;

let app: OpenApp;
let board: Awaited<ReturnType<typeof startSwitchboard>>;

beforeAll(async () => {
  board = await startSwitchboard();
  // A token of nobody is that of the first one, which does not know it.
  await board.add(startVk());
  app = await openMessengerApp({ vk: board.url });
});
afterAll(async () => {
  await app.end();
  board.close();
});

type Vk = Awaited<ReturnType<typeof startVk>>;

const add = (owner: Owner, { credential, community }: Pick<Vk, 'credential' | 'community'>) =>
  owner.call(addCommunity, { body: { token: credential.token, community } });
const vk = { params: { provider: 'vk' as const } };
const list = async (owner: Owner) => (await owner.call(listCommunities)).data.data;
const primaries = async (owner: Owner) =>
  (await list(owner)).flatMap(({ is_primary, community_id }) => (is_primary ? [String(community_id)] : []));

/** An owner with communities that were connected one after the other. */
async function connectAll(count: number) {
  const owner = await app.owner();
  const all: (Vk & { id: number })[] = [];
  for (let at = 0; at < count; at += 1) {
    const fake = await board.add(startVk());
    app.clock.now = app.clock.now.add({ seconds: 1 });
    all.push(Object.assign(fake, { id: (await add(owner, fake)).data.id }));
  }
  return { owner, all };
}

test('a community is connected with one callback server of ours, and the messenger has its link', async () => {
  const { owner, all } = await connectAll(1);
  const [fake] = all;
  const [community] = await list(owner);
  expect(community).toEqual({
    id: fake?.id,
    community_id: Number(fake?.community),
    name: 'Shop',
    screen_name: `shop${fake?.community}`,
    link: `https://vk.me/shop${fake?.community}`,
    is_primary: true,
    has_token: true,
    webhook: { registered: true, mode: 'webhook', reason: null, detail: null, checked_at: expect.any(String) },
    created_at: expect.any(String),
  });
  expect(fake?.hookUrl).toContain('/messenger-hooks/vk/');
  const { data } = await owner.call(read, vk);
  expect(data).toMatchObject({ connected: true, writable: false, has_token: true, link: community?.link });
});

test('what becomes of a community is in the audit log, with what it was before', async () => {
  const { owner, all } = await connectAll(2);
  const [one, two] = all;
  await owner.call(makePrimary, { params: { id: two?.id } });
  await owner.call(removeCommunity, { params: { id: one?.id } });
  const { data } = (await owner.call(api.auditLog.list)).data;
  const entries = data.filter(({ action }) => action.startsWith('messenger.'));
  expect(entries.map(({ action, before, after }) => ({ action, before, after }))).toMatchObject([
    { before: { community_id: Number(one?.community) }, after: null },
    { before: { is_primary: false }, after: { is_primary: true } },
    { before: null, after: { community_id: Number(two?.community) } },
    { before: null, after: { community_id: Number(one?.community) } },
  ]);
});

test('a community is named by its id, its name or a link, and must be that of the token', async () => {
  const [owner, fake] = [await app.owner(), await board.add(startVk())];
  const { community: id } = fake;
  const names = [`club${id}`, `public${id}`, `event${id}`, `shop${id}`, `@shop${id}`];
  const links = [`https://vk.com/club${id}`, `https://vk.com/shop${id}/`, `m.vk.me/shop${id}?w=1`];
  for (const community of [id, ...names, ...links]) {
    const { status, data } = await add(owner, { ...fake, community });
    expect({ community, status }).toEqual({ community, status: 201 });
    // Each call counts: another minute would be a long test.
    await app.sql(`UPDATE messenger_connections SET token = NULL, account_id = NULL WHERE id = ${data.id}`);
  }
  const bob = await app.owner();
  for (const community of [`${id}1`, 'club1', 'other', `https://evil.example/club${id}`, `@@shop${id}`, ' . ']) {
    const { status, problem } = await add(bob, { ...fake, community });
    expect({ community, status, errors: Object.keys(problem.errors ?? {}) }).toEqual({
      community,
      status: 422,
      errors: ['community'],
    });
  }
  expect(await list(bob)).toEqual([]);
});

test('a token that VK rejects or that allows too little is refused, and nothing is stored', async () => {
  const owner = await app.owner();
  const { community, credential } = await board.add(startVk());
  const wrong = await add(owner, { community, credential: { ...credential, token: 'wrong' } });
  expect(wrong.problem).toMatchObject({
    status: 422,
    reason: 'credential_rejected',
    errors: { token: [expect.any(String)] },
  });
  for (const permissions of [['manage'], ['messages'], []]) {
    const weak = await board.add(startVk({ permissions }));
    expect((await add(owner, weak)).problem).toMatchObject({ status: 422, reason: 'permission_missing' });
  }
  expect(await list(owner)).toEqual([]);
});

test('a token that belongs to no community is not the one of the community', async () => {
  const [owner, fake] = [await app.owner(), await board.add(startVk())];
  const person = { error: { error_code: 100, error_msg: 'One of the parameters is missing' } };
  for (const json of [person, { response: { groups: [] } }]) {
    board.break(fake, { json });
    const { status, problem } = await add(owner, fake);
    expect({ status, errors: Object.keys(problem.errors ?? {}) }).toEqual({ status: 422, errors: ['community'] });
  }
  expect(await list(owner)).toEqual([]);
});

test('a token that has lost a permission says so when it is verified', async () => {
  const { owner, all } = await connectAll(1);
  const [fake] = all;
  if (!fake) return;
  board.break(fake, { json: { error: { error_code: 15, error_msg: 'Access denied' } } });
  expect((await owner.call(verify, vk)).data.webhook).toMatchObject({
    registered: false,
    reason: 'permission_missing',
    detail: 'Access denied',
  });
});

test('without an answer of VK, nothing is stored', async () => {
  const [owner, fake] = [await app.owner(), await board.add(startVk())];
  for (const outage of ['closed', 500, 429, { json: {} }] as const) {
    board.break(fake, outage);
    expect((await add(owner, fake)).problem).toMatchObject({ status: 502, reason: 'upstream_failed' });
  }
  expect(await list(owner)).toEqual([]);
  board.mend(fake);
  expect((await add(owner, fake)).status).toBe(201);
});

test('a community is connected once, and to one widget', async () => {
  const { owner, all } = await connectAll(1);
  const [fake] = all;
  if (!fake) return;
  expect((await add(owner, fake)).problem).toMatchObject({ status: 409, reason: 'already_connected' });
  expect((await add(await app.owner(), fake)).problem).toMatchObject({ status: 409, reason: 'messenger_taken' });
  const [bob, other] = [await app.owner(), await board.add(startVk())];
  const answers = await Promise.all([add(bob, other), add(bob, other)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await list(bob)).toHaveLength(1);
});

test('communities are listed newest first, in pages', async () => {
  const { owner, all } = await connectAll(3);
  const ids = all.map(({ id }) => id).toReversed();
  expect((await list(owner)).map(({ id }) => id)).toEqual(ids);
  const page = (await owner.call(listCommunities, { query: { limit: 2 } })).data;
  expect(page.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const next = (await owner.call(listCommunities, { query: { limit: 2, cursor: page.next_cursor } })).data;
  expect([next.data.map(({ id }) => id), next.next_cursor]).toEqual([ids.slice(2), null]);
});

test('the first community is the primary, then the chosen one, then the oldest of those that are left', async () => {
  const { owner, all } = await connectAll(3);
  const [one, two, three] = all;
  expect(await primaries(owner)).toEqual([one?.community]);
  const chosen = await owner.call(makePrimary, { params: { id: three?.id } });
  expect(chosen).toMatchObject({ status: 200, data: { id: three?.id, is_primary: true } });
  expect(await primaries(owner)).toEqual([three?.community]);
  expect((await owner.call(read, vk)).data.link).toBe(`https://vk.me/shop${three?.community}`);
  await owner.call(removeCommunity, { params: { id: two?.id } });
  expect(await primaries(owner)).toEqual([three?.community]);
  await owner.call(removeCommunity, { params: { id: three?.id } });
  expect(await primaries(owner)).toEqual([one?.community]);
});

test('communities that are connected, chosen and removed at once leave one primary', async () => {
  const owner = await app.owner();
  const fakes = await Promise.all(Array.from({ length: 4 }, () => board.add(startVk())));
  const added = await Promise.all(fakes.map((fake) => add(owner, fake)));
  expect(await primaries(owner)).toHaveLength(1);
  const ids = added.map(({ data }) => data.id);
  await Promise.all(ids.map((id) => owner.call(makePrimary, { params: { id } })));
  expect(await primaries(owner)).toHaveLength(1);
  const [first, ...rest] = ids;
  const choose = rest.slice(1).map((id) => owner.call(makePrimary, { params: { id } }));
  await Promise.all([owner.call(removeCommunity, { params: { id: first } }), ...choose]);
  await owner.call(removeCommunity, { params: { id: rest[0] } });
  expect(await primaries(owner)).toHaveLength(1);
});

test('a community stays connected until VK confirms that our server is gone', async () => {
  const { owner, all } = await connectAll(2);
  const [one, two] = all;
  if (!one || !two) return;
  const remove = ({ id }: typeof one) => owner.call(removeCommunity, { params: { id } });
  for (const outage of ['closed', 500] as const) {
    board.break(one, outage);
    expect((await remove(one)).problem).toMatchObject({ status: 502, reason: 'upstream_failed' });
  }
  board.mend(one);
  expect(await list(owner)).toHaveLength(2);
  const hook = String(one.hookUrl);
  expect((await remove(one)).status).toBe(204);
  expect([one.hookUrl, (await fetch(hook, { method: 'POST', body: '{}' })).status]).toEqual([undefined, 404]);
  // VK does not know the server any more: code 100.
  two.loseHook?.();
  expect((await remove(two)).status).toBe(204);
  expect((await remove(two)).status).toBe(404);
});

test('a revoked token keeps the community until the whole messenger is disconnected', async () => {
  const { owner, all } = await connectAll(2);
  const [one] = all;
  one?.revoke();
  expect((await owner.call(removeCommunity, { params: { id: one?.id } })).status).toBe(502);
  expect((await owner.call(disconnect, vk)).status).toBe(204);
  expect(await list(owner)).toEqual([]);
  expect((await owner.call(read, vk)).data).toMatchObject({ connected: false, link: null, webhook: null });
  expect((await owner.call(disconnect, vk)).status).toBe(404);
});

test('verifying registers every community again', async () => {
  const { owner, all } = await connectAll(2);
  const hooks = all.map(({ hookUrl }) => hookUrl);
  for (const each of all) each.loseHook?.();
  expect(all.map(({ hookUrl }) => hookUrl)).toEqual([undefined, undefined]);
  expect(await owner.call(verify, vk)).toMatchObject({ status: 200, data: { webhook: { registered: true } } });
  expect(all.map(({ hookUrl }) => hookUrl)).toEqual(hooks);
});
