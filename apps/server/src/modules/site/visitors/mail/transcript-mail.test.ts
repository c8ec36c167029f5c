import { randomUUID } from 'node:crypto';
import { api, dashboard, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { freshAddress } from '../../../../../test/addresses.ts';
import { addAnsweredVisitor, addVisitor, anonymousCaller, withBearer } from '../../../../../test/callers.ts';
import { signIn, startApp } from '../../../../../test/harness.ts';
import { startMailbox } from '../../../../../test/mailbox.ts';
import { addOperator, replyAs } from '../../../../../test/operators.ts';
import { fromAddress } from '../../../../../test/people.ts';
import { readQueue, retryNow, runQueue } from '../../../../../test/queue.ts';
import { until } from '../../../../../test/until.ts';

const { contacts, messages, widget } = api;
const { visitor: routes } = site;

const TO = 'ira@example.test';

async function startChat() {
  const app = await startApp({ PUBLIC_URL: 'https://chat.example.test' });
  const ann = await app.owner();
  const params = { button_guid: ann.buttonGuid };
  const visitor = await addAnsweredVisitor(app, ann);
  return {
    app,
    ann,
    params,
    visitor,
    chat: { params: { id: visitor.chatId } },
    ask: (call = visitor.call, email = TO) => call(routes.mailTranscript, { params, body: { email } }),
    setDomain: async (domain: string) =>
      (await signIn(app, ann)).call(dashboard.widgetAccess.update, { body: { domains: [domain] } }),
    /** All pending mails, as they arrive. */
    read: async () => {
      const { url, letters } = await startMailbox();
      await runQueue(app, url);
      return letters;
    },
  };
}

test('the messages are mailed to the given address, in order, with first names of agents only', async () => {
  const { app, ann, ask, read, visitor } = await startChat();
  await app.sql(`UPDATE users SET surname = 'Petrova' WHERE email = '${ann.email}'`);
  await visitor.write('two\nlines');
  expect(await ask()).toMatchObject({ status: 202, body: undefined });
  const [letter, ...others] = await read();
  expect(others).toEqual([]);
  expect(letter).toMatchObject({ to: TO, subject: 'Your chat on chat.example.test' });
  const lines = letter?.text.split(/\r?\n/).filter((line) => /^(\d| {4})/.test(line)) ?? [];
  const said = lines.map((line) => line.replace(/^\d+ \w+ \d\d:\d\d, /, '… '));
  expect(said).toEqual(['… You: hello', '… Ann: hi', '… You: two', '    lines']);
  expect(letter?.raw).not.toContain('Petrova');
});

test('notes are never included', async () => {
  const { ann, chat, ask, read } = await startChat();
  await ann.call(messages.addNote, { ...chat, body: { body: 'a difficult one' } });
  await ask();
  const [letter] = await read();
  expect(letter?.text).toContain('hello');
  expect(letter?.raw).not.toContain('difficult');
  expect(letter?.text).not.toContain('difficult');
});

test.each([
  ['ru', /^Ваш чат на сайте/, 'Вы: hello'],
  ['ru-RU', /^Ваш чат на сайте/, 'Вы: hello'],
  ['ru_RU', /^Ваш чат на сайте/, 'Вы: hello'],
  ['rue', /^Your chat on/, 'You: hello'],
  ['en-GB', /^Your chat on/, 'You: hello'],
  ['de', /^Your chat on/, 'You: hello'],
])('the mail is in the language of the browser: %s', async (locale, subject, line) => {
  const { ask, read, visitor, params } = await startChat();
  await visitor.call(routes.open, { params, body: { locale } });
  await ask();
  const [letter] = await read();
  expect(letter?.subject).toMatch(subject);
  expect(letter?.text).toContain(line);
});

test.each([
  ['en', ['Nora: one', 'Assistant: two']],
  ['ru', ['Нора: one', 'Помощник: two']],
])('an AI operator is named in the language of the mail: %s', async (locale, lines) => {
  const { app, ann, ask, read, visitor, params } = await startChat();
  const named = await addOperator(app, ann, { name: 'Nora Bot', name_i18n: { ru: 'Нора Бот' } });
  const unnamed = await addOperator(app, ann);
  await visitor.call(routes.open, { params, body: { locale } });
  await replyAs(app, ann, { operatorId: named.id, chatId: visitor.chatId, body: 'one' });
  await replyAs(app, ann, { operatorId: unnamed.id, chatId: visitor.chatId, body: 'two' });
  await ask();
  const [letter] = await read();
  for (const line of lines) expect(letter?.text).toContain(line);
});

test("the site is named by its domain, or else by the widget's name", async () => {
  const { ann, ask, read, setDomain } = await startChat();
  await ann.call(widget.updateSettings, { body: { widget_name: 'Chez\nIra' } });
  await ask();
  expect((await read())[0]?.subject).toBe('Your chat on Chez Ira');
  await setDomain('shop.example');
  await ask();
  expect((await read())[0]?.subject).toBe('Your chat on shop.example');
});

test('the address is not stored on the contact and not published', async () => {
  const { ann, app, ask, read, visitor } = await startChat();
  await ask();
  await read();
  expect((await ann.call(contacts.read, { params: { id: visitor.contactId } })).data.email).toBeNull();
  expect(await app.sql(`SELECT FROM events WHERE widget_id = ${ann.widgetId} AND data::text LIKE '%${TO}%'`)).toEqual(
    [],
  );
});

test('an empty chat is not mailed', async () => {
  const { app, ann, ask, params } = await startChat();
  const silent = await addVisitor(app, ann);
  expect(await ask(silent.call)).toMatchObject({ status: 404, problem: { reason: 'not_found' } });
  await silent.call(routes.updateContact, { params, body: { name: 'Ira' } });
  expect((await ask(silent.call)).status).toBe(404);
  expect(await readQueue(app)).toEqual([]);
});

test('the owner can switch it off and on again', async () => {
  const { app, ann, ask } = await startChat();
  const set = (transcript_mail_enabled: boolean | null) =>
    ann.call(widget.updateSettings, { body: { transcript_mail_enabled } });
  await set(false);
  expect(await ask()).toMatchObject({ status: 403, problem: { reason: 'transcript_disabled' } });
  expect(await readQueue(app)).toEqual([]);
  await set(null);
  expect((await ask()).status).toBe(202);
});

test('an invalid address is refused', async () => {
  const { ask } = await startChat();
  for (const email of ['', 'ira', 'ira@', 'a b@example.test', 'ira@example.test\r\nBcc: eve@example.test']) {
    expect([email, await ask(undefined, email)]).toMatchObject([email, { status: 422 }]);
  }
});

test('a visitor may ask three times an hour, and a request refused for another reason does not count', async () => {
  const { ann, app, ask } = await startChat();
  await ann.call(widget.updateSettings, { body: { transcript_mail_enabled: false } });
  for (let each = 0; each < 4; each += 1) await ask();
  await ann.call(widget.updateSettings, { body: { transcript_mail_enabled: true } });
  for (let each = 0; each < 3; each += 1) expect((await ask()).status).toBe(202);
  const over = await ask();
  expect(over).toMatchObject({ status: 429, problem: { reason: 'rate_limited' } });
  expect(Number(over.headers['retry-after'])).toBeGreaterThan(3_000);
  expect((await ask((await addAnsweredVisitor(app, ann)).call)).status).toBe(202);
  expect(await readQueue(app)).toHaveLength(4);
});

test('all visitors of a network together may ask ten times an hour', async () => {
  const { ann, app, ask } = await startChat();
  const visitors = await Promise.all(Array.from({ length: 4 }, () => addAnsweredVisitor(app, ann)));
  const network = freshAddress();
  const statuses: number[] = [];
  for (const { token } of visitors) {
    const here = fromAddress(app, network);
    const call: typeof here = (route, given) =>
      here(route, { ...given, headers: { authorization: `Bearer ${token}` } });
    for (let each = 0; each < 3; each += 1) statuses.push((await ask(call)).status);
  }
  expect(statuses).toEqual([...Array(10).fill(202), 429, 429]);
});

test('a widget sends two hundred a day', async () => {
  const { ann, app, ask, visitor, params } = await startChat();
  const series = `vst_${randomUUID()}`;
  await app.sql(`INSERT INTO visitors (widget_id, token_hash, contact_id, created_at, seen_at)
    SELECT widget_id, sha256(('${series}' || lpad(number::text, 7, 'x'))::bytea), contact_id, created_at, seen_at
    FROM visitors, generate_series(1, 70) AS number WHERE widget_id = ${ann.widgetId}`);
  const statuses: number[] = [];
  for (let number = 1; number <= 67; number += 1) {
    const call = withBearer(app, series + String(number).padStart(7, 'x'));
    statuses.push(...(await Promise.all([ask(call), ask(call), ask(call)])).map(({ status }) => status));
  }
  expect(statuses.filter((status) => status === 202)).toHaveLength(200);
  // The order of the last three is undefined.
  expect(statuses.slice(-3).sort()).toEqual([202, 202, 429]);
  expect((await ask()).status).toBe(429);
  const bob = await app.owner();
  const other = await addAnsweredVisitor(app, bob);
  const elsewhere = { params: { button_guid: bob.buttonGuid }, body: { email: TO } };
  expect((await other.call(routes.mailTranscript, elsewhere)).status).toBe(202);
  expect((await visitor.call(routes.open, { params, body: {} })).status).toBe(201);
  expect(ann.widgetId).not.toBe(bob.widgetId);
});

test('a chat that is too long for a mail is truncated, and says so', async () => {
  const { app, ask, read, visitor } = await startChat();
  await app.sql(`INSERT INTO messages (widget_id, chat_id, seq, sender, type, body, created_at)
    SELECT widget_id, chat_id, number, 'client', 'text', repeat('😀', 10000), created_at
    FROM messages, generate_series(3, 30) AS number WHERE chat_id = ${visitor.chatId} AND seq = 1`);
  await app.sql(`UPDATE chat_heads SET last_seq = 30, version = version + 1 WHERE chat_id = ${visitor.chatId}`);
  await ask();
  const [letter] = await read();
  expect(letter?.text).toContain('[The rest is too long for an e-mail]');
  expect(Buffer.byteLength(letter?.text ?? '')).toBeLessThan(2 ** 20 + 1_000);
  expect(letter?.text).toMatch(/^Hello!/);
  expect(visitor.token).toMatch(/^vst_/);
});

test('only messages up to the request are included, and a chat deleted by then is not mailed', async () => {
  const { ann, ask, read, visitor } = await startChat();
  await ask();
  await visitor.write('later on');
  expect((await read())[0]?.text).not.toContain('later on');
  await ask();
  await ann.call(contacts.remove, { params: { id: visitor.contactId } });
  expect(await read()).toEqual([]);
});

test('a running server sends it by itself, and retries when the mail server was not ready', async () => {
  let refusals = 1;
  const mailbox = await startMailbox({
    beforeTaking: () => {
      refusals -= 1;
      if (refusals >= 0) throw new Error('Not now');
    },
  });
  const app = await startApp({ SMTP_URL: mailbox.url }, { background: true });
  const ann = await app.owner();
  const visitor = await addAnsweredVisitor(app, ann);
  const body = { params: { button_guid: ann.buttonGuid }, body: { email: TO } };
  expect((await visitor.call(routes.mailTranscript, body)).status).toBe(202);
  await until(async () => {
    await retryNow(app);
    return refusals < 0 && mailbox.letters.length === 1;
  }, 'the mail arrives');
  expect(mailbox.letters[0]).toMatchObject({ to: TO, text: expect.stringContaining('You: hello') });
  expect((await anonymousCaller(app)(routes.mailTranscript, body)).status).toBe(401);
});
