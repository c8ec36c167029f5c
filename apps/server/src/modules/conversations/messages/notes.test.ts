import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { Form } from '../../../../test/call.ts';
import { addAnsweredVisitor, signedIn } from '../../../../test/callers.ts';
import { listEvents } from '../../../../test/events.ts';
import { startApp } from '../../../../test/harness.ts';
import { addAgent } from '../../../../test/people.ts';
import { PNG } from '../../../../test/pictures.ts';

const { chats, files, messages } = api;

/** An answered chat with a session of its owner. */
async function startChat() {
  const app = await startApp();
  const ann = await app.owner();
  const visitor = await addAnsweredVisitor(app, ann);
  const params = { id: visitor.chatId };
  const session = await signedIn(app, ann);
  return {
    app,
    ann,
    visitor,
    params,
    session,
    note: (body: object, call = session) => call(messages.addNote, { params, body }),
    readChat: async () => (await ann.call(chats.read, { params })).data,
  };
}

test('a note is private, has no seq, and agents read it among the messages', async () => {
  const { ann, params, note } = await startChat();
  const made = await note({ body: 'asks for a discount every month' });
  expect(made).toMatchObject({
    status: 201,
    data: {
      chat_id: params.id,
      seq: null,
      sender: 'agent',
      agent_id: ann.agentId,
      type: 'text',
      body: 'asks for a discount every month',
      private: true,
    },
  });
  expect((await ann.call(messages.list, { params })).data.data[0]).toEqual(made.data);
});

test('a visitor cannot read a note, and it is neither counted nor found by a search', async () => {
  const { ann, visitor, note } = await startChat();
  await note({ body: 'secretword' });
  const button = { button_guid: ann.buttonGuid };
  const { data } = await visitor.call(site.visitor.listMessages, { params: button });
  expect(data.data.map(({ body }) => body)).toEqual(['hi', 'hello']);
  expect((await visitor.call(site.visitor.visit, { params: button, body: { page: '/' } })).data.unread).toBe(1);
  expect((await visitor.call(site.visitor.markSeen, { params: button, body: { seq: 9 } })).body).toEqual({ unread: 0 });
  expect((await ann.call(chats.list, { query: { q: 'secretword' } })).data.data).toEqual([]);
});

test('a note is not in the transcript', async () => {
  const { app, ann, params, note } = await startChat();
  await note({ body: 'secretword' });
  const { body } = await app.http.inject({
    url: `/api/v1/chats/${params.id}/transcript`,
    headers: { authorization: `Bearer ${ann.token}` },
  });
  expect(body).toContain('hello');
  expect(body).not.toContain('secretword');
});

test('a note emits no event', async () => {
  const { app, ann, note } = await startChat();
  const told = () => listEvents(app, ann);
  const before = await told();
  await note({ body: 'remember' });
  expect(await told()).toEqual(before);
});

test('a note raises the version but does not reply, reopen or mark as seen', async () => {
  const { app, visitor, params, session, note, readChat } = await startChat();
  await visitor.write('anybody there?');
  for (const prepare of [
    async () => undefined,
    () => session(chats.close, { params, body: { reason: 'done' } }),
    () => session(chats.setState, { params, body: { state: 'active' } }),
    () => session(chats.setState, { params, body: { state: 'spam' } }),
  ]) {
    await prepare();
    const before = await readChat();
    app.clock.now = app.clock.now.add({ minutes: 1 });
    await note({ body: 'remember' });
    expect(await readChat()).toEqual({
      ...before,
      version: before.version + 1,
      updated_at: expect.not.stringMatching(before.updated_at),
    });
  }
});

test('a note does not assign an unanswered chat to its author', async () => {
  const { app, params, note, readChat } = await startChat();
  await app.sql(`UPDATE chats SET agent_id = NULL, accepted_by = NULL, accepted_type = NULL, handled_by = NULL,
    handled_type = NULL WHERE id = ${params.id}`);
  await note({ body: 'not mine' });
  expect(await readChat()).toMatchObject({ agent_id: null, accepted_by: null, handled_by: null, handling: 'missed' });
});

test('the author of a note is agent_id or none with a token, and the signed-in agent in the console', async () => {
  const { app, ann, note } = await startChat();
  const bob = await addAgent(app, ann, 'operator');
  const author = async (...given: Parameters<typeof note>) => (await note(...given)).data.agent_id;
  expect(await author({ body: 'x' }, ann.call)).toBeNull();
  expect(await author({ body: 'x', agent_id: bob.agentId }, ann.call)).toBe(bob.agentId);
  expect(await author({ body: 'x' }, await signedIn(app, bob))).toBe(bob.agentId);
  for (const agent_id of [bob.agentId, 987_654]) {
    expect((await note({ body: 'x', agent_id })).problem).toMatchObject({
      status: 422,
      errors: { agent_id: [expect.any(String)] },
    });
  }
  const foreign = await app.owner();
  for (const agent_id of [foreign.agentId, 987_654]) {
    expect((await note({ body: 'x', agent_id }, ann.call)).problem).toMatchObject({
      status: 422,
      errors: { agent_id: [expect.any(String)] },
    });
  }
});

test('a note lists its mentions, which visitor messages do not have', async () => {
  const { app, ann, visitor, params, note } = await startChat();
  const bob = await addAgent(app, ann, 'operator');
  const mentions = [bob.agentId, ann.agentId];
  const made = await note({ body: '@Bob, @Ann: look', mentions, client_message_id: 'n-1' });
  expect(made).toMatchObject({ status: 201, data: { mentions } });
  expect((await note({ body: 'again', client_message_id: 'n-1' })).data).toEqual(made.data);
  expect(await note({ body: 'to nobody', mentions: [] })).toMatchObject({ status: 201, data: { mentions: [] } });
  const { data } = await ann.call(messages.list, { params });
  expect(data.data.map((each) => each.mentions)).toEqual([[], mentions, [], []]);
  const seen = await visitor.call(site.visitor.listMessages, { params: { button_guid: ann.buttonGuid } });
  expect(JSON.stringify(seen.body)).not.toContain('mentions');
});

test('mentions are up to twenty agents of the widget, without duplicates', async () => {
  const { app, ann, note } = await startChat();
  const foreign = await app.owner();
  const { agentId } = ann;
  const many = Array.from({ length: 21 }, (_, at) => agentId + at);
  for (const mentions of [[foreign.agentId], [agentId, 987_654], [agentId, agentId], many]) {
    expect((await note({ body: 'x', mentions })).problem).toMatchObject({
      status: 422,
      errors: { mentions: [expect.any(String)] },
    });
  }
});

test('a note takes text and a file only', async () => {
  const { note } = await startChat();
  for (const [given, field] of [
    [{}, 'body'],
    [{ body: '' }, 'body'],
    [{ body: '  ' }, 'body'],
    [{ body: 'x'.repeat(65_537) }, 'body'],
    [{ body: 'x', type: 'file' }, 'type'],
    [{ body: 'x', private: false }, 'private'],
    [{ file: { id: 987_654 } }, 'file.id'],
  ] as const) {
    const { status, problem } = await note(given);
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, [field]]);
  }
});

test('a note may carry a file, which no visitor, transcript, webhook or channel gets', async () => {
  const { app, ann, visitor, params, session, note } = await startChat();
  const told = await listEvents(app, ann);
  const upload = async (name: string, bytes: string | Buffer) =>
    (await session(files.create, { body: new Form(name, bytes) })).data;
  const [list, photo] = [await upload('prices.txt', 'secret prices'), await upload('scan.png', PNG)];
  const made = await note({ body: 'see the list', file: { id: list.id } });
  expect(made).toMatchObject({
    status: 201,
    data: { type: 'file', body: 'see the list', file: { name: 'prices.txt' }, private: true, seq: null },
  });
  const picture = await note({ file: { id: photo.id } });
  expect(picture).toMatchObject({ status: 201, data: { type: 'image', body: null, name: 'scan.png' } });
  const read = await ann.call(messages.list, { params });
  expect(read.data.data.slice(0, 2)).toEqual([picture.data, made.data]);

  const button = { button_guid: ann.buttonGuid };
  const seen = await visitor.call(site.visitor.listMessages, { params: button });
  expect(JSON.stringify(seen.body)).not.toMatch(/prices|scan/);
  const stolen = { client_message_id: 'steal', type: 'file', file: { id: list.id } };
  expect(await visitor.call(site.visitor.send, { params: button, body: stolen })).toMatchObject({ status: 422 });
  expect(await visitor.call(files.read, { params: { id: list.id } })).toMatchObject({ status: 401 });
  const { body } = await app.http.inject({
    url: `/api/v1/chats/${params.id}/transcript`,
    headers: { authorization: `Bearer ${ann.token}` },
  });
  expect(body).not.toMatch(/prices|scan/);
  expect(await listEvents(app, ann)).toEqual(told);
});
