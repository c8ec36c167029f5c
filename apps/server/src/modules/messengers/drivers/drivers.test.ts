import { expect, test, vi } from 'vitest';
import { ann, changeRequest, hostDriver, readRequest, refusalOf } from '../../../../test/messengers/driver-host.ts';
import { CODE, type Deed, type Name, type Signing, WRITTEN } from '../../../../test/messengers/driver-row.ts';
import { rows } from '../../../../test/messengers/driver-rows.ts';
import {
  chat,
  connected,
  driverNamed,
  entriesOf,
  has,
  having,
  hello,
  names,
  naming,
  posted,
} from '../../../../test/messengers/driver-table.ts';
import type { FakeVendor } from '../../../../test/messengers/fake-vendor.ts';
import type { HookRequest } from './driver.ts';
import type { VendorEvent } from './events.ts';

const DEEDS = {
  edit: (fake: FakeVendor, id: string) => fake.edit?.(ann, id, 'Good day'),
  erase: (fake: FakeVendor, id: string) => fake.erase?.(ann, id),
  receive: (fake: FakeVendor) => fake.receive?.(ann),
  read: (fake: FakeVendor) => fake.read?.(ann),
  fail: (fake: FakeVendor) => fake.fail?.(fake.sent[1]?.id ?? ''),
  block: (fake: FakeVendor) => fake.block?.(ann),
  allow: (fake: FakeVendor) => fake.allow?.(ann),
  start: async (fake: FakeVendor) => [await fake.start?.(ann, CODE), await fake.start?.(ann)],
  typeElsewhere: (fake: FakeVendor) => fake.typeElsewhere?.(ann, 'From the app'),
} satisfies Record<Deed, unknown>;
const deeds = Object.keys(DEEDS) as Deed[];

/** What one of `receives` is to us. */
function contentOf(name: Name, key: keyof typeof WRITTEN): object {
  const { receives, sizes = '', lacks } = rows[name];
  const written = WRITTEN[key];
  const shown = receives[key];
  if (shown === undefined || shown === 'coords') return written;
  if (!('file' in written)) return { unknown: shown };
  const size = sizes.split(' ').includes(key) ? written.file.bytes.length : undefined;
  const isImage = key === 'picture';
  const text = isImage && lacks !== 'captions' ? WRITTEN.picture.text : undefined;
  return { text, files: [{ ref: expect.any(String), isImage, name: shown, size }] };
}

const ALWAYS = 'hosts modes limits pace windowHours isIdempotent classify authenticate read send';

test.for(names)('%s: its row has what its driver and its fake have', async (name) => {
  const { has, lacks, tells, receives, sends, code, profile, taken } = rows[name];
  const [driver, fake] = [driverNamed(name), await rows[name].start()];
  fake.close();
  expect(Object.keys(driver).sort()).toEqual(`${ALWAYS} ${has}`.split(' ').sort());
  expect(deeds.filter((deed) => deed in fake)).toEqual(deeds.filter((deed) => deed in tells));
  const { modes, limits, pace, windowHours, pollEveryMs } = driver;
  expect('register' in driver && 'unregister' in driver).toBe(modes.includes('webhook'));
  expect('check' in driver || lacks === 'check').toBe(modes.includes('webhook'));
  expect('poll' in driver).toBe(modes.includes('polling'));
  expect(['check' in driver, 'profile' in driver, 'link' in driver]).toEqual([taken, profile, code].map(Boolean));
  expect('fetchMedia' in driver).toBe('picture' in receives);
  expect(['picture' in sends, 'file' in sends]).toEqual([limits.image > 0, limits.file > 0]);
  const positive = [limits.text, pace.perSecond, windowHours ?? 1, pollEveryMs ?? 1];
  expect([...positive, ...Object.values(limits), pace.chatMs].filter((limit) => !(limit >= 0))).toEqual([]);
  expect(positive).not.toContain(0);
});

test.for(names)('%s: who connects is named, and gets updates until they disconnect', async (name) => {
  const { state = {}, asks = 0 } = rows[name];
  const { driver, fake, access, hook, answers, identity, takeEvents } = await connected(name);
  const [id, called, username, link] = rows[name].identity?.(access) ?? [];
  expect(identity).toEqual(id && { account: { id, name: called, username }, link });
  if (identity?.link) expect(identity.link).toContain(identity.account.username?.replaceAll(/[+ -]/g, ''));
  expect(access.state).toEqual(state);
  expect(answers).toEqual(Array(asks).fill(200));
  expect(await takeEvents()).toEqual([]);
  await fake.write(ann, { text: 'Hello' });
  expect(await takeEvents()).toMatchObject([{ kind: 'message', content: { text: 'Hello' } }]);
  if (!has(name, 'register')) return;
  expect(fake.hookUrl).toBe(hook.url);
  if (has(name, 'check')) expect(await driver.check(access, hook)).toBe('registered');
  await driver.unregister(access, hook);
  expect(fake.hookUrl).toBeUndefined();
  if (has(name, 'check')) expect(await driver.check(access, hook)).toBe('missing');
});

test.for(having('check'))('%s: a lost hook is missing, one of others may be a conflict', async (name) => {
  const { driver, fake, access, hook } = await connected(name);
  const { taken } = rows[name];
  fake.takeHook?.();
  expect(await driver.check(access, hook)).toEqual(taken);
  fake.loseHook?.();
  expect(await driver.check(access, hook)).toBe('missing');
  fake.takeHook?.();
  if (taken === 'registered') expect(await driver.check(access, hook), 'beside that of others').toBe('missing');
});

test.for(names)('%s: a token that the vendor does not know is rejected, and not quoted', async (name) => {
  const { driver, fake, access, hook, send, customer } = await chat(name);
  const code = rows[name].codes.split(' ')[2];
  fake.revoke();
  const calls = [
    // The sender at Twilio is named by its link alone.
    has(name, 'identify') && name !== 'wa-twilio' && (() => driver.identify(access)),
    has(name, 'register') && (() => driver.register(access, hook, async () => {})),
    has(name, 'check') && (() => driver.check(access, hook)),
    has(name, 'poll') && (() => driver.poll(access, '1', 0)),
    () => send(hello, customer),
  ].filter((call) => call !== false);
  for (const call of calls) {
    const refusal = await refusalOf(call());
    expect(refusal).toMatchObject({ verdict: { kind: 'auth' }, code, detail: rows[name].unknownToken });
    expect(refusal?.message).not.toContain(access.token);
  }
});

const received = entriesOf(({ receives }) => ({ text: '', ...receives }));

test.for(received)('%s: a customer sends: %s', async ([name, key]) => {
  const { driver, access, fake, isPolled, takeEvents } = await connected(name);
  const { conversation = ann.id, messageId = (id) => id, person, page, hasEventIds, lacks, answer } = rows[name];
  const written = WRITTEN[key];
  const since = Math.floor(Date.now() / 1_000) * 1_000;
  const id = await fake.write(ann, written);
  const events = await takeEvents();
  const now = Date.now();
  expect(events).toEqual([
    {
      id: hasEventIds ? expect.any(String) : id,
      kind: 'message',
      conversation,
      messageId: messageId(id, access),
      person,
      content: contentOf(name, key),
      page,
      at: lacks === 'time' ? undefined : expect.toSatisfy((at) => at >= since && at <= now),
    },
  ]);
  expect(fake.pushes).toEqual(isPolled ? [] : [{ status: 200, body: answer ?? '{}' }]);
  const [event] = events;
  if (!('file' in written) || event?.kind !== 'message') return;
  const { url, headers, decode } = await driver.fetchMedia(access, event.content.files?.[0]?.ref ?? '');
  const bytes = Buffer.from(await (await fetch(url, { headers })).arrayBuffer());
  expect(decode ? decode(bytes) : bytes).toEqual(written.file.bytes);
  if (decode) expect(bytes, 'encrypted').not.toEqual(written.file.bytes);
  if (headers) expect((await fetch(url)).status, 'without the credential').toBe(401);
});

test.for(naming('code'))('%s: a link brings its code along', async (name) => {
  const { driver, fake, identity, takeEvents } = await connected(name);
  const { code, person, conversation = ann.id } = rows[name];
  if (!identity || !code) throw new Error('Only accounts that are named have links');
  expect(driver.link(identity, CODE)).toBe(`${identity.link}${code.link.replace('CODE', CODE)}`);
  const unnamed = { account: { id: '123', name: null, username: null }, link: null };
  expect(driver.link(unnamed, CODE)).toBe(code.bare?.replace('CODE', CODE));
  const id = await fake.write(ann, { code: CODE });
  expect(await takeEvents()).toMatchObject([{ code: CODE, person, conversation, ...code.event(id) }]);
});

test.for(names)('%s: what a customer does besides writing is an event with an id of its own', async (name) => {
  const { tells } = rows[name];
  const { fake, send, customer, message, writtenId, takeEvents } = await chat(name);
  const since = Date.now();
  const isReported = 'receive' in tells || 'read' in tells;
  const sent = isReported ? [await send(hello, customer, 1), await send(hello, customer, 2)] : [];
  const done = deeds.filter((deed) => deed in tells);
  for (const deed of done) await DEEDS[deed](fake, writtenId);
  const { conversation, messageId } = message;
  const expected = done.flatMap((deed) => tells[deed]?.({ conversation, messageId, sent, since }));
  const events = await takeEvents();
  expect(events).toMatchObject(expected.map((event) => ({ conversation, ...event })));
  expect(new Set([message, ...events].map(({ id }) => id)).size).toBe(events.length + 1);
  const starts = events.filter(({ kind }) => kind === 'started');
  expect(starts.filter((event) => 'code' in event)).toHaveLength('start' in tells ? 1 : 0);
});

test.for(names)('%s: an update that is repeated has the same id', async (name) => {
  const { fake, takeEvents } = await connected(name);
  await fake.write(ann, { text: 'Hello' });
  await fake.repeat();
  const events = await takeEvents();
  expect(events).toHaveLength(2);
  expect(events[1]).toEqual(events[0]);
});

test.for(naming('proof'))('%s: a forged update is refused', async (name) => {
  const { proof = '', sign } = rows[name];
  const { update, take, takeEvents } = await chat(name);
  const genuine: string = proof.split('.').reduce((member, key) => member[key], readRequest(update));
  const similar = genuine.slice(0, -1) + (genuine.endsWith('0') ? '1' : '0');
  const forged = [undefined, '', 'guess', similar].map((value) => changeRequest(update, { [proof]: value }));
  if (sign) forged.push({ ...update, body: Buffer.from(update.body.toString().replace('Hello', 'Hullo')) });
  expect(forged.map((request) => take(request).status)).toEqual(forged.map(() => 401));
  expect(await takeEvents()).toEqual([]);
});

test.for(posted.filter((name) => !rows[name].proof))('%s: nothing but the address guards the hook', async (name) => {
  const { update, take } = await chat(name);
  expect(take({ ...update, headers: {} }).status).toBe(200);
});

/** As the vendor sends it. */
function signed(name: Name, request: HookRequest, hosted: Signing): HookRequest {
  const { proof = '', sign } = rows[name];
  const value = sign?.(request.body.toString(), hosted);
  return { ...request, headers: { ...request.headers, ...(value && { [proof.replace('headers.', '')]: value }) } };
}

test.for(posted)('%s: an update that is no JSON object is malformed', async (name) => {
  const { update, take, takeEvents, access, hook } = await chat(name);
  const texts = ['no JSON', '', '5', '[]', '{"half":'];
  const answers = texts.map((text) => take(signed(name, { ...update, body: Buffer.from(text) }, { access, hook })));
  expect(answers).toEqual(texts.map(() => ({ status: 400 })));
  expect(await takeEvents()).toEqual([]);
});

test.for(posted)('%s: an update without anything is acknowledged and dropped', async (name) => {
  const { update, take, takeEvents, access, hook } = await chat(name);
  const body = Buffer.from(JSON.stringify(rows[name].proof === 'secret' ? { secret: hook.secret } : {}));
  expect(take(signed(name, { ...update, body }, { access, hook })).status).toBe(200);
  expect(await takeEvents()).toEqual([]);
});

test.for(entriesOf(({ drops }) => drops))('%s: an update %s is acknowledged and dropped', async ([name, , changes]) => {
  const { update, take, takeEvents, access, hook } = await chat(name);
  expect(take(signed(name, changeRequest(update, changes), { access, hook })).status).toBe(200);
  expect(await takeEvents()).toEqual([]);
});

test.for(having('poll'))('%s: a poll goes on where the last one ended', async (name) => {
  const { driver, fake, access } = await hostDriver(driverNamed(name), await rows[name].start());
  await fake.write(ann, { text: 'Before' });
  const begin = has(name, 'begin') ? await driver.begin(access) : undefined;
  const unread = await driver.poll(access, null, begin === undefined ? 0 : 25);
  expect(textsOf(unread.events)).toEqual(begin === undefined ? ['Before'] : []);
  const id = await fake.write(ann, { text: 'One' });
  await fake.edit?.(ann, id, 'Two');
  const first = await driver.poll(access, begin ?? unread.position, 0);
  expect(textsOf(first.events)).toEqual(fake.edit ? ['One', 'Two'] : ['One']);
  expect(await driver.poll(access, first.position, 0)).toEqual({ events: [], position: first.position });
  if (has(name, 'pollEveryMs')) return;
  const { path } = fake.calls.at(-1) ?? {};
  const polls = () => fake.calls.filter((call) => call.path === path).length;
  const before = polls();
  const waiting = driver.poll(access, first.position, 10);
  await vi.waitFor(() => expect(polls()).toBe(before + 1), { timeout: 10_000 });
  await fake.write(ann, { text: 'Three' });
  expect(textsOf((await waiting).events)).toEqual(['Three']);
});

const textsOf = (events: VendorEvent[]) =>
  events.map((event) => (event.kind === 'message' ? event.content.text : event.kind === 'edited' && event.text));
