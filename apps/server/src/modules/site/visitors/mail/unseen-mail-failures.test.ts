import { api, site } from '@parley/contract';
import { afterAll, expect, test } from 'vitest';
import { addAnsweredVisitor } from '../../../../../test/callers.ts';
import { type OpenApp, openApp, startApp, type TestApp } from '../../../../../test/harness.ts';
import { startMailbox } from '../../../../../test/mailbox.ts';
import { readQueue } from '../../../../../test/queue.ts';
import { until } from '../../../../../test/until.ts';

// Mails that the mail server rejects, or whose outcome is unknown.

const { messages, widget } = api;
const JOB = 'visitors.mail_unseen';

let server: OpenApp | undefined;

/** A server that sends mail, for all tests that leave it running. */
async function openServer(SMTP_URL: string) {
  server ??= await openApp({ SMTP_URL }, { background: true });
  return server;
}
afterAll(() => server?.end());

async function addUnseen(app: TestApp) {
  const ann = await app.owner();
  const params = { button_guid: ann.buttonGuid };
  await ann.call(widget.updateSettings, { body: { unseen_reply_mail: true } });
  const visitor = await addAnsweredVisitor(app, ann);
  await visitor.call(site.visitor.updateContact, { params, body: { email: 'ira@example.test' } });
  app.clock.now = app.clock.now.add({ minutes: 10 });
  const mailedSeq = `SELECT visitor_mailed_seq AS seq FROM chat_heads WHERE chat_id = ${visitor.chatId}`;
  return {
    answer: (body: string) =>
      ann.call(messages.send, {
        params: { id: visitor.chatId },
        body: { type: 'text', body, agent_id: ann.agentId },
      }),
    mailedSeq: async () => (await app.sql<{ seq: number }>(mailedSeq))[0]?.seq,
  };
}

const isIdle = (app: TestApp) => async () =>
  (await readQueue(app)).every(({ name }) => name !== 'visitors.send_unseen');

test('a mail the server temporarily rejects is left for the next run', async () => {
  let tries = 0;
  const mailbox = await startMailbox({
    beforeTaking: () => {
      tries += 1;
      if (tries < 3) throw new Error('Not now');
    },
  });
  const app = await openServer(mailbox.url);
  const { mailedSeq } = await addUnseen(app);
  const isTaken = async () => {
    await app.run(JOB);
    return mailbox.letters.length === 1;
  };
  await until(isTaken, 'the mail arrives');
  await until(isIdle(app), 'nothing is left to do');
  await app.run(JOB);
  expect([tries, mailbox.letters.length, await mailedSeq()]).toEqual([3, 1, 2]);
});

test('a mail rejected for an hour is given up, and a later reply is mailed', async () => {
  let isUp = false;
  let tries = 0;
  const mailbox = await startMailbox({
    beforeTaking: () => {
      tries += 1;
      if (!isUp) throw new Error('Not now');
    },
  });
  const app = await openServer(mailbox.url);
  const { mailedSeq, answer } = await addUnseen(app);
  app.clock.now = app.clock.now.add({ minutes: 51 });
  await app.run(JOB);
  await until(async () => tries > 0 && (await isIdle(app)()) && (await mailedSeq()) === 2, 'it is given up');
  isUp = true;
  await answer('one more thing');
  app.clock.now = app.clock.now.add({ minutes: 10 });
  await app.run(JOB);
  await until(() => mailbox.letters.length === 1, 'the later one arrives');
  expect(mailbox.letters[0]?.text).toContain('one more thing');
});

test('a permanently rejected address is not retried', async () => {
  let tries = 0;
  const mailbox = await startMailbox({
    beforeTaking: () => {
      tries += 1;
      throw Object.assign(new Error('No such user'), { responseCode: 550 });
    },
  });
  const app = await openServer(mailbox.url);
  const { mailedSeq } = await addUnseen(app);
  await app.run(JOB);
  await until(async () => tries === 1 && (await isIdle(app)()), 'it was tried');
  await app.run(JOB);
  await until(isIdle(app), 'nothing is left to do');
  expect([tries, await mailedSeq()]).toEqual([1, 2]);
});

test('a mail in progress when its node dies is not sent again by the next', async () => {
  const taking = Promise.withResolvers<void>();
  const arrived: string[] = [];
  const mailbox = await startMailbox({
    beforeTaking: async ({ text }) => {
      arrived.push(text);
      await taking.promise;
    },
  });
  const first = await openApp({ SMTP_URL: mailbox.url }, { background: true });
  const { answer } = await addUnseen(first);
  const { connection, clock } = first;
  await first.run(JOB);
  await until(() => arrived.length === 1, 'the mail is on its way');
  await answer('while you were away');
  await first.end();
  taking.resolve();

  const next = await startApp({ SMTP_URL: mailbox.url }, { background: true, connection });
  next.clock.now = clock.now;
  await next.run(JOB);
  next.clock.now = clock.now.add({ minutes: 10 });
  await next.run(JOB);
  await until(() => arrived.length === 2, 'the later reply is mailed');
  expect(arrived[1]).toContain('while you were away');
  expect(arrived[1]).not.toContain('Ann: hi');
  expect(arrived).toHaveLength(2);
});
