import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { Form } from '../../../../test/call.ts';
import { addAnsweredVisitor, addChat } from '../../../../test/callers.ts';
import { startApp } from '../../../../test/harness.ts';
import { identify } from '../../../../test/identities.ts';

const { chats, contacts, messages } = api;
const { visitor: routes } = site;

async function startChat() {
  const app = await startApp();
  const ann = await app.owner();
  return { app, ann, ...(await addChat(app, ann)) };
}

test('last_message is the newest message of any sender, never a note', async () => {
  const { ann, params, read, visitor } = await startChat();
  expect((await read()).last_message).toEqual({ sender: 'client', agent_id: null, type: 'text', text: 'hello' });
  await ann.call(messages.send, { params, body: { type: 'text', body: 'hi', agent_id: ann.agentId } });
  const answer = { sender: 'agent', agent_id: ann.agentId, type: 'text', text: 'hi' };
  expect((await read()).last_message).toEqual(answer);
  await ann.call(messages.addNote, { params, body: { body: 'careful' } });
  expect((await read()).last_message).toEqual(answer);
  expect((await ann.call(chats.list)).data.data).toMatchObject([{ last_message: answer }]);
  await visitor.write('thanks');
  expect((await read()).last_message).toMatchObject({ sender: 'client', text: 'thanks' });
});

test('last_message is null in an empty chat, and has no text for a file', async () => {
  const { ann, read, visitor } = await startChat();
  const { data: contact } = await ann.call(contacts.create, { body: { name: 'Ira' } });
  const { data: silent } = await ann.call(chats.create, { body: { contact_id: contact.id } });
  expect(silent).toMatchObject({ last_message: null, last_message_at: null });
  const button = { params: { button_guid: ann.buttonGuid } };
  const { data: file } = await visitor.call(routes.upload, { ...button, body: new Form('a.txt', 'a') });
  await visitor.call(routes.send, { ...button, body: { client_message_id: 'a', type: 'file', file: { id: file.id } } });
  expect((await read()).last_message).toEqual({ sender: 'client', agent_id: null, type: 'file', text: null });
});

test('last_message has the first 160 characters of a long message, without splitting one', async () => {
  const { read, visitor } = await startChat();
  for (const character of ['a', 'я', '\u{1f600}']) {
    await visitor.write(character.repeat(160));
    expect((await read()).last_message?.text).toBe(character.repeat(160));
    await visitor.write(`${character.repeat(159)}b\u{1f600}`);
    expect((await read()).last_message?.text).toBe(`${character.repeat(159)}b`);
  }
});

test('a merged chat has the last message of the chat merged into it', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const [known, guest] = [await addAnsweredVisitor(app, ann), await addAnsweredVisitor(app, ann)];
  await identify(app, ann, known, 'user-1');
  await guest.write('my last words');
  await known.write('said before them');
  await identify(app, ann, guest, 'user-1');
  const { data } = await ann.call(chats.read, { params: { id: known.chatId } });
  expect(data.last_message).toEqual({ sender: 'client', agent_id: null, type: 'text', text: 'my last words' });
});

test('contact_name is the name, else the e-mail, else the phone', async () => {
  const { ann, read } = await startChat();
  const { contact_id: id } = await read();
  const names = [];
  for (const body of [{ phone: '+7 900 000-00-00' }, { email: 'ira@example.test' }, { name: 'Ira' }, { name: null }]) {
    await ann.call(contacts.update, { params: { id }, body });
    names.push((await read()).contact_name);
  }
  expect(names).toEqual(['+7 900 000-00-00', 'ira@example.test', 'Ira', 'ira@example.test']);
});
