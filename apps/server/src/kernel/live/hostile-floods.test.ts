import { randomUUID } from 'node:crypto';
import timers from 'node:timers';
import v8 from 'node:v8';
import vm from 'node:vm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addAnsweredVisitor, addVisitor, signedInHeaders } from '../../../test/callers.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import type { Owner } from '../../../test/owners.ts';
import { addAgent } from '../../../test/people.ts';
import { connectRaw, connectUnreading, openRaw } from '../../../test/raw-sockets.ts';
import { connectAgent, connectVisitor } from '../../../test/sockets.ts';
import { until } from '../../../test/until.ts';

async function start() {
  const app = await startApp({}, { live: true });
  // A flood takes a while, during which the node sends no heartbeat.
  await app.beat();
  return { app, ann: await app.owner() };
}

const text = (body: string, client_message_id: string = randomUUID()) => ({
  client_message_id,
  type: 'text' as const,
  body,
});

/** Freezes the timers of this process, not its sockets. Returns a function that advances them and restores real timers. */
function freezeTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldClearNativeTimers: true });
  // Engine.IO imports its timers from the module.
  const moduleTimers = [
    vi.spyOn(timers, 'setTimeout').mockImplementation(globalThis.setTimeout),
    vi.spyOn(timers, 'clearTimeout').mockImplementation(globalThis.clearTimeout),
  ];
  const release = () => {
    for (const each of moduleTimers) each.mockRestore();
    vi.useRealTimers();
  };
  onTestFinished(release);
  return (seconds: number) => {
    vi.advanceTimersByTime(seconds * 1_000);
    release();
  };
}

/** Another client can connect and gets a response. */
async function expectService(app: TestApp, ann: Owner) {
  const other = await connectVisitor(app, ann, await addVisitor(app, ann));
  expect(await other.call('resume', { seq: 0 })).toMatchObject({ chat: null });
}

test('a client over its rate limit is told to wait, is disconnected if it continues, and others are served', async () => {
  const { app, ann } = await start();
  const visitor = await connectVisitor(app, ann, await addVisitor(app, ann));
  const answers: { data?: object; problem?: { reason: string; retry_after?: number } }[] = [];
  const flood = async () => {
    for (let count = 0; count < 3_000; count++) {
      visitor.socket.emit('resume', { seq: 0 }, (answer: object) => answers.push(answer));
    }
    await until(() => visitor.socket.disconnected, 'the client is disconnected');
  };
  await Promise.all([flood(), expectService(app, ann)]);
  expect(answers.filter(({ data }) => data).length).toBeLessThanOrEqual(240);
  const refused = answers.flatMap(({ problem }) => problem ?? []);
  expect(refused.length).toBeGreaterThanOrEqual(100);
  for (const each of refused) expect(each).toMatchObject({ reason: 'rate_limited', retry_after: expect.any(Number) });
  expect(Math.max(...refused.map(({ retry_after = 0 }) => retry_after))).toBeLessThanOrEqual(60);
  expect(visitor.heard.at(-1)).toMatchObject({ name: 'refused', data: { reason: 'rate_limited' } });
});

test('a client slightly over its rate limit stays connected', async () => {
  const { app, ann } = await start();
  const visitor = await connectVisitor(app, ann, await addVisitor(app, ann));
  let refused = 0;
  const ask = () =>
    visitor.socket.emit('resume', { seq: 0 }, ({ problem }: { problem?: object }) => (refused += problem ? 1 : 0));
  // Refusals arrive before responses that wait for the database.
  for (let count = 0; count < 240 + 100; count++) ask();
  await until(() => refused === 100, 'all calls over the limit are refused');
  expect(visitor.socket.connected).toBe(true);
  ask();
  await until(() => visitor.socket.disconnected, 'the 101st is one too many');
});

test('unknown calls count towards the rate limit', async () => {
  const { app, ann } = await start();
  const visitor = await connectVisitor(app, ann, await addVisitor(app, ann));
  for (let count = 0; count < 1_000; count++) visitor.socket.emit(`nothing ${count}`, {});
  await until(() => visitor.socket.disconnected, 'the client is disconnected');
});

test('socket calls and HTTP requests share one rate limit', async () => {
  const { app, ann } = await start();
  const visitor = await addVisitor(app, ann);
  const theirs = await connectVisitor(app, ann, visitor);
  for (let count = 0; count < 30; count++) await visitor.write('over HTTP');
  const sent = [];
  for (let count = 0; count < 31; count++) {
    sent.push(await theirs.socket.timeout(20_000).emitWithAck('send', text('over a socket')));
  }
  expect(sent.filter(({ data }) => data).length).toBe(30);
  expect(sent.find(({ problem }) => problem)?.problem).toMatchObject({ reason: 'rate_limited', status: 429 });
});

test('a visitor can have 30 connections and an agent 50, and closing one makes room for another', async () => {
  const { app, ann } = await start();
  const visitor = await addVisitor(app, ann);
  const headers = await signedInHeaders(app, ann);
  const auth = { button_guid: ann.buttonGuid, token: visitor.token };
  const cases = [
    { namespace: 'visitor', most: 30, options: { auth, headers: {} } },
    { namespace: 'agent', most: 50, options: { auth: {}, headers } },
  ] satisfies { namespace: 'visitor' | 'agent'; most: number; options: object }[];
  for (const { namespace, most, options } of cases) {
    const raws = await Promise.all(Array.from({ length: most }, () => connectRaw(app, namespace, options)));
    const late = await openRaw(app, { headers: options.headers });
    late.say(`40/${namespace},${JSON.stringify(options.auth)}`);
    const refused = await late.hears(`44/${namespace},`);
    expect(JSON.parse(refused.slice(refused.indexOf('{'))).data).toMatchObject({
      reason: 'rate_limited',
      status: 429,
      retry_after: 30,
    });
    raws[0]?.close();
    await until(async () => {
      const again = await openRaw(app, { headers: options.headers });
      again.say(`40/${namespace},${JSON.stringify(options.auth)}`);
      return Boolean(await again.hears(`40/${namespace},`, 500));
    }, 'there is room again');
  }
});

test('500 connections that join no namespace are closed within 10 seconds, and others are served', async () => {
  const { app, ann } = await start();
  const advance = freezeTimers();
  const raws = await Promise.all(Array.from({ length: 500 }, () => openRaw(app)));
  expect(raws.filter((raw) => raw.isClosed())).toEqual([]);
  advance(10);
  await Promise.all([until(() => raws.every((raw) => raw.isClosed()), 'all are closed'), expectService(app, ann)]);
});

test('an unresponsive connection is dropped within two heartbeats', async () => {
  const { app, ann } = await start();
  const { chatId } = await addAnsweredVisitor(app, ann);
  const bob = await addAgent(app, ann, 'operator');
  const ours = await connectAgent(app, ann);
  await ours.call('look', { chat_id: chatId });
  const headers = await signedInHeaders(app, bob);
  const advance = freezeTimers();
  const dead = await connectRaw(app, 'agent', { headers, isAlive: false });
  dead.say(`42/agent,1["look",{"chat_id":${chatId}}]`);
  await ours.hears('viewers', ({ viewers }) => viewers.includes(bob.agentId));
  ours.heard.length = 0;
  // A heartbeat takes ten seconds.
  advance(20);
  expect((await ours.hears('viewers')).viewers).toEqual([ann.agentId]);
});

test('a message sent 20 times concurrently is stored once, and every response is the same', async () => {
  const { app, ann } = await start();
  const theirs = await connectVisitor(app, ann, await addVisitor(app, ann));
  const ours = await connectAgent(app, ann);
  const message = text('hello');
  const sent = await Promise.all(Array.from({ length: 20 }, () => theirs.call('send', message)));
  for (const each of sent) expect(each).toEqual(sent[0]);
  expect((await theirs.call('resume', { seq: 0 })).messages).toEqual([sent[0]]);
  const { chat } = await ours.hears('message');
  const answer = { chat_id: chat.id, ...text('hi') };
  const answers = await Promise.all(Array.from({ length: 20 }, () => ours.call('send', answer)));
  for (const each of answers) expect(each).toEqual(answers[0]);
  const note = { chat_id: chat.id, client_message_id: randomUUID(), body: 'a note' };
  const notes = await Promise.all(Array.from({ length: 20 }, () => ours.call('note', note)));
  for (const each of notes) expect(each).toEqual(notes[0]);
  const { messages } = await ours.call('catch_up', { chat_id: chat.id, after_id: 0 });
  expect(messages.map(({ body }) => body)).toEqual(['hello', 'hi', 'a note']);
  expect(ours.heard.filter(({ name }) => name === 'message').length).toBe(3);
});

test('messages that a visitor sends concurrently from five windows are numbered without a gap, each with its own response', async () => {
  const { app, ann } = await start();
  const visitor = await addVisitor(app, ann);
  const windows = await Promise.all(Array.from({ length: 5 }, () => connectVisitor(app, ann, visitor)));
  const bodies = Array.from({ length: 25 }, (_, index) => `text ${index}`);
  const sent = await Promise.all(
    bodies.map((body, index) => windows[index % 5]?.call('send', text(body, `id-${index}`))),
  );
  expect(sent.map((each) => [each?.body, each?.client_message_id])).toEqual(
    bodies.map((body, index) => [body, `id-${index}`]),
  );
  const numbers = sent.map((each) => each?.seq ?? 0).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
  const { messages } = await (windows[0] as (typeof windows)[0]).call('resume', { seq: 0 });
  expect(messages.map(({ seq }) => seq)).toEqual(numbers);
  expect(await app.sql(`SELECT FROM contacts WHERE widget_id = ${ann.widgetId}`)).toHaveLength(1);
});

const BYTES = Buffer.alloc(2 ** 20 - 10_000);
const COSTLY = [
  ['bytes as a member', 'resume', { seq: BYTES }],
  ['bytes as a body', 'resume', BYTES],
  ['unknown members', 'resume', Object.fromEntries(Array.from({ length: 80_000 }, (_, at) => [`x${at}`, 1]))],
  ['a long list', 'chats', { ids: Array(500_000).fill(0) }],
] as const;

test.each(COSTLY)('an invalid megabyte of %s is rejected with its first error only', async (_, name, body) => {
  const { app, ann } = await start();
  const visitor = await connectVisitor(app, ann, await addVisitor(app, ann));
  const caller = name === 'chats' ? await connectAgent(app, ann) : visitor;
  const { problem } = await caller.socket.timeout(25_000).emitWithAck(name, body);
  expect(problem.reason).toBe('validation_failed');
  expect(Object.values(problem.errors).flat()).toHaveLength(1);
  await expectService(app, ann);
});

/** Memory in use after a garbage collection. */
function usedMegabytes() {
  v8.setFlagsFromString('--expose-gc');
  vm.runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

test("a client that sends and never reads does not exhaust the server's memory", async () => {
  const { app, ann } = await start();
  const visitor = await addAnsweredVisitor(app, ann);
  const ours = await connectAgent(app, ann);
  // The bulk is in `markdown`, because `body` is indexed.
  await app.sql(`INSERT INTO messages (widget_id, chat_id, seq, sender, type, body, markdown, created_at)
    SELECT widget_id, chat_id, seq + number, sender, type, body, repeat('x', 60000), created_at
    FROM messages, generate_series(1, 60) AS number WHERE chat_id = ${visitor.chatId} AND seq = 2`);
  const unreading = await connectUnreading(app, { button_guid: ann.buttonGuid, token: visitor.token });
  const before = usedMegabytes();
  // Each response is 3.6 MB. The client keeps answering heartbeats.
  for (let count = 0; count < 30; count++) {
    unreading.say(`42/visitor,${count}["resume",{"seq":0}]`);
    await ours.call('resume', {});
    unreading.say('3');
  }
  await until(() => usedMegabytes() - before < 64, 'the unread responses are dropped', 5_000);
});

test('admission attempts per connection are limited, and admitted clients stay connected', async () => {
  const { app, ann } = await start();
  const { token } = await addVisitor(app, ann);
  const raw = await connectRaw(app, 'visitor', { auth: { button_guid: ann.buttonGuid, token } });
  const guesser = await openRaw(app, { headers: { cookie: 'parley=x', origin: app.publicUrl } });
  for (let count = 0; count < 3_200; count++) guesser.say('40/agent,');
  await until(() => guesser.isClosed(), 'the connection is closed');
  const answers = guesser.said.filter((said) => said.startsWith('44/agent,'));
  expect(answers.length).toBeLessThanOrEqual(20);
  raw.say('42/visitor,1["resume",{"seq":0}]');
  await raw.hears('43/visitor,1[');
});

test('a network with too many refused attempts can no longer connect', async () => {
  const { app } = await start();
  const headers = { cookie: 'parley=x', origin: app.publicUrl };
  const guess = async () => {
    const guesser = await openRaw(app, { headers });
    for (let tries = 0; tries < 20; tries++) guesser.say('40/agent,');
    await until(() => guesser.isClosed() || guesser.said.length > 20, 'each attempt is answered');
    guesser.close();
  };
  for (let count = 0; count < 3_000; count += 500) await Promise.all(Array.from({ length: 25 }, guess));
  expect((await openRaw(app, { headers })).isClosed()).toBe(true);
});
