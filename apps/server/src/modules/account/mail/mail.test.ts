import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { signIn, startApp } from '../../../../test/harness.ts';
import { startMailbox } from '../../../../test/mailbox.ts';
import { addAgent, addWidget } from '../../../../test/people.ts';
import { freePort } from '../../../../test/scratch-cluster.ts';
import { maskSecrets } from './mask-secrets.ts';

test("the settings show the mail server and sender, and never the server's password", async () => {
  const { url } = await startMailbox({ credentials: { user: 'ann@shop', password: 'p@ss/word' } });
  const app = await startApp({ SMTP_URL: url, MAIL_FROM: 'Shop <chat@shop.example>' });
  const ann = await app.owner();
  const { data, body } = await ann.call(api.mail.read);
  const smtp = { host: '127.0.0.1', port: Number(new URL(url).port), is_secure: false, user: 'ann@shop' };
  expect(data).toEqual({ smtp, from: 'Shop <chat@shop.example>', test_to: ann.email });
  expect(JSON.stringify(body)).not.toContain('word');
});

test("a test e-mail reaches the account's address, and shows the mail server's response", async () => {
  const { url, letters } = await startMailbox();
  const app = await startApp({ SMTP_URL: url });
  const ann = await app.owner();
  const { data } = await ann.call(api.mail.test);
  expect(data).toEqual({ sent: true, to: ann.email, response: expect.stringMatching(/^250 /) });
  expect(letters).toMatchObject([{ to: ann.email, subject: 'Test e-mail from Parley' }]);
  await ann.call(api.account.update, { body: { locale: 'ru' } });
  await ann.call(api.mail.test);
  expect(letters[1]?.subject).toBe('Тестовое письмо от Parley');
});

test("a refused test e-mail shows the mail server's words, and an unreachable server the error", async () => {
  const { url, letters } = await startMailbox({
    beforeTaking: () => {
      throw Object.assign(new Error('Mailbox is over quota'), { responseCode: 552 });
    },
  });
  const refused = await startApp({ SMTP_URL: url });
  expect((await (await refused.owner()).call(api.mail.test)).data).toMatchObject({
    sent: false,
    response: expect.stringContaining('552 Mailbox is over quota'),
  });
  expect(letters).toEqual([]);
  const nowhere = await startApp({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
  expect((await (await nowhere.owner()).call(api.mail.test)).data).toMatchObject({
    sent: false,
    response: expect.stringContaining('ECONNREFUSED'),
  });
});

test("without a mail server the outbox has the e-mails of the account's widgets, newest first, and no others", async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const second = await addWidget(app, ann);
  expect((await ann.call(api.mail.read)).data.smtp).toBeNull();
  await ann.call(api.agents.invite, { body: { email: 'ira@example.test' } });
  await app.mail.send({ to: 'leo@example.test', subject: 'Ответ', text: 'Да', widgetId: second.widgetId });
  await bob.call(api.agents.invite, { body: { email: 'eve@example.test' } });
  await app.mail.send({ to: 'eve@example.test', subject: 'Of no widget', text: 'Hello' });
  const { data } = await ann.call(api.mail.listOutbox);
  expect(data.data.map(({ to, subject }) => [to, subject])).toEqual([
    ['leo@example.test', 'Ответ'],
    ['ira@example.test', expect.stringContaining('Приглашение в команду')],
  ]);
  const [, invitation] = data.data;
  expect(invitation?.text).toContain(`${app.publicUrl}/•••`);
  expect(invitation?.text).not.toContain('/app/invitation');
});

test('only the owner sees how mail is sent', async () => {
  const app = await startApp();
  const ann = await app.owner();
  for (const role of ['admin', 'operator'] as const) {
    const { call } = await signIn(app, await addAgent(app, ann, role));
    for (const route of [api.mail.read, api.mail.test, api.mail.listOutbox]) {
      expect(await call(route)).toMatchObject({ status: 403 });
    }
  }
  expect(await (await signIn(app, ann)).call(api.mail.read)).toMatchObject({ status: 200 });
});

test.each([
  ['https://chat.example/app/reset-password#token=aB3', 'https://chat.example/•••'],
  ['see http://shop.example?room=1 and https://shop.example', 'see http://shop.example/••• and https://shop.example'],
  ['Your code is 123456.', 'Your code is •••.'],
  ['token aB3dE5gH7jK9mN1pQ3sT5vW7x', 'token •••'],
  ['Order 12345678 of 2026-11-18 10:15', 'Order 12345678 of 2026-11-18 10:15'],
])('%s is shown as %s', (text, shown) => {
  expect(maskSecrets(text)).toBe(shown);
});
