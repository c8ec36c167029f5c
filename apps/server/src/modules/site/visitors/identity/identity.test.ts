import { api, dashboard, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, addVisitor } from '../../../../../test/callers.ts';
import { rowsAdded } from '../../../../../test/committed-writes.ts';
import { signIn, startApp } from '../../../../../test/harness.ts';
import { identify, identityKey, sign, signedIdentity } from '../../../../../test/identities.ts';
import { PASSWORD } from '../../../../../test/owners.ts';

const { contacts } = api;
const { visitor: routes } = site;

const INVALID = { status: 403, problem: { reason: 'identity_invalid', detail: 'Identity not verified' } };
const DAY = 86_400;

async function startSite(options?: { apiEnabled: boolean }) {
  const app = await startApp();
  const ann = await app.owner(options);
  const params = { button_guid: ann.buttonGuid };
  return {
    app,
    ann,
    params,
    now: () => Math.floor(app.clock.now.epochMilliseconds / 1_000),
    addVisitor: () => addVisitor(app, ann),
    identify: (visitor: Parameters<typeof identify>[2], userId: string) => identify(app, ann, visitor, userId),
    show: ({ call }: Parameters<typeof identify>[2], body: object) => call(routes.identify, { params, body }),
    readContact: async (id: unknown) => (await ann.call(contacts.read, { params: { id } })).data,
  };
}

test('a verified user is a contact with that user id, without a chat', async () => {
  const { identify, addVisitor, readContact, params } = await startSite();
  const visitor = await addVisitor();
  const answer = await identify(visitor, 'user-1');
  expect(answer).toMatchObject({ status: 200, data: { contact_id: expect.any(String), chat: null, chat_id: null } });
  expect(await readContact(answer.data.contact_id)).toMatchObject({ user_id: 'user-1', name: null });
  const opened = (await visitor.call(routes.open, { params, body: {} })).data;
  expect(opened).toEqual({ token: visitor.token, ...answer.data });
});

test('an existing contact gets the user id, and keeps everything else', async () => {
  const { app, ann, identify, readContact, params } = await startSite();
  const ira = await addAnsweredVisitor(app, ann);
  await ira.call(routes.updateContact, { params, body: { name: 'Ira' } });
  const { token: _, ...before } = (await ira.call(routes.open, { params, body: {} })).data;
  expect((await identify(ira, 'user-1')).data).toEqual(before);
  expect(await readContact(ira.contactId)).toMatchObject({ user_id: 'user-1', name: 'Ira' });
});

test('repeating it changes nothing', async () => {
  const { app, identify, addVisitor } = await startSite();
  const visitor = await addVisitor();
  const first = (await identify(visitor, 'user-1')).data;
  expect(await rowsAdded(app, () => identify(visitor, 'user-1'))).toEqual({});
  expect((await identify(visitor, 'user-1')).data).toEqual(first);
});

test('another device of the same user is the same contact and sees the same chat', async () => {
  const { app, ann, identify, addVisitor, params } = await startSite();
  const [phone, desk] = [await addVisitor(), await addVisitor()];
  await identify(phone, 'user-1');
  await phone.write('from my phone');
  const { data } = await identify(desk, 'user-1');
  expect(data).toMatchObject({ chat: { last_seq: 1 }, history: { data: [{ body: 'from my phone' }] } });
  await desk.write('from my desk');
  const { data: listed } = (await phone.call(routes.listMessages, { params })).data;
  expect(listed.map(({ seq, body }) => [seq, body])).toEqual([
    [2, 'from my desk'],
    [1, 'from my phone'],
  ]);
  expect(await app.sql(`SELECT FROM contacts WHERE widget_id = ${ann.widgetId}`)).toHaveLength(1);
  expect(await app.sql(`SELECT FROM chats WHERE widget_id = ${ann.widgetId}`)).toHaveLength(1);
});

test('another user in the same browser is another contact and sees nothing of the first', async () => {
  const { app, ann, identify, readContact, params } = await startSite();
  const shared = await addAnsweredVisitor(app, ann);
  await shared.call(routes.setCustomData, { params, body: { fields: [{ title: 'Plan', content: 'gold' }] } });
  await identify(shared, 'ira');
  const { data } = await identify(shared, 'oleg');
  expect(data).toMatchObject({ chat: null, contact: { name: null }, history: { data: [] } });
  expect(data.contact_id).not.toBe(shared.contactId);
  expect(await readContact(data.contact_id)).toMatchObject({ user_id: 'oleg', custom_data: [] });
  expect(await readContact(shared.contactId)).toMatchObject({ user_id: 'ira', custom_data: [{ content: 'gold' }] });
  await shared.write('hello from Oleg');
  expect((await identify(shared, 'ira')).data).toMatchObject({
    contact_id: shared.contactId,
    chat_id: shared.chatId,
    history: { data: [{ body: 'hi' }, { body: 'hello' }] },
  });
  expect((await identify(shared, 'oleg')).data.history.data).toMatchObject([{ body: 'hello from Oleg' }]);
});

test('a user id belongs to one widget', async () => {
  const { app, ann, identify: identifyHere, addVisitor: addHere } = await startSite();
  const bob = await app.owner();
  const there = await addVisitor(app, bob);
  const here = (await identifyHere(await addHere(), 'user-1')).data;
  const other = (await identify(app, bob, there, 'user-1')).data;
  expect(other.contact_id).not.toBe(here.contact_id);
  const foreign = await signedIdentity(app, ann, 'user-1');
  const call = there.call(routes.identify, { params: { button_guid: bob.buttonGuid }, body: foreign });
  expect(await call).toMatchObject(INVALID);
});

test('custom data set before identification is set on the contact', async () => {
  const { identify, addVisitor, readContact, params } = await startSite();
  const tell = (visitor: Awaited<ReturnType<typeof addVisitor>>, content: string) =>
    visitor.call(routes.setCustomData, { params, body: { fields: [{ content }] } });
  const [first, second] = [await addVisitor(), await addVisitor()];
  await tell(first, 'silver');
  const { contact_id } = (await identify(first, 'user-1')).data;
  expect(await readContact(contact_id)).toMatchObject({ custom_data: [{ content: 'silver' }] });
  await tell(second, 'gold');
  await identify(second, 'user-1');
  expect(await readContact(contact_id)).toMatchObject({ custom_data: [{ content: 'gold' }] });
});

test('a wrong signature, an expired one, one too far ahead and a widget without a key give the same response', async () => {
  const { app, ann, now, show, addVisitor } = await startSite();
  const visitor = await addVisitor();
  const unkept = sign('a key of nobody', 'user-1', now() + 60);
  expect(await show(visitor, unkept)).toMatchObject(INVALID);
  const key = await identityKey(app, ann);
  const right = sign(key, 'user-1', now() + 60);
  const wrong = [
    unkept,
    { ...right, user_id: 'user-2' },
    { ...right, expires: right.expires + 1 },
    { ...right, signature: right.signature.replace(/^./, (first) => (first === '0' ? '1' : '0')) },
    sign(key, 'user-1', now()),
    sign(key, 'user-1', now() - 1),
    sign(key, 'user-1', 0),
    sign(key, 'user-1', -1),
    sign(key, 'user-1', now() + 30 * DAY + 1),
    sign(key, 'user-1', Number.MAX_SAFE_INTEGER),
    sign(`${key}=`, 'user-1', now() + 60),
  ];
  const added = await rowsAdded(app, async () => {
    for (const proof of wrong) expect([proof, await show(visitor, proof)]).toMatchObject([proof, INVALID]);
  });
  expect(added).toEqual({});
  expect(await show(visitor, { ...right, signature: right.signature.toUpperCase() })).toMatchObject({ status: 200 });
  expect(await show(visitor, sign(key, 'user-1', now() + 30 * DAY))).toMatchObject({ status: 200 });
});

test('a signature is valid until it expires', async () => {
  const { app, ann, now, show, addVisitor } = await startSite();
  const proof = sign(await identityKey(app, ann), 'user-1', now() + 60);
  app.clock.now = app.clock.now.add({ seconds: 59 });
  expect((await show(await addVisitor(), proof)).status).toBe(200);
  app.clock.now = app.clock.now.add({ seconds: 1 });
  expect(await show(await addVisitor(), proof)).toMatchObject(INVALID);
});

test('a new key voids old signatures at once, and identified visitors stay identified', async () => {
  const { app, ann, show, identify, addVisitor, readContact } = await startSite();
  const visitor = await addVisitor();
  const old = await signedIdentity(app, ann, 'user-1');
  const { contact_id } = (await show(visitor, old)).data;
  const { call } = await signIn(app, ann);
  await call(dashboard.identityKey.renew, { body: { password: PASSWORD } });
  expect(await show(await addVisitor(), old)).toMatchObject(INVALID);
  expect((await identify(await addVisitor(), 'user-1')).data).toMatchObject({ contact_id });
  expect(await readContact(contact_id)).toMatchObject({ user_id: 'user-1' });
});

test('identification is part of the site API and needs the API to be switched on', async () => {
  const { app, ann, show, addVisitor } = await startSite({ apiEnabled: false });
  const visitor = await addVisitor();
  const disabled = { status: 403, problem: { reason: 'api_disabled' } };
  expect(await show(visitor, await signedIdentity(app, ann, 'user-1'))).toMatchObject(disabled);
  expect(await show(visitor, { user_id: 'x', expires: 1, signature: '0'.repeat(64) })).toMatchObject(disabled);
});

test('a malformed identity is refused', async () => {
  const { app, ann, show, addVisitor } = await startSite();
  const visitor = await addVisitor();
  const right = await signedIdentity(app, ann, 'user-1');
  for (const [body, field] of [
    [{ ...right, user_id: '' }, 'user_id'],
    [{ ...right, user_id: 'x'.repeat(256) }, 'user_id'],
    [{ ...right, user_id: 7 }, 'user_id'],
    [{ ...right, expires: `${right.expires}` }, 'expires'],
    [{ ...right, expires: right.expires + 0.5 }, 'expires'],
    [{ ...right, signature: right.signature.slice(1) }, 'signature'],
    [{ ...right, signature: 'g'.repeat(64) }, 'signature'],
    [{ user_id: 'user-1', expires: right.expires }, 'signature'],
  ] as const) {
    const { status, problem } = await show(visitor, body);
    expect([body, status, Object.keys(problem.errors ?? {})]).toEqual([body, 422, [field]]);
  }
});

test('an unverified e-mail, phone or id never merges contacts', async () => {
  const { app, ann, identify, addVisitor, params } = await startSite();
  const known = await addVisitor();
  await identify(known, 'user-1');
  const said = { name: 'Ira', email: 'ira@example.test', phone: '+7 900 000-00-00', description: 'user-1' };
  await known.call(routes.updateContact, { params, body: said });
  const other = await addVisitor();
  const { id } = (await other.call(routes.updateContact, { params, body: said })).data;
  await ann.call(contacts.update, { params: { id }, body: { attributes: { user_id: 'user-1' } } });
  await other.write('hello');
  expect(await app.sql(`SELECT FROM contacts WHERE widget_id = ${ann.widgetId}`)).toHaveLength(2);
  expect((await ann.call(contacts.create, { body: { ...said, user_id: 'user-1' } })).status).toBe(422);
});

test('integrations are notified as of any other change by a site script', async () => {
  const { app, ann, identify, addVisitor } = await startSite();
  const told = async () =>
    (await app.sql<{ type: string }>(`SELECT type FROM events WHERE widget_id = ${ann.widgetId} ORDER BY id`)).map(
      ({ type }) => type,
    );
  await identify(await addVisitor(), 'user-1');
  expect(await told()).toEqual(['client.created']);
  const visitor = await addVisitor();
  await visitor.write('hello');
  await ann.call(api.widget.updateSettings, { body: { widget_api_contact_sync: true } });
  const before = (await told()).length;
  await identify(visitor, 'user-2');
  expect((await told()).slice(before)).toEqual(['contact.updated']);
});
