import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { Form } from '../../../../test/call.ts';
import { addAnsweredVisitor, addVisitor } from '../../../../test/callers.ts';
import { rowsAdded } from '../../../../test/committed-writes.ts';
import { startApp } from '../../../../test/harness.ts';

const { contacts, files, messages } = api;
const { visitor: routes } = site;

async function startVisitor() {
  const app = await startApp();
  const ann = await app.owner();
  const params = { button_guid: ann.buttonGuid };
  const visitor = await addVisitor(app, ann);
  return {
    app,
    ann,
    visitor,
    params,
    introduce: (body: object, call = visitor.call) => call(routes.updateContact, { params, body }),
    setData: (fields: unknown) => visitor.call(routes.setCustomData, { params, body: { fields } }),
    open: async () => (await visitor.call(routes.open, { params, body: {} })).data,
    readContact: async (id: unknown) => (await ann.call(contacts.read, { params: { id } })).data,
    told: async () =>
      (await app.sql<{ type: string }>(`SELECT type FROM events WHERE widget_id = ${ann.widgetId} ORDER BY id`)).map(
        ({ type }) => type,
      ),
  };
}

const ira = { name: 'Ira', email: 'ira@example.com', phone: '+7 900 000-00-00', description: 'wholesale' };

test('a visitor who gives their details becomes a contact, without a chat', async () => {
  const { introduce, open, readContact } = await startVisitor();
  const said = await introduce(ira);
  expect(said).toMatchObject({ status: 200, data: { id: expect.stringMatching(/^[0-9a-f]{32}$/), ...ira } });
  expect(await open()).toMatchObject({ contact_id: said.data.id, chat_id: null });
  expect(await readContact(said.data.id)).toMatchObject(ira);
});

test('it is the same contact that writes, before and after', async () => {
  const { app, ann, visitor, introduce, open } = await startVisitor();
  const { id } = (await introduce({ name: 'Ira' })).data;
  await visitor.write('hello');
  expect((await introduce({ phone: '123' })).data).toMatchObject({ id, name: 'Ira', phone: '123' });
  expect((await open()).contact_id).toBe(id);
  expect(await app.sql(`SELECT FROM contacts WHERE widget_id = ${ann.widgetId}`)).toHaveLength(1);
});

test('an update changes only the fields sent: null clears, and an empty update is 422', async () => {
  const { introduce } = await startVisitor();
  await introduce(ira);
  expect((await introduce({ email: null, name: ' Irina ' })).data).toMatchObject({
    ...ira,
    email: null,
    name: 'Irina',
  });
  for (const [body, field] of [
    [{}, 'body'],
    [{ name: '' }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ email: 'not an address' }, 'email'],
    [{ phone: '' }, 'phone'],
    [{ description: 'x'.repeat(10_001) }, 'description'],
    [{ name: 'Ira', attributes: { vip: true } }, 'attributes'],
    [{ name: 'Ira', id: 'x' }, 'id'],
  ] as const) {
    const { status, problem } = await introduce(body);
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, [field]]);
  }
});

test('every change emits contact.updated, and the first name, e-mail or phone visitor.lead, once', async () => {
  const { app, ann, introduce, told } = await startVisitor();
  const { id } = (await introduce({ description: 'just looking' })).data;
  expect(await told()).toEqual(['client.created', 'contact.updated']);
  await introduce({ name: 'Ira' });
  await introduce({ email: 'ira@example.com' });
  expect((await told()).slice(2)).toEqual(['contact.updated', 'visitor.lead', 'contact.updated']);
  const [lead] = await app.sql<{ data: object }>(
    `SELECT data FROM events WHERE widget_id = ${ann.widgetId} AND type = 'visitor.lead'`,
  );
  expect(lead?.data).toEqual({
    button_guid: expect.any(String),
    contact_id: id,
    client_id: expect.any(Number),
    source: 'widget',
    at: expect.any(String),
  });
});

test('eight concurrent updates in one browser make one contact and one lead', async () => {
  const { app, ann, introduce, told } = await startVisitor();
  await Promise.all(Array.from({ length: 8 }, (_, at) => introduce({ name: `Ira ${at}` })));
  expect(await app.sql(`SELECT FROM contacts WHERE widget_id = ${ann.widgetId}`)).toHaveLength(1);
  const counts = Map.groupBy(await told(), (type) => type);
  expect([counts.get('client.created'), counts.get('visitor.lead')].map((each) => each?.length)).toEqual([1, 1]);
});

test('an unverified e-mail or phone never merges two people', async () => {
  const { app, ann, introduce, readContact } = await startVisitor();
  const { id: known } = (await ann.call(contacts.create, { body: { ...ira, attributes: { plan: 'pro' } } })).data;
  const other = await addAnsweredVisitor(app, ann);
  const said = [await introduce(ira), await introduce(ira, other.call)].map(({ data }) => data.id);
  expect(new Set([known, ...said]).size).toBe(3);
  expect(said[1]).toBe(other.contactId);
  expect((await readContact(said[0])).attributes).toEqual({});
});

test('custom data from the site is shown with the contact, in order, also when set before it exists', async () => {
  const { visitor, setData, open, readContact } = await startVisitor();
  const fields = [
    { title: 'Plan', content: '<b>Pro</b>', link: 'https://crm.example/1' },
    { content: 'since 2024' },
    { title: 'Cart', content: '' },
  ];
  expect((await setData(fields)).status).toBe(204);
  await visitor.write('hello');
  const { contact_id } = await open();
  expect((await readContact(contact_id)).custom_data).toEqual([
    { title: 'Plan', content: '<b>Pro</b>', link: 'https://crm.example/1' },
    { title: null, content: 'since 2024', link: null },
    { title: 'Cart', content: '', link: null },
  ]);
  await setData([{ title: 'Plan', content: 'Basic' }]);
  expect((await readContact(contact_id)).custom_data).toEqual([{ title: 'Plan', content: 'Basic', link: null }]);
  await setData([]);
  expect((await readContact(contact_id)).custom_data).toEqual([]);
});

test('invalid custom data is refused by field name', async () => {
  const { setData } = await startVisitor();
  for (const [fields, named] of [
    [undefined, 'fields'],
    [{}, 'fields'],
    [Array(51).fill({ content: 'x' }), 'fields'],
    [[{ title: 'Plan' }], 'fields.0.content'],
    [[{ content: 'x' }, { content: 'x'.repeat(4_001) }], 'fields.1.content'],
    [[{ content: 'x', title: 'x'.repeat(256) }], 'fields.0.title'],
    [[{ content: 'x', link: 'javascript:alert(1)' }], 'fields.0.link'],
    [[{ content: 'x', link: '/cart' }], 'fields.0.link'],
    [[{ content: 'x', key: 'y' }], 'fields.0.key'],
  ] as const) {
    const { status, problem } = await setData(fields);
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, [named]]);
  }
});

test('deleting a contact erases chats, messages, ratings and tokens: their token is invalid, and opening starts afresh', async () => {
  const { app, ann, params } = await startVisitor();
  const added = await rowsAdded(app, async () => {
    const { call, contactId } = await addAnsweredVisitor(app, ann);
    await call(routes.rate, { params, body: { score: 5 } });
    expect((await ann.call(contacts.remove, { params: { id: contactId } })).status).toBe(204);
    expect(await call(routes.listMessages, { params })).toMatchObject({
      status: 401,
      problem: { reason: 'token_invalid' },
    });
    expect((await call(routes.open, { params, body: {} })).data).toMatchObject({ contact_id: null, chat_id: null });
  });
  for (const table of ['contacts', 'chats', 'chat_heads', 'messages', 'ratings']) {
    expect(added).not.toHaveProperty(table);
  }
  expect(added.visitors).toBe(1);
});

/** A file of the visitor and one of the agent, both sent in the visitor's chat. */
async function startAttachments() {
  const { app, ann, params } = await startVisitor();
  const visitor = await addAnsweredVisitor(app, ann);
  const theirs = (await visitor.call(routes.upload, { params, body: new Form('theirs.txt', 'tea') })).data;
  const ours = (await ann.call(files.create, { body: new Form('ours.txt', 'price') })).data;
  const attached = { client_message_id: 'attached', type: 'file', file: { id: theirs.id } };
  await visitor.call(routes.send, { params, body: attached });
  const send = (id: number) =>
    ann.call(messages.send, { params: { id }, body: { type: 'file', file: { id: ours.id } } });
  await send(visitor.chatId);
  return {
    app,
    ann,
    visitor,
    send,
    erase: () => ann.call(contacts.remove, { params: { id: visitor.contactId } }),
    fetchFiles: async () => {
      const fetched = [theirs, ours].map(({ url }) => app.http.inject({ url: url.replace(app.publicUrl, '') }));
      return (await Promise.all(fetched)).map(({ statusCode }) => statusCode);
    },
    async sweep() {
      app.clock.now = app.clock.now.add({ minutes: 3 });
      await app.run('files.sweep');
    },
  };
}

test('files of a deleted contact are unavailable at once, and the sweep removes them', async () => {
  const { app, ann, erase, fetchFiles, sweep } = await startAttachments();
  expect(await fetchFiles()).toEqual([200, 200]);
  await erase();
  expect(await fetchFiles()).toEqual([404, 404]);
  await sweep();
  expect(await app.sql(`SELECT FROM files WHERE widget_id = ${ann.widgetId}`)).toEqual([]);
});

test('a file also sent to another contact stays with them', async () => {
  const { app, ann, send, erase, fetchFiles, sweep } = await startAttachments();
  const other = await addAnsweredVisitor(app, ann);
  await send(other.chatId);
  await erase();
  await sweep();
  expect(await fetchFiles()).toEqual([404, 200]);
});

test('a contact erased while they write gets an error, and nothing of them is left', async () => {
  const { app, ann, params } = await startVisitor();
  for (let round = 0; round < 5; round += 1) {
    const { call, contactId } = await addAnsweredVisitor(app, ann);
    const write = (id: number) => {
      const body = { client_message_id: `${id}`, type: 'text', body: 'still here' };
      return id % 2
        ? call(routes.send, { params, body })
        : call(routes.updateContact, { params, body: { name: 'Ira' } });
    };
    const [erased, ...written] = await Promise.all([
      ann.call(contacts.remove, { params: { id: contactId } }),
      ...[1, 2, 3, 4].map(write),
    ]);
    expect(erased.status).toBe(204);
    for (const { status } of written) expect([200, 201, 401]).toContain(status);
  }
  expect(await app.sql(`SELECT FROM contacts WHERE widget_id = ${ann.widgetId}`)).toEqual([]);
  expect(await app.sql(`SELECT FROM messages WHERE widget_id = ${ann.widgetId}`)).toEqual([]);
});
