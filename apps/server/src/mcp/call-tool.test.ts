import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat, signedInHeaders } from '../../test/callers.ts';
import { startApp } from '../../test/harness.ts';
import { loadChats } from '../../test/load-chats.ts';
import { connectMcp } from '../../test/mcp.ts';
import { PNG } from '../../test/pictures.ts';

async function connect() {
  const app = await startApp({}, { live: true });
  const ann = await app.owner();
  return { app, ann, client: await connectMcp(app, ann.token) };
}

test('a chat is read, answered and closed by tools', async () => {
  const { app, ann, client } = await connect();
  const { params, read } = await addChat(app, ann, 'Where is my parcel?');
  const { data: page } = await client.call('messages_list', params);
  expect(page.data).toMatchObject([{ body: 'Where is my parcel?' }]);
  const sent = await client.call('messages_send', {
    ...params,
    agent_id: ann.agentId,
    type: 'text',
    body: 'On its way.',
  });
  expect(sent).toMatchObject({ isError: false, data: { data: { id: expect.any(Number) } } });
  expect((await client.call('chats_close', params)).isError).toBe(false);
  expect((await read()).done_at).not.toBeNull();
});

test('a text is returned as it is, and cut if it is long', async () => {
  const { app, ann, client } = await connect();
  const { params } = await addChat(app, ann, 'Where is my parcel?');
  const { text, parts, data } = await client.call('chats_transcript', params);
  expect([text.includes('Where is my parcel?'), parts, data]).toEqual([true, 1, undefined]);
  const body = { agent_id: ann.agentId, type: 'text', body: 'я'.repeat(4_000) };
  for (let sent = 0; sent < 20; sent++) await ann.call(api.messages.send, { params, body });
  const long = await client.call('chats_transcript', params);
  expect([long.text.length, long.parts]).toEqual([50_000, 2]);
});

test('a page that is too long to read is refused with a smaller limit', async () => {
  const { app, ann, client } = await connect();
  await loadChats(app, ann, { count: 1, lines: 20, text: 'w'.repeat(9_000) });
  const [chat] = (await ann.call(api.chats.list)).data.data;
  const refused = await client.call('messages_list', { id: chat?.id });
  expect(refused).toMatchObject({ isError: true, data: { reason: 'result_too_large' } });
  const [, limit] = /`limit` (\d+)/.exec(refused.data.detail) ?? [];
  const read = await client.call('messages_list', { id: chat?.id, limit: Number(limit) });
  expect(read).toMatchObject({ isError: false, data: { data: { length: Number(limit) } } });
});

test('a file is sent as text or base64, and read as a URL', async () => {
  const { client, ann } = await connect();
  const uploaded = await client.call('files_create', { file: { name: 'dot.png', base64: PNG.toString('base64') } });
  expect(uploaded.data.data).toMatchObject({ name: 'dot.png', type: 'image/png', size: PNG.length });
  const { data } = await client.call('files_read', { id: uploaded.data.data.id });
  expect(data.url).toContain(`/files/`);

  const csv = { name: 'contacts.csv', text: 'name,email\nИра,ira@example.test\n' };
  expect((await client.call('contacts_preview_import', { file: csv })).data.data).toMatchObject({ created: 1 });
  expect((await client.call('contacts_import', { file: csv })).data.data).toMatchObject({ created: 1 });
  expect((await ann.call(api.contacts.list)).data.data).toMatchObject([{ name: 'Ира' }]);
  expect((await client.call('contacts_import', { file: { name: 'a.csv' } })).data.errors).toHaveProperty('file');
  expect((await client.call('contacts_import')).data).toMatchObject({
    status: 422,
    errors: { file: expect.anything() },
  });
  const fromUrl = await client.call('files_create', { url: 'http://127.0.0.1:1/a.png' });
  expect(fromUrl).toMatchObject({ isError: true, data: { errors: { url: expect.anything() } } });
});

test('an argument cannot change the path of its route', async () => {
  const { ann, client } = await connect();
  const { data: contact } = await ann.call(api.contacts.create, { body: { name: 'Ira' } });
  for (const tag of ['..', '.', '']) {
    const { isError, data } = await client.call('contacts_remove_tag', { id: contact.id, tag });
    expect([isError, data.reason, Object.keys(data.errors)]).toEqual([true, 'validation_failed', ['tag']]);
  }
  const escaped = await client.call('contacts_remove_tag', { id: contact.id, tag: '../../1?x=/#' });
  expect(escaped.data.reason).not.toBe('route_not_found');
  expect((await ann.call(api.contacts.read, { params: { id: contact.id } })).status).toBe(200);
});

test('a session cookie gives a tool nothing', async () => {
  const { app, client: _client } = await connect();
  const ann = await app.owner();
  const { cookie, origin } = await signedInHeaders(app, ann);
  const client = await connectMcp(app, await ann.newToken(['tags:read']), { headers: { cookie, origin } });
  expect((await client.call('chats_list')).data.reason).toBe('missing_scope');
});

test('the tool of a legacy bot uses the token of the caller', async () => {
  const { app, ann, client } = await connect();
  const { params } = await addChat(app, ann);
  const said = await client.call('compat_bot', { message_type: 'BOT_MESSAGE', chat_id: params.id, message: 'hi' });
  expect(said.data.reason).not.toBe('token_invalid');
  expect((await client.listTools()).tools.find(({ name }) => name === 'compat_bot')?.inputSchema).not.toHaveProperty(
    'properties.token',
  );
});
