import { expect, test } from 'vitest';
import { serveAgent } from '../../test/agent-server.ts';
import { eventually } from '../../test/live-server.ts';
import type { AgentClient, Conversation } from '../index.ts';

const bodies = ({ state }: Conversation) => state.messages.map(({ body }) => body);
const open = (client: AgentClient) => eventually(() => expect(client.state.connection).toBe('open'));

/** An open chat with these messages. */
async function startChat(texts: string) {
  const served = await serveAgent();
  served.make(1);
  for (const text of texts) served.write(1, text);
  const client = served.connect();
  await open(client);
  const conversation = client.open(1);
  await eventually(() => expect(bodies(conversation)).toEqual([...texts]));
  return { ...served, client, conversation };
}

test('a message that changes is replaced in its place, without asking the server', async () => {
  const { conversation, client, edit, chatOf, bodies: saidBodies } = await startChat('abc');
  const asked = saidBodies('catch_up').length;
  edit(2, 'B');
  edit(1, 'A');
  await eventually(() => expect(bodies(conversation)).toEqual(['A', 'B', 'c']));
  expect(conversation.state.messages[0]).toMatchObject({ id: 1, edited_at: expect.any(String) });
  expect(client.state.chats.get(1)).toEqual(chatOf(1));
  expect(saidBodies('catch_up')).toHaveLength(asked);
});

test('changes that were missed are fetched, however many', async () => {
  const { conversation, edit, write, ofChat, loses, server, bodies: saidBodies } = await startChat('abcdefgh');
  const asked = saidBodies('catch_up').length;
  loses.events = true;
  for (const id of [8, 1, 3, 2, 7]) edit(id, `new ${id}`);
  write(1, 'i');
  server.cut();
  await eventually(() => expect(conversation.state.messages).toEqual(ofChat(1)));
  // The chat began with version 1, and each message and change raised it.
  expect(saidBodies('catch_up').slice(asked)).toMatchObject([
    { after_id: 8, after_version: 9 },
    { after_id: 9, after_version: 12 },
  ]);
});

test('what changed a page since it was loaded is fetched when the chat is opened', async () => {
  const { connect, make, write, edit, ofChat, chatOf, bodies: saidBodies } = await serveAgent();
  make(1);
  for (const text of 'abc') write(1, text);
  edit(1, 'A');
  const page = ofChat(1).slice(1).reverse();
  const { version } = chatOf(1);
  edit(3, 'C');
  const client = connect();
  await open(client);
  const conversation = client.open(1, page, [], version);
  await eventually(() => expect(bodies(conversation)).toEqual(['b', 'C']));
  expect(saidBodies('catch_up')).toMatchObject([{ after_id: 3, after_version: version }]);
});

test('an earlier page that was read before a change does not bring the old text back', async () => {
  const { connect, make, write, edit, ofChat } = await serveAgent();
  make(1);
  for (const text of 'abc') write(1, text);
  const [first, ...rest] = ofChat(1);
  const client = connect();
  await open(client);
  const conversation = client.open(1, rest, [], 4);
  await eventually(() => expect(conversation.state.chat).not.toBeNull());
  edit(1, 'A');
  edit(3, 'C');
  await eventually(() => expect(bodies(conversation)).toEqual(['b', 'C']));
  conversation.load(first ? [first] : []);
  expect(bodies(conversation)).toEqual(['A', 'b', 'C']);
});

test('a message sent from here that changed while events were lost is shown as it is now', async () => {
  const { conversation, client, edit, ofChat, loses } = await startChat('a');
  loses.events = true;
  client.send(1, { type: 'text', body: 'b' });
  await eventually(() => expect(bodies(conversation)).toEqual(['a', 'b']));
  edit(2, 'B');
  client.wake();
  await eventually(() => expect(conversation.state.messages).toEqual(ofChat(1)));
});
