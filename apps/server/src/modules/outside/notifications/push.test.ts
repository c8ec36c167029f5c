import { api, dashboard } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat, signedIn } from '../../../../test/callers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addAgent, connect, disconnect } from '../../../../test/people.ts';
import { newBrowser, newSubscription, readSender, startPushService } from '../../../../test/push-service.ts';
import { readQueue, runQueue } from '../../../../test/queue.ts';

const { push } = dashboard;

const NO_MAIL = 'smtp://127.0.0.1:1';

async function startPushing() {
  const service = await startPushService();
  const app = await startApp({ OUTBOUND_ALLOW: '127.0.0.1', PUBLIC_URL: 'https://chat.example.test' });
  const ann = await app.owner();
  const subscribe = async (person: { email: string }) => {
    const browser = newBrowser(service.origin);
    await (await signedIn(app, person))(push.subscribe, { body: browser.subscription });
    return browser;
  };
  /** What the push service receives for all pending jobs. */
  const round = async () => {
    const before = service.taken.length;
    while ((await runQueue(app, NO_MAIL)).length);
    return service.taken.slice(before);
  };
  return { app, ann, service, subscribe, round };
}

const choose = (app: TestApp, { agentId }: Pick<Owner, 'agentId'>, wishes: object) =>
  app.sql(`UPDATE agents SET notifications = '${JSON.stringify(wishes)}' WHERE id = ${agentId}`);

const countSubscriptions = async (app: TestApp, ...owners: Owner[]) =>
  (await app.sql(`SELECT FROM push_subscriptions WHERE widget_id IN (${owners.map(({ widgetId }) => widgetId)})`))
    .length;

test("a message is pushed to an offline agent's browser, encrypted for it and signed by us", async () => {
  const { app, ann, service, subscribe, round } = await startPushing();
  const browser = await subscribe(ann);
  const { params } = await addChat(app, ann, `  Is it\nblue? ${'🙂'.repeat(200)}`);
  const [pushed, ...others] = await round();
  expect(others).toEqual([]);
  expect(pushed).toMatchObject({
    path: browser.path,
    headers: { 'content-encoding': 'aes128gcm', ttl: '3600', topic: `chat-${params.id}`, urgency: 'high' },
  });
  const text = `Is it blue? ${'🙂'.repeat(107)}…`;
  expect(pushed && browser.read(pushed.body)).toEqual({ chat_id: params.id, name: 'Visitor', text });
  expect(pushed?.body.includes('blue')).toBe(false);

  const { data } = await (await signedIn(app, ann))(push.readKey, {});
  const exp = Math.floor(app.clock.now.epochMilliseconds / 1_000) + 12 * 3_600;
  expect(pushed && readSender(pushed)).toEqual({
    key: data.public_key,
    head: { typ: 'JWT', alg: 'ES256' },
    claims: { aud: service.origin, exp, sub: 'https://chat.example.test' },
  });
});

test('the key survives restarts and is the same on every node; another master key gives another', async () => {
  const key = async (masterKey: Buffer) => {
    const app = await startApp({}, { masterKey });
    const { data } = await (await signedIn(app, await app.owner()))(push.readKey, {});
    return data.public_key;
  };
  const [one, same, other] = [
    await key(Buffer.alloc(32, 1)),
    await key(Buffer.alloc(32, 1)),
    await key(Buffer.alloc(32)),
  ];
  expect(one).toMatch(/^B[\w-]{86}$/);
  expect(same).toBe(one);
  expect(other).not.toBe(one);
});

test('agents who are online, on a break or opted out are not pushed to', async () => {
  const { app, ann, subscribe, round } = await startPushing();
  await subscribe(ann);
  const { visitor } = await addChat(app, ann);
  expect(await round()).toHaveLength(1);

  await connect(app, ann);
  await visitor.write('there?');
  expect(await round()).toEqual([]);

  await disconnect(app, ann);
  await app.sql(`UPDATE agents SET status = 'relaxation' WHERE id = ${ann.agentId}`);
  await visitor.write('there?');
  expect(await round()).toEqual([]);

  await app.sql(`UPDATE agents SET status = 'active' WHERE id = ${ann.agentId}`);
  await choose(app, ann, { push: false });
  await visitor.write('there?');
  expect(await round()).toEqual([]);

  await choose(app, ann, {});
  await visitor.write('there?');
  expect(await round()).toHaveLength(1);
});

test("another agent's chat is pushed only to agents who follow all chats, until its owner is on a break", async () => {
  const { app, ann, subscribe, round } = await startPushing();
  const bob = await addAgent(app, ann, 'operator');
  const [ofAnn, ofBob] = [await subscribe(ann), await subscribe(bob)];
  const { params, visitor } = await addChat(app, ann);
  const paths = async () => (await round()).map(({ path }) => path).sort();
  expect(await paths()).toEqual([ofAnn.path, ofBob.path].sort());

  await ann.call(api.messages.send, { params, body: { type: 'text', body: 'hi', agent_id: bob.agentId } });
  await visitor.write('thanks');
  expect(await paths()).toEqual([ofBob.path]);

  await choose(app, ann, { about: 'all' });
  await visitor.write('one more thing');
  expect(await paths()).toEqual([ofAnn.path, ofBob.path].sort());

  await choose(app, ann, {});
  await app.sql(`UPDATE agents SET status = 'relaxation' WHERE id = ${bob.agentId}`);
  await visitor.write('anybody?');
  expect(await paths()).toEqual([ofAnn.path]);
});

test('spam, answered messages and messages older than an hour are not pushed', async () => {
  const { app, ann, subscribe, round } = await startPushing();
  await subscribe(ann);
  const { params, visitor } = await addChat(app, ann);
  await ann.call(api.messages.send, { params, body: { type: 'text', body: 'hi', agent_id: ann.agentId } });
  expect(await round()).toEqual([]);

  await visitor.write('thanks');
  app.clock.now = app.clock.now.add({ minutes: 61 });
  expect(await round()).toEqual([]);

  await app.sql(`UPDATE chat_heads SET state = 'spam', version = version + 1 WHERE chat_id = ${params.id}`);
  await visitor.write('buy this');
  expect(await round()).toEqual([]);
});

test('without push subscriptions a message enqueues no job', async () => {
  const { app, ann, subscribe } = await startPushing();
  const bob = await app.owner();
  await subscribe(bob);
  await addChat(app, ann);
  expect(await readQueue(app)).toEqual([]);
});

test('an expired subscription is removed, and a failing one is retried', async () => {
  const { app, ann, service, subscribe, round } = await startPushing();
  await subscribe(ann);
  const { visitor } = await addChat(app, ann);
  for (const status of [429, 500, 503]) {
    service.answer.status = status;
    await expect(round()).rejects.toThrow(String(status));
    expect(await readQueue(app)).toMatchObject([{ name: 'notifications.send_push' }]);
  }
  service.answer.status = 400;
  expect(await round()).toHaveLength(1);
  expect(await countSubscriptions(app, ann)).toBe(1);
  for (const status of [403, 404, 410]) {
    await subscribe(ann);
    service.answer.status = status;
    await visitor.write('there?');
    expect((await round()).length).toBeGreaterThan(0);
    expect(await countSubscriptions(app, ann)).toBe(0);
  }
});

test('a browser belongs to the agent who subscribed there last, and only they can remove it', async () => {
  const { app, ann } = await startPushing();
  const bob = await app.owner();
  const [asAnn, asBob] = [await signedIn(app, ann), await signedIn(app, bob)];
  const subscription = newSubscription('https://1.1.1.1/');
  const { endpoint } = subscription;
  await asAnn(push.subscribe, { body: subscription });
  await asBob(push.subscribe, { body: subscription });
  expect(await countSubscriptions(app, ann, bob)).toBe(1);
  await asAnn(push.unsubscribe, { body: { endpoint } });
  expect(await countSubscriptions(app, ann, bob)).toBe(1);
  await asBob(push.unsubscribe, { body: { endpoint } });
  expect(await countSubscriptions(app, ann, bob)).toBe(0);
  for (let i = 0; i < 22; i += 1) await asBob(push.subscribe, { body: newSubscription('https://1.1.1.1/') });
  expect(await countSubscriptions(app, ann, bob)).toBe(20);
});

test('private addresses, plain http and invalid keys are refused', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const call = await signedIn(app, ann);
  const { keys } = newSubscription('https://1.1.1.1/');
  const refused = [
    { endpoint: 'https://127.0.0.1/push', keys },
    { endpoint: 'https://10.0.0.1/push', keys },
    { endpoint: 'https://localhost/push', keys },
    { endpoint: 'http://1.1.1.1/push', keys },
    { endpoint: 'https://1.1.1.1/push', keys: { ...keys, p256dh: 'B'.repeat(87) } },
  ];
  for (const body of refused) expect(await call(push.subscribe, { body })).toMatchObject({ status: 422 });
  expect(await countSubscriptions(app, ann)).toBe(0);
});
