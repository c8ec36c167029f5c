import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, signedInHeaders, withBearer } from '../../apps/server/test/callers.ts';
import { startApp } from '../../apps/server/test/harness.ts';
import { agentClient, SOON, visitorClient } from '../../apps/server/test/live-clients.ts';
import { startNodes } from '../../apps/server/test/nodes.ts';
import { connectAgent, connectVisitor } from '../../apps/server/test/sockets.ts';
import { until } from '../../apps/server/test/until.ts';

test('writes that a server never published reach clients on every node when they resume', async () => {
  const { one, two } = await startNodes();
  const ann = await one.owner();
  const mute = await startApp({}, { connection: one.connection });
  const visitor = await addAnsweredVisitor(one, ann);
  const [id, params] = [visitor.chatId, { id: visitor.chatId }];
  const headers = await signedInHeaders(one, ann);
  const deaf = [await connectVisitor(one, ann, visitor), await connectAgent(two, ann)];
  const visitors = [one, two].map(({ address }) => visitorClient(address, ann, visitor, SOON));
  const agents = [one, two].map(({ address }) => agentClient(address, headers, SOON));
  const open = agents.map((client) => client.open(id));
  const everybody = [...visitors, ...open];
  const untilAllShow = (bodies: string[]) =>
    until(
      () => everybody.every(({ state }) => `${state.messages.map(({ body }) => body)}` === `${bodies}`),
      `all show ${bodies}`,
    );
  await untilAllShow(['hello', 'hi']);
  const before = deaf.map(({ heard }) => heard.filter(({ name }) => name !== 'stale').length);

  const write = withBearer(mute, visitor.token);
  const send = { ...text('one'), client_message_id: 'one' };
  await write(site.visitor.send, { params: { button_guid: ann.buttonGuid }, body: send });
  await untilAllShow(['hello', 'hi', 'one']);

  const answer = withBearer(mute, ann.token);
  for (const body of ['two', 'three']) {
    await answer(api.messages.send, { params, body: { ...text(body), agent_id: ann.agentId } });
  }
  await untilAllShow(['hello', 'hi', 'one', 'two', 'three']);

  await answer(api.messages.addNote, { params, body: { body: 'a note', agent_id: ann.agentId } });
  await until(() => open.every(({ state }) => state.messages.at(-1)?.body === 'a note'), 'agents show the note');

  await answer(api.chats.close, { params });
  await until(() => visitors.every(({ state }) => state.chat?.status === 'closed'), 'visitors show the end');
  await until(() => open.every(({ state }) => state.chat?.closed_at), 'agents show the end');
  expect(visitors.map(({ state }) => state.messages.length)).toEqual([5, 5]);
  expect(deaf.map(({ heard }) => heard.filter(({ name }) => name !== 'stale').length)).toEqual(before);
});

const text = (body: string) => ({ type: 'text' as const, body });
