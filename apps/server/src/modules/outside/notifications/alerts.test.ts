import { type AgentEventType, api, dashboard, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat, signedIn } from '../../../../test/callers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { startMailbox } from '../../../../test/mailbox.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addAgent, connect, disconnect } from '../../../../test/people.ts';
import { readQueue, runQueue } from '../../../../test/queue.ts';
import { hideChatsFromJobs } from '../../../../test/recent-chats.ts';
import { codeOf } from '../../account/agents/index.ts';

const JOB = 'notifications.alert';

type Person = Pick<Owner, 'agentId'>;

/** A visitor has just written `hello`; the owner is online by default. */
async function startWaiting({
  isAnybodyThere = true,
  beforeTaking,
}: {
  isAnybodyThere?: boolean;
  beforeTaking?: () => void;
} = {}) {
  const app = await startApp({ PUBLIC_URL: 'https://chat.example.test' });
  await hideChatsFromJobs(app);
  const ann = await app.owner();
  if (isAnybodyThere) await connect(app, ann);
  const { params, visitor } = await addChat(app, ann);
  const mailbox = await startMailbox({ beforeTaking });
  return {
    app,
    ann,
    params,
    visitor,
    answer: ({ agentId }: Person = ann) =>
      ann.call(api.messages.send, { params, body: { type: 'text', body: 'hi', agent_id: agentId } }),
    /** Mails sent once that many minutes have passed. */
    round: async (minutes = 0) => {
      app.clock.now = app.clock.now.add({ minutes });
      const before = mailbox.letters.length;
      await app.run(JOB);
      await runQueue(app, mailbox.url);
      return mailbox.letters.slice(before);
    },
  };
}

const choose = (app: TestApp, { agentId }: Person, wishes: object) =>
  app.sql(`UPDATE agents SET notifications = '${JSON.stringify(wishes)}' WHERE id = ${agentId}`);

const addressees = (letters: { to: string }[]) => letters.map(({ to }) => to).sort();

test('a chat that waits ten minutes is alerted once, with its messages and a link', async () => {
  const { app, ann, params, visitor, round, answer } = await startWaiting();
  expect(await round(9)).toEqual([]);
  await visitor.write('<b>anybody?</b>');
  const [letter, ...others] = await round(1);
  expect(others).toEqual([]);
  expect(letter).toMatchObject({
    to: ann.email,
    subject: 'Visitor is waiting for a reply on chat.example.test',
  });
  expect(letter?.text).toMatch(/^\d+ \w+ \d\d:\d\d, Visitor: hello\r?\n.*, Visitor: <b>anybody\?<\/b>/m);
  expect(letter?.text).toContain(`https://chat.example.test/app/inbox/${params.id}`);
  await visitor.write('still there?');
  for (const minutes of [0, 1, 30]) expect(await round(minutes)).toEqual([]);

  await answer();
  await visitor.write('thanks, and one more thing');
  await connect(app, ann);
  const [second, ...more] = await round(10);
  expect(more).toEqual([]);
  expect(second?.text).toContain('one more thing');
  expect(second?.text).not.toContain('hello');
});

test('a message while no agent is online is alerted at once, and not again after ten minutes', async () => {
  const { ann, visitor, round, answer } = await startWaiting({ isAnybodyThere: false });
  const [letter, ...others] = await round();
  expect(others).toEqual([]);
  expect(letter).toMatchObject({
    to: ann.email,
    subject: 'New offline message from Visitor on chat.example.test',
  });
  for (const minutes of [1, 10, 30]) expect(await round(minutes)).toEqual([]);
  await answer();
  await visitor.write('thanks');
  expect(await round(1)).toHaveLength(1);
});

test('a message is not reported as sent while no agent was online if the last agent left after it', async () => {
  const { app, ann, visitor, round, answer } = await startWaiting({ isAnybodyThere: false });
  /** Logs presence as the agent's first and last connections do. */
  const log = (type: AgentEventType) =>
    app.sql(`INSERT INTO agent_events (widget_id, agent_id, type_code, created_at)
      VALUES (${ann.widgetId}, ${ann.agentId}, ${codeOf(type)}, '${app.clock.now}')`);
  const writeLater = async (text: string) => {
    app.clock.now = app.clock.now.add({ minutes: 1 });
    await answer();
    app.clock.now = app.clock.now.add({ seconds: 10 });
    await visitor.write(text);
    app.clock.now = app.clock.now.add({ seconds: 10 });
  };
  await log('went_online');
  await writeLater('one');
  await log('went_offline');
  expect(await round(1)).toEqual([]);
  expect(await round(9)).toMatchObject([{ subject: 'Visitor is waiting for a reply on chat.example.test' }]);

  const offline = [{ subject: 'New offline message from Visitor on chat.example.test' }];
  await writeLater('two');
  expect(await round()).toMatchObject(offline);
  await log('went_online');
  await log('break_started');
  await writeLater('three');
  await log('went_offline');
  expect(await round()).toMatchObject(offline);
});

test('every agent is alerted by their own choice, and never twice', async () => {
  const { app, ann, round } = await startWaiting({ isAnybodyThere: false });
  const bob = await addAgent(app, ann, 'operator');
  const eve = await addAgent(app, ann, 'operator');
  await choose(app, bob, { email_offline: false });
  await choose(app, eve, { email_offline: false, email_unanswered: false });
  expect(addressees(await round())).toEqual([ann.email]);
  expect(addressees(await round(10))).toEqual([bob.email]);
  expect(await round(10)).toEqual([]);
});

test('agents who only want messages sent while they were offline get them even when found late', async () => {
  const { app, ann, round } = await startWaiting({ isAnybodyThere: false });
  const bob = await addAgent(app, ann, 'operator');
  await choose(app, bob, { email_unanswered: false });
  expect(addressees(await round(15))).toEqual([ann.email, bob.email].sort());
});

test('an owned chat is alerted to its owner and to agents who follow all chats', async () => {
  const { app, ann, params, visitor, round, answer } = await startWaiting();
  const [bob, eve, joe] = [
    await addAgent(app, ann, 'operator'),
    await addAgent(app, ann, 'operator'),
    await addAgent(app, ann, 'operator'),
  ];
  await choose(app, eve, { about: 'all' });
  await app.sql(`UPDATE agents SET status = 'relaxation' WHERE id = ${joe.agentId}`);
  await connect(app, bob);
  await ann.call(api.chats.transfer, { params, body: { agent_id: bob.agentId } });
  await answer(bob);
  await visitor.write('thanks');
  expect(addressees(await round(10))).toEqual([bob.email, eve.email].sort());

  app.clock.now = app.clock.now.add({ minutes: 1 });
  await answer(bob);
  await app.sql(`UPDATE agents SET status = 'banned' WHERE id = ${bob.agentId}`);
  await visitor.write('hello again');
  expect(addressees(await round(10))).toEqual([ann.email, eve.email].sort());
});

test('spam, blocked contacts and done or snoozed chats are not alerted', async () => {
  const { app, ann, params, round } = await startWaiting();
  app.clock.now = app.clock.now.add({ minutes: 10 });
  const [ofChat, ofContact] = [`WHERE chat_id = ${params.id}`, `WHERE widget_id = ${ann.widgetId}`];
  for (const [hide, show] of [
    [`UPDATE chat_heads SET state = 'spam' ${ofChat}`, `UPDATE chat_heads SET state = 'active' ${ofChat}`],
    [`UPDATE contacts SET blocked_at = now() ${ofContact}`, `UPDATE contacts SET blocked_at = NULL ${ofContact}`],
    [`UPDATE chat_heads SET done_at = now() ${ofChat}`, `UPDATE chat_heads SET done_at = NULL ${ofChat}`],
    [`UPDATE chat_heads SET snoozed_at = now() ${ofChat}`, `UPDATE chat_heads SET snoozed_at = NULL ${ofChat}`],
  ] as const) {
    await app.sql(hide);
    expect(await round()).toEqual([]);
    await app.sql(show);
  }
  expect(await round()).toHaveLength(1);
});

test('a chat answered between the decision and the sending is not mailed', async () => {
  const { app, round, answer } = await startWaiting();
  app.clock.now = app.clock.now.add({ minutes: 10 });
  await app.run(JOB);
  expect(await readQueue(app)).toMatchObject([{ name: 'notifications.send_alert' }]);
  await answer();
  expect(await round()).toEqual([]);
});

test('a mail that failed is retried, and then sent once', async () => {
  let failure: object | undefined = { responseCode: 451 };
  const { round, app } = await startWaiting({
    beforeTaking: () => {
      if (failure) throw Object.assign(new Error('no'), failure);
    },
  });
  expect(await round(10)).toEqual([]);
  expect(await readQueue(app)).toMatchObject([{ name: 'notifications.send_alert' }]);
  expect(await round(1)).toEqual([]);
  failure = undefined;
  expect(await round(1)).toHaveLength(1);
  expect(await readQueue(app)).toEqual([]);
});

test('a mail rejected by the mail server is not retried', async () => {
  const { round, app } = await startWaiting({
    beforeTaking: () => {
      throw Object.assign(new Error('no'), { responseCode: 550 });
    },
  });
  expect(await round(10)).toEqual([]);
  expect(await readQueue(app)).toEqual([]);
});

test("a mail is in the agent's language, with the visitor's name on one line", async () => {
  const { app, ann, visitor, round } = await startWaiting();
  await app.sql(`UPDATE users SET locale = 'ru' WHERE email = '${ann.email}'`);
  const params = { button_guid: ann.buttonGuid };
  await visitor.call(site.visitor.updateContact, { params, body: { name: 'Ира\nBcc: eve@example.test' } });
  await (await signedIn(app, ann))(dashboard.widgetAccess.update, { body: { domains: ['shop.example'] } });
  const [letter] = await round(10);
  expect(letter?.subject).toBe('Ира Bcc: eve@example.test ждёт ответа на сайте shop.example');
  expect(letter?.text).toMatch(/^\d+ [а-я]+ \d\d:\d\d, Ира Bcc: eve@example\.test: hello\r?$/m);
});

test('two nodes never alert twice', async () => {
  const { app, round } = await startWaiting();
  const other = await startApp({}, { connection: app.connection });
  app.clock.now = app.clock.now.add({ minutes: 10 });
  other.clock.now = app.clock.now;
  await Promise.all([app.run(JOB), other.run(JOB)]);
  expect(await round()).toHaveLength(1);
});

test('an agent who comes back within the minute is not alerted', async () => {
  const { app, ann, round } = await startWaiting({ isAnybodyThere: false });
  await connect(app, ann);
  expect(await round()).toEqual([]);
  await disconnect(app, ann);
  expect(await round()).toHaveLength(1);
});
