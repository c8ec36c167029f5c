import { randomUUID } from 'node:crypto';
import { api, type Message, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat, withBearer, withToken } from '../../../../test/callers.ts';
import { startNodes } from '../../../../test/nodes.ts';
import { addAgent } from '../../../../test/people.ts';

const { chats, messages } = api;

/** A chat in which both sides have written on the first of two servers, so that it remembers the chat. */
async function startOnTwoServers() {
  const { one, two } = await startNodes();
  const ann = await one.owner();
  const { params, visitor, read } = await addChat(one, ann);
  const [here, there] = [await withToken(one, ann), await withToken(two, ann)];
  const agent_id = ann.agentId;
  const sendFrom =
    (call: typeof here) =>
    (text: string, more: object = {}) =>
      call(messages.send, { params, body: { type: 'text', body: text, agent_id, ...more } });
  const [sendHere, sendThere] = [sendFrom(here), sendFrom(there)];
  await sendHere('first reply');
  const list = async (): Promise<Message[]> =>
    (await here(messages.list, { params, query: { limit: 100 } })).data.data.toReversed();
  const visitorThere = withBearer(two, visitor.token);
  return {
    ...{ one, two, ann, here, there, sendHere, sendThere, params, visitor, read, list },
    writeThere: (text: string) =>
      visitorThere(site.visitor.send, {
        params: { button_guid: ann.buttonGuid },
        body: { type: 'text', body: text, client_message_id: randomUUID() },
      }),
  };
}

test('messages sent to two servers in turn are numbered without gaps, with growing ids', async () => {
  const { sendHere, sendThere, visitor, writeThere, list } = await startOnTwoServers();
  for (const round of [1, 2, 3]) {
    expect((await sendThere(`there ${round}`)).status).toBe(202);
    expect((await sendHere(`here ${round}`)).status).toBe(202);
    expect((await writeThere(`visitor there ${round}`)).status).toBe(201);
    await visitor.write(`visitor here ${round}`);
  }
  const all = await list();
  expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: 14 }, (_, at) => at + 1));
  const ids = all.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((one, other) => one - other));
});

test('a message follows what another server changed since the last one', async () => {
  const { there, sendHere, params, visitor, read } = await startOnTwoServers();
  await there(chats.close, { params, body: { reason: 'done' } });
  await sendHere('one more thing');
  expect(await read()).toMatchObject({ status: 'active', closed_at: null, close_reason: null });
  await visitor.write('what is it?');
  const { unread } = await read();
  await there(messages.markRangeSeen, { params, body: { to_message_id: (await sendHere('this')).data.id } });
  await visitor.write('I see');
  expect([unread, (await read()).unread]).toEqual([1, 1]);
  await there(chats.setState, { params, body: { state: 'spam' } });
  await visitor.write('buy this');
  expect(await read()).toMatchObject({ status: 'spam', awaiting_reply: false });
});

test('a message is refused once its chat is deleted or its sender suspended on another server', async () => {
  const { one, ann, there, sendHere, read, list } = await startOnTwoServers();
  const bob = await addAgent(one, ann, 'operator');
  expect((await sendHere('from Bob', { agent_id: bob.agentId })).status).toBe(202);
  await there(api.agents.suspend, { params: { id: bob.agentId } });
  expect((await sendHere('from Bob again', { agent_id: bob.agentId })).problem).toMatchObject({
    status: 422,
    errors: { agent_id: ['is suspended'] },
  });
  expect((await list()).map(({ body }) => body)).toEqual(['hello', 'first reply', 'from Bob']);
  await there(api.contacts.remove, { params: { id: (await read()).contact_id } });
  expect((await sendHere('anybody?')).status).toBe(404);
});

test('a message repeated on another server is stored once', async () => {
  const { sendHere, sendThere, list } = await startOnTwoServers();
  const client_message_id = randomUUID();
  const [first, second, third] = [
    await sendHere('once', { client_message_id }),
    await sendThere('once', { client_message_id }),
    await sendHere('once', { client_message_id }),
  ];
  expect(second.data).toEqual(first.data);
  expect(third.data).toEqual(first.data);
  expect((await sendHere('next')).data.seq).toBe(4);
  expect(await list()).toHaveLength(4);
});

test('concurrent messages of both sides on both servers all arrive, in one order', async () => {
  const { sendHere, sendThere, visitor, writeThere, list } = await startOnTwoServers();
  const rounds = Array.from({ length: 8 }, (_, at) => at);
  await Promise.all(
    rounds.flatMap((round) => [
      sendHere(`here ${round}`),
      sendThere(`there ${round}`),
      visitor.write(`visitor here ${round}`),
      writeThere(`visitor there ${round}`),
    ]),
  );
  const all = await list();
  expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: 2 + 32 }, (_, at) => at + 1));
  expect(new Set(all.map(({ body }) => body)).size).toBe(all.length);
});
