import { once } from 'node:events';
import * as fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startMailbox } from '../../../test/mailbox.ts';
import { freePort } from '../../../test/scratch-cluster.ts';
import { dataDirectory } from '../../../test/server-process.ts';
import type { DkimSettings } from './dkim.ts';
import { createMailer } from './mailer.ts';
import { readMail } from './read-mail.ts';

const FROM = 'Parley <no-reply@chat.example.test>';
const mail = { to: 'ann@example.test', subject: 'Привет · Hello', text: 'Line one\nСтрока два\n' };

function mailerOn(smtpUrl: string | undefined, dkim?: DkimSettings) {
  const outbox = path.join(dataDirectory(), 'outbox');
  const mailer = createMailer({ smtpUrl, from: FROM, outbox, dkim });
  onTestFinished(mailer.close);
  return { ...mailer, outbox };
}

test('a mail arrives unchanged, non-ASCII text included', async () => {
  const { url, letters } = await startMailbox();
  await mailerOn(url).send(mail);
  expect(letters).toHaveLength(1);
  expect(letters[0]).toMatchObject({ from: FROM, to: mail.to, subject: mail.subject });
  expect(letters[0]?.text.replaceAll('\r\n', '\n').trim()).toBe(mail.text.trim());
});

test('the mail server gets the user and password of SMTP_URL, and wrong ones are an error', async () => {
  const { url, letters } = await startMailbox({ credentials: { user: 'ann', password: 'p@ss/word' } });
  await mailerOn(url).send(mail);
  expect(letters).toHaveLength(1);
  await expect(mailerOn(url.replace('ann:', 'bob:')).send(mail)).rejects.toThrow();
  expect(letters).toHaveLength(1);
});

test('a mail that the server refuses and an unreachable server are errors', async () => {
  const { url } = await startMailbox({
    beforeTaking: () => {
      throw new Error('The disk is full');
    },
  });
  await expect(mailerOn(url).send(mail)).rejects.toThrow('The disk is full');
  await expect(mailerOn(`smtp://127.0.0.1:${await freePort()}`).send(mail)).rejects.toThrow('ECONNREFUSED');
});

test('an unresponsive mail server times out after ten seconds', async () => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const connected = once(server, 'connection');
  onTestFinished(() => void server.close());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { port } = server.address() as net.AddressInfo;
  const sent = mailerOn(`smtp://127.0.0.1:${port}`).send(mail);
  const outcome = sent.then(
    () => 'sent',
    () => 'given up',
  );
  const [socket] = await connected;
  onTestFinished(() => void socket.on('error', () => undefined).destroy());
  await vi.advanceTimersByTimeAsync(9_999);
  expect(await Promise.race([outcome, nextTurn('waiting')])).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toBe('given up');
});

test('a line break in a subject adds no header and no recipient', async () => {
  const { url, letters } = await startMailbox();
  await mailerOn(url).send({ ...mail, subject: 'Hello\r\nBcc: eve@example.test' });
  expect(letters).toHaveLength(1);
  expect(letters[0]?.raw).not.toMatch(/^Bcc:/im);
  expect(letters[0]?.to).toBe(mail.to);
});

test('without a mail server each mail is one private file, and nothing else is written', async () => {
  const { send, outbox } = mailerOn(undefined);
  await Promise.all([send(mail), send(mail), send(mail)]);
  const files = fs.readdirSync(outbox);
  expect(files).toHaveLength(3);
  expect(fs.statSync(outbox).mode & 0o777).toBe(0o700);
  for (const file of files) {
    expect(file).toMatch(/\.eml$/);
    expect(fs.statSync(path.join(outbox, file)).mode & 0o777).toBe(0o600);
    const letter = readMail(fs.readFileSync(path.join(outbox, file), 'utf8').replace(/\r?\n/g, '\r\n'));
    expect(letter).toMatchObject({ from: FROM, to: mail.to, subject: mail.subject });
    expect(letter.text.replaceAll('\r\n', '\n').trim()).toBe(mail.text.trim());
  }
});
