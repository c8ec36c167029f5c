import { randomUUID } from 'node:crypto';
import { api, dashboard, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAnsweredVisitor } from '../../../../../test/callers.ts';
import { signIn, startApp, type TestApp } from '../../../../../test/harness.ts';
import { identify } from '../../../../../test/identities.ts';
import { whileLocked } from '../../../../../test/locks.ts';
import { startMailbox } from '../../../../../test/mailbox.ts';
import { readQueue, runQueue } from '../../../../../test/queue.ts';

const { chats, contacts, messages, widget } = api;
const { visitor: routes } = site;

const TO = 'ira@example.test';
const JOB = 'visitors.mail_unseen';

const wait = (app: TestApp, minutes: number) => {
  app.clock.now = app.clock.now.add({ minutes });
};

/** Runs cover all widgets: disables the mails of earlier tests. */
async function startRounds() {
  const app = await startApp({ PUBLIC_URL: 'https://chat.example.test' });
  await app.sql(`UPDATE widget_settings SET values = values - 'unseen_reply_mail'`);
  return { app, mailbox: await startMailbox() };
}

interface Situation {
  isOn?: boolean;
  email?: string | null;
  rounds?: Awaited<ReturnType<typeof startRounds>>;
}

/** A visitor with an address who has just been answered `hi`, in a widget with the mails enabled. */
async function startChat({ isOn = true, email = TO, rounds }: Situation = {}) {
  const { app, mailbox } = rounds ?? (await startRounds());
  const ann = await app.owner();
  const params = { button_guid: ann.buttonGuid };
  if (isOn) await ann.call(widget.updateSettings, { body: { unseen_reply_mail: true } });
  const visitor = await addAnsweredVisitor(app, ann);
  await visitor.call(routes.updateContact, { params, body: { name: 'Ira', email } });
  const chat = { params: { id: visitor.chatId } };
  return {
    app,
    ann,
    params,
    visitor,
    chat,
    mailbox,
    answer: (body: string) => ann.call(messages.send, { ...chat, body: { type: 'text', body, agent_id: ann.agentId } }),
    see: (seq: number) => visitor.call(routes.markSeen, { params, body: { seq } }),
    setDomain: async (domain: string) =>
      (await signIn(app, ann)).call(dashboard.widgetAccess.update, { body: { domains: [domain] } }),
    /** Mails sent when the minute is over. */
    round: async () => {
      const before = mailbox.letters.length;
      await app.run(JOB);
      await runQueue(app, mailbox.url);
      return mailbox.letters.slice(before);
    },
  };
}

const linkIn = (text = '') => /https?:\S+/.exec(text)?.[0];

test('a reply not seen for ten minutes is mailed once', async () => {
  const { app, round } = await startChat();
  wait(app, 9);
  expect(await round()).toEqual([]);
  wait(app, 1);
  const [letter, ...others] = await round();
  expect(others).toEqual([]);
  expect(letter).toMatchObject({ to: TO, subject: 'You have a reply on chat.example.test' });
  expect(letter?.text).toContain('Ann: hi');
  expect(letter?.text).not.toContain('hello');
  for (const minutes of [0, 1, 30]) {
    wait(app, minutes);
    expect(await round()).toEqual([]);
  }
});

test('all unseen replies are in one mail, including the latest, and later ones in another', async () => {
  const { app, answer, round } = await startChat();
  wait(app, 8);
  await answer('are you there?');
  wait(app, 2);
  const [first] = await round();
  expect(first?.text).toMatch(/Ann: hi\r?\n.*Ann: are you there\?/);
  await answer('good bye then');
  wait(app, 10);
  const [second, ...others] = await round();
  expect(others).toEqual([]);
  expect(second?.text).toContain('good bye then');
  expect(second?.text).not.toContain('are you there?');
});

test('seen replies are not mailed, and later ones are', async () => {
  const { app, answer, see, round } = await startChat();
  await see(2);
  wait(app, 10);
  expect(await round()).toEqual([]);
  await answer('one more thing');
  wait(app, 10);
  const [letter] = await round();
  expect(letter?.text).toContain('one more thing');
  expect(letter?.text).not.toContain('Ann: hi');
});

test('replies seen between the decision and the sending are left out, and an empty mail is not sent', async () => {
  const { app, answer, see, mailbox } = await startChat();
  await answer('and this');
  wait(app, 10);
  await app.run(JOB);
  expect(await readQueue(app)).toHaveLength(1);
  await see(2);
  await runQueue(app, mailbox.url);
  expect(mailbox.letters).toHaveLength(1);
  expect(mailbox.letters[0]?.text).toContain('and this');
  expect(mailbox.letters[0]?.text).not.toContain('Ann: hi');
  await answer('never mailed');
  wait(app, 10);
  await app.run(JOB);
  await see(4);
  expect(await runQueue(app, mailbox.url)).toEqual(['visitors.send_unseen']);
  expect(mailbox.letters).toHaveLength(1);
});

test('visitor messages, notes and system messages are not replies', async () => {
  const { app, ann, chat, visitor, see, round } = await startChat();
  await see(2);
  await visitor.write('anybody?');
  await ann.call(messages.addNote, { ...chat, body: { body: 'a note' } });
  await app.sql(`INSERT INTO messages (widget_id, chat_id, seq, sender, type, body, created_at)
    SELECT widget_id, chat_id, 4, 'system', 'text', 'a word', created_at FROM messages
    WHERE chat_id = ${visitor.chatId} AND seq = 3`);
  await app.sql(
    `UPDATE chat_heads SET last_seq = 4, visitor_unread = 1, version = version + 1 WHERE chat_id = ${visitor.chatId}`,
  );
  wait(app, 20);
  expect(await round()).toEqual([]);
});

test('a reply of an AI operator counts', async () => {
  const { app, visitor, round } = await startChat();
  await app.sql(`UPDATE messages SET sender = 'ai', agent_id = NULL WHERE chat_id = ${visitor.chatId} AND seq = 2`);
  wait(app, 10);
  expect((await round())[0]?.text).toContain('Assistant: hi');
});

test('nothing is mailed when the owner disabled it, there is no address, or the contact must not be written to', async () => {
  const rounds = await startRounds();
  await startChat({ rounds, isOn: false });
  await startChat({ rounds, email: null });
  wait(rounds.app, 10);
  const { app, ann, chat, visitor, round } = await startChat({ rounds });
  const contact = { params: { id: visitor.contactId } };
  expect(await round()).toEqual([]);
  wait(app, 10);
  await ann.call(chats.setState, { ...chat, body: { state: 'spam' } });
  expect(await round()).toEqual([]);
  await ann.call(chats.setState, { ...chat, body: { state: 'active' } });
  await ann.call(contacts.block, contact);
  expect(await round()).toEqual([]);
  await ann.call(contacts.unblock, contact);
  await app.sql(`UPDATE chats SET is_internal = true WHERE id = ${visitor.chatId}`);
  expect(await round()).toEqual([]);
  await app.sql(`UPDATE chats SET is_internal = false WHERE id = ${visitor.chatId}`);
  await ann.call(widget.updateSettings, { body: { unseen_reply_mail: false } });
  expect(await round()).toEqual([]);
  await ann.call(widget.updateSettings, { body: { unseen_reply_mail: true } });
  expect(await round()).toHaveLength(1);
});

test('a contact blocked or marked as spam between the decision and the sending is not mailed', async () => {
  for (const isBlocked of [true, false]) {
    const { app, ann, chat, visitor, mailbox } = await startChat();
    wait(app, 10);
    await app.run(JOB);
    if (isBlocked) await ann.call(contacts.block, { params: { id: visitor.contactId } });
    else await ann.call(chats.setState, { ...chat, body: { state: 'spam' } });
    await runQueue(app, mailbox.url);
    expect(mailbox.letters).toEqual([]);
  }
});

test("the link leads back to the page they were on, if it is the site's, and opens the chat", async () => {
  const { app, params, visitor, answer, round, setDomain } = await startChat();
  await setDomain('shop.example');
  const mailed = async (page: string) => {
    await visitor.call(routes.visit, { params, body: { page } });
    await answer('hi again');
    wait(app, 10);
    return linkIn((await round())[0]?.text);
  };
  const home = 'https://shop.example/#service-chat';
  for (const [page, link] of [
    ['https://shop.example/cart?id=7#top', 'https://shop.example/cart?id=7#service-chat'],
    ['http://www.shop.example/a', 'http://www.shop.example/a#service-chat'],
    ['https://evil.example/', home],
    ['https://shop.example.evil.example/', home],
    ['https://evil.example@shop.example/', home],
    ['javascript:alert(1)//shop.example', home],
    ['/cart', home],
    ['', home],
  ] as const) {
    expect([page, await mailed(page)]).toEqual([page, link]);
  }
});

test('a widget that is open to all sites links only to this server and to localhost', async () => {
  const { app, params, visitor, answer, round } = await startChat();
  await visitor.call(routes.visit, { params, body: { page: 'https://evil.example/' } });
  wait(app, 10);
  const [letter] = await round();
  expect(letter?.text).toContain('open the chat on the page where you wrote to us');
  expect(letter?.text).not.toContain('evil.example');
  await visitor.call(routes.visit, { params, body: { page: 'http://localhost:8080/shop' } });
  await answer('hi again');
  wait(app, 10);
  expect(linkIn((await round())[0]?.text)).toBe('http://localhost:8080/shop#service-chat');
});

test('the mail is in the language of the last browser they used', async () => {
  const { app, params, visitor, round } = await startChat();
  await visitor.call(routes.open, { params, body: { locale: 'ru-RU' } });
  wait(app, 10);
  const [letter] = await round();
  expect(letter?.subject).toBe('Вам ответили на сайте chat.example.test');
  expect(letter?.text).toContain('Чтобы продолжить, откройте чат');
});

test('a chat that is being changed waits for the next run', async () => {
  const { app, visitor, round } = await startChat();
  wait(app, 10);
  const lock = `SELECT FROM chat_heads WHERE chat_id = ${visitor.chatId} FOR UPDATE`;
  expect(await whileLocked(app, lock, round)).toEqual([]);
  expect(await round()).toHaveLength(1);
});

test('concurrent runs on several nodes mail it once', async () => {
  const { app, mailbox } = await startChat();
  const node = await startApp({}, { connection: app.connection });
  wait(app, 10);
  node.clock.now = app.clock.now;
  await Promise.all([app.run(JOB), node.run(JOB), app.run(JOB)]);
  await runQueue(app, mailbox.url);
  expect(mailbox.letters).toHaveLength(1);
});

test('the decision changes nothing visible', async () => {
  const { app, ann, chat, round } = await startChat();
  wait(app, 10);
  const read = async () => (await ann.call(chats.read, chat)).data;
  const before = await read();
  expect(await round()).toHaveLength(1);
  expect(await read()).toEqual(before);
});

test('replies mailed before a merge are not mailed again', async () => {
  const { app, ann, params, visitor, answer, round } = await startChat();
  wait(app, 10);
  expect(await round()).toHaveLength(1);
  const known = await addAnsweredVisitor(app, ann);
  await identify(app, ann, known, 'user-1');
  await known.call(routes.markSeen, { params, body: { seq: 2 } });
  await identify(app, ann, visitor, 'user-1');
  wait(app, 10);
  expect(await round()).toEqual([]);
  await ann.call(messages.send, {
    params: { id: known.chatId },
    body: { type: 'text', body: 'and now', agent_id: ann.agentId, client_message_id: randomUUID() },
  });
  wait(app, 10);
  const [letter] = await round();
  expect(letter?.text).toContain('and now');
  expect(letter?.text).not.toContain('Ann: hi');
  expect((await answer('gone')).status).toBe(404);
});
