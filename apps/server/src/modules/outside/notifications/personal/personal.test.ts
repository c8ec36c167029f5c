import { api, dashboard } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, signedIn } from '../../../../../test/callers.ts';
import { startApp } from '../../../../../test/harness.ts';
import { startMailbox } from '../../../../../test/mailbox.ts';
import { addAgent, connect } from '../../../../../test/people.ts';
import { newBrowser, startPushService } from '../../../../../test/push-service.ts';
import { runQueue } from '../../../../../test/queue.ts';
import { connectAgent } from '../../../../../test/sockets.ts';

const { chats, messages } = api;

/** Ann answers a visitor; Bob has a browser subscribed but no console open. */
async function startNotifying() {
  const [service, mailbox] = [await startPushService(), await startMailbox()];
  const app = await startApp({ OUTBOUND_ALLOW: '127.0.0.1', PUBLIC_URL: 'https://chat.example.test' }, { live: true });
  const ann = await app.owner();
  const bob = await addAgent(app, ann, 'operator');
  const params = { id: (await addAnsweredVisitor(app, ann)).chatId };
  const browser = newBrowser(service.origin);
  await (await signedIn(app, bob))(dashboard.push.subscribe, { body: browser.subscription });
  const call = await signedIn(app, ann);
  await call(dashboard.profile.update, { body: { name: 'Ann' } });
  const round = async () => {
    const before = [service.taken.length, mailbox.letters.length];
    while ((await runQueue(app, mailbox.url)).length);
    const pushes = service.taken.slice(before[0]).map(({ body }) => browser.read(body));
    return { pushes, letters: mailbox.letters.slice(before[1]) };
  };
  return {
    app,
    ann,
    bob,
    params,
    call,
    round,
    mention: (body: string) => call(messages.addNote, { params, body: { body, mentions: [bob.agentId] } }),
  };
}

test('a mention and an assignment are pushed and mailed to an agent without a console', async () => {
  const { bob, params, call, round, mention } = await startNotifying();
  await round();
  await mention('@Bob, can you help?');
  const mentioned = await round();
  expect(mentioned.pushes).toEqual([
    { chat_id: params.id, name: 'Ann mentioned you', text: 'Visitor: @Bob, can you help?' },
  ]);
  expect(mentioned.letters).toMatchObject([
    {
      to: bob.email,
      subject: 'Ann mentioned you in the chat with Visitor',
      text: expect.stringContaining('can you help?'),
    },
  ]);
  expect(mentioned.letters[0]?.text).toContain(`https://chat.example.test/app/inbox/${params.id}`);
  await call(chats.transfer, { params, body: { agent_id: bob.agentId } });
  const assigned = await round();
  expect(assigned.pushes).toEqual([{ chat_id: params.id, name: 'Ann assigned you a chat', text: 'Visitor: hi' }]);
  expect(assigned.letters).toMatchObject([{ subject: 'Ann assigned you the chat with Visitor' }]);
});

test('push and mail can be turned off, and nobody is notified of what they did, on a break or with a console', async () => {
  const { app, ann, bob, params, call, round, mention } = await startNotifying();
  await round();
  const choose = (notifications: object) =>
    app.sql(`UPDATE agents SET notifications = '${JSON.stringify(notifications)}' WHERE id = ${bob.agentId}`);
  await choose({ push: false });
  await mention('one');
  expect(await round()).toMatchObject({ pushes: [], letters: [{ to: bob.email }] });
  await choose({ email_personal: false });
  await mention('two');
  expect(await round()).toMatchObject({ pushes: [{ text: 'Visitor: two' }], letters: [] });
  await app.sql(`UPDATE agents SET status = 'relaxation' WHERE id = ${bob.agentId}`);
  await mention('three');
  expect(await round()).toEqual({ pushes: [], letters: [] });
  await app.sql(`UPDATE agents SET status = 'active' WHERE id = ${bob.agentId}`);
  await call(messages.addNote, { params, body: { body: 'me', mentions: [ann.agentId] } });
  await connect(app, bob);
  await mention('four');
  expect(await round()).toEqual({ pushes: [], letters: [] });
});

test('an agent who has opened the chat meanwhile is not notified', async () => {
  const { app, bob, params, round, mention } = await startNotifying();
  await round();
  await mention('@Bob');
  const console = await connectAgent(app, bob);
  await console.call('look', { chat_id: params.id });
  console.socket.disconnect();
  app.clock.now = app.clock.now.add({ minutes: 1 });
  expect(await round()).toEqual({ pushes: [], letters: [] });
});
