import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { Form } from '../../../../test/call.ts';
import { addAnsweredVisitor } from '../../../../test/callers.ts';
import { startApp } from '../../../../test/harness.ts';

interface Exported {
  chats: {
    messages: { sender: string; type: string; body: string | null; file: { name: string; url: string } | null }[];
  }[];
}

test("the export has the contact's fields, ratings, browsers, chats and messages, but no notes", async () => {
  const app = await startApp();
  const ann = await app.owner();
  const params = { button_guid: ann.buttonGuid };
  const visitor = await addAnsweredVisitor(app, ann);
  await visitor.call(site.visitor.rate, { params, body: { score: 4, comment: 'quick' } });
  await ann.call(api.messages.addNote, {
    params: { id: visitor.chatId },
    body: { agent_id: ann.agentId, body: 'Only for the team' },
  });
  const { body, headers } = await ann.call(api.contacts.exportOne, { params: { id: visitor.contactId } });
  expect(headers['content-type']).toMatch(/^application\/json/);
  expect(headers['content-disposition']).toContain(`contact-${visitor.contactId}.json`);
  const exported = body as Exported;
  expect(JSON.stringify(exported)).not.toContain('Only for the team');
  expect(exported).toMatchObject({
    contact: { id: visitor.contactId },
    ratings: [{ score: 4, comment: 'quick' }],
    browsers: [{ page: 'https://shop.example/' }],
    chats: [{ id: visitor.chatId, channel: 'service' }],
  });
  const said = exported.chats[0]?.messages.map((message) => [message.sender, message.body]);
  expect(said).toEqual(
    expect.arrayContaining([
      ['client', 'hello'],
      ['agent', 'hi'],
    ]),
  );
});

test('a file is in the export as a link that works', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const visitor = await addAnsweredVisitor(app, ann);
  const { data: file } = await ann.call(api.files.create, { body: new Form('plan.txt', 'Hello') });
  await ann.call(api.messages.send, {
    params: { id: visitor.chatId },
    body: { type: 'file', file: { id: file.id }, agent_id: ann.agentId },
  });
  const { body } = await ann.call(api.contacts.exportOne, { params: { id: visitor.contactId } });
  const linked = (body as Exported).chats[0]?.messages.find(({ type }) => type === 'file')?.file;
  expect(linked?.name).toBe('plan.txt');
  const { payload } = await app.http.inject({ url: new URL(linked?.url ?? '').pathname });
  expect(payload).toBe('Hello');
});
