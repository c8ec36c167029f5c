import { createPublicKey, createVerify, generateKeyPairSync, hash } from 'node:crypto';
import type net from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startMailbox } from '../../../test/mailbox.ts';
import { freePort } from '../../../test/scratch-cluster.ts';
import { reply, startScriptedSmtp as startSmtp } from '../../../test/scripted-smtp.ts';
import { dataDirectory } from '../../../test/server-process.ts';
import type { DkimSettings } from './dkim.ts';
import { createMailer } from './mailer.ts';

const FROM = 'Parley <no-reply@chat.example.test>';
const mail = { to: 'ann@example.test', subject: 'News', html: '<p>Hello</p>' };

function mailerOn(smtpUrl: string, dkim?: DkimSettings) {
  const mailer = createMailer({ smtpUrl, from: FROM, outbox: path.join(dataDirectory(), 'outbox'), dkim });
  onTestFinished(mailer.close);
  return mailer;
}

const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });

/** The headers of a raw mail, unfolded, by name in lower case. */
function headersOf(raw: string) {
  const head = raw.slice(0, raw.search(/\r?\n\r?\n/)).replace(/\r?\n(?=[ \t])/g, '');
  return head.split(/\r?\n/).map((line) => {
    const [, name = '', value = ''] = /^([^:]+):([\s\S]*)$/.exec(line) ?? [];
    return { name: name.toLowerCase().trim(), value: value.replace(/[ \t]+/g, ' ').trim() };
  });
}

const headerOf = (raw: string, name: string) => headersOf(raw).find((each) => each.name === name)?.value;

/** Verifies the signature of a mail as a receiver does (RFC 6376, relaxed), and returns what it covers. */
function verifyDkim(raw: string, publicKey: string) {
  const crlf = raw.replace(/\r?\n/g, '\r\n');
  const signature = headerOf(crlf, 'dkim-signature') ?? '';
  const tags = Object.fromEntries(
    signature.split(';').map((tag) => tag.split(/=([\s\S]*)/, 2).map((each) => each.trim())),
  ) as Record<string, string>;
  const body = crlf
    .slice(crlf.indexOf('\r\n\r\n') + 4)
    .replace(/[ \t]+(?=\r\n)/g, '')
    .replace(/[ \t]+/g, ' ')
    .replace(/(\r\n)*$/, '\r\n');
  const names = tags.h?.split(':').map((name) => name.trim().toLowerCase()) ?? [];
  const signed = names.map((name) => `${name}:${headerOf(crlf, name)}\r\n`).join('');
  const unsigned = signature.replace(/([;\s]b=)[\s\S]*$/, '$1').trim();
  const isBodySame = hash('sha256', body, 'base64') === tags.bh?.replace(/\s/g, '');
  const isValid = createVerify('RSA-SHA256')
    .update(`${signed}dkim-signature:${unsigned}`)
    .verify(createPublicKey(publicKey), tags.b?.replace(/\s/g, '') ?? '', 'base64');
  return { isValid: isValid && isBodySame, names, domain: tags.d, selector: tags.s };
}

test('a mail has a name before the address of the server, an address for answers, and HTML with a text', async () => {
  const { url, letters } = await startMailbox();
  const result = await mailerOn(url).deliver({
    ...mail,
    html: '<style>p{}</style><h1>Чай</h1><p>See <a href="https://shop.example/?a=1&amp;b=2">the shop</a></p>',
    fromName: 'Tea & Co\r\nBcc: eve@example.test',
    replyTo: 'hello@shop.example',
  });
  expect(result).toEqual({ outcome: 'sent', response: expect.stringMatching(/^250 /) });
  const [letter] = letters;
  expect(letter?.from).toMatch(/^"?Tea & Co Bcc: eve@example\.test"? <no-reply@chat\.example\.test>$/);
  expect(letter?.raw).not.toMatch(/^Bcc:/im);
  expect(headerOf(letter?.raw ?? '', 'reply-to')).toBe('hello@shop.example');
  expect(letter?.html).toContain('<h1>Чай</h1>');
  expect(letter?.text.replaceAll('\r\n', '\n').trim()).toBe('Чай\n\nSee the shop (https://shop.example/?a=1&b=2)');
});

test('a text that is given is not made from the HTML', async () => {
  const { url, letters } = await startMailbox();
  await mailerOn(url).deliver({ ...mail, text: 'Only this' });
  expect(letters[0]?.text.trim()).toBe('Only this');
});

test('headers arrive on one line each, and add no other', async () => {
  const { url, letters } = await startMailbox();
  const link = `<https://chat.example.test/u/${'a'.repeat(160)}>`;
  const headers = {
    'List-Unsubscribe': link,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click\r\nBcc: eve@example.test',
  };
  await mailerOn(url).deliver({ ...mail, headers });
  const raw = letters[0]?.raw ?? '';
  expect(raw).toContain(`List-Unsubscribe: ${link}\r\n`);
  expect(headersOf(raw).map(({ name }) => name)).not.toContain('bcc');
});

test('every attempt has the same Message-ID, at the domain of the sender', async () => {
  const { url, letters } = await startMailbox();
  const mailer = mailerOn(url);
  for (let attempt = 0; attempt < 2; attempt += 1) await mailer.deliver({ ...mail, id: 'send-7-42' });
  const ids = letters.map(({ raw }) => headerOf(raw, 'message-id'));
  expect(ids).toEqual(Array(2).fill('<send-7-42@chat.example.test>'));
});

test('reports of failed deliveries go to the sender of the envelope', async () => {
  const senders: string[] = [];
  const { url } = await startMailbox({ beforeSender: (address) => void senders.push(address) });
  const mailer = mailerOn(url);
  await mailer.deliver(mail);
  await mailer.deliver({ ...mail, envelopeFrom: 'bounce+token@bounces.example.test' });
  expect(senders).toEqual(['no-reply@chat.example.test', 'bounce+token@bounces.example.test']);
});

test('with MAIL_DKIM the signature covers sender, content, and both headers for unsubscribing', async () => {
  const { url, letters } = await startMailbox();
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const dkim = { domain: 'example.test', selector: 'parley', privateKey };
  const headers = {
    'List-Unsubscribe': `<https://chat.example.test/u/${'a'.repeat(160)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Id': '<7.chat.example.test>',
  };
  const mailer = mailerOn(url, dkim);
  await mailer.deliver({ ...mail, headers, subject: 'Новости', html: '<p>Привет  </p>\n\n\n' });
  await mailer.send({ ...mail, text: 'Hello' });
  const [signed, single] = letters.map(({ raw }) => verifyDkim(raw, publicKey));
  expect(signed).toMatchObject({ isValid: true, domain: 'example.test', selector: 'parley' });
  expect(signed?.names).toEqual(
    expect.arrayContaining([
      'from',
      'to',
      'subject',
      'date',
      'message-id',
      'list-id',
      'list-unsubscribe',
      'list-unsubscribe-post',
    ]),
  );
  expect(single?.isValid).toBe(true);
  const forged = letters[0]?.raw.replace('List-Unsubscribe=One-Click', 'List-Unsubscribe=Two-Clicks') ?? '';
  expect(verifyDkim(forged, publicKey).isValid).toBe(false);
  expect(verifyDkim(letters[0]?.raw.replace('Date: ', 'Date: Mon, ') ?? '', publicKey).isValid).toBe(false);
});

test.each([
  [550, '5.1.1 No such user', 'bounced'],
  [552, '5.2.2 Mailbox full', 'bounced'],
  [550, 'User unknown', 'bounced'],
  [550, '5.7.1 Blocked by policy', 'failed'],
  [554, '5.7.26 Not authenticated', 'failed'],
  [451, '4.7.1 Greylisted, try again', 'retry'],
  [452, '4.2.2 Mailbox full', 'retry'],
] as const)('a recipient refused with %d %s is %s', async (code, words, outcome) => {
  const { url } = await startMailbox({
    beforeRecipient: () => {
      throw refusal(code, words);
    },
  });
  const result = await mailerOn(url).deliver(mail);
  expect(result).toEqual({ outcome, response: expect.stringContaining(`${code} ${words}`) });
});

test.each([
  [554, '5.6.0 Bad content', 'failed'],
  [550, '5.1.1 No such user', 'failed'],
  [451, '4.3.0 Try again', 'retry'],
] as const)('content refused with %d %s is %s', async (code, words, outcome) => {
  const { url } = await startMailbox({
    beforeTaking: () => {
      throw refusal(code, words);
    },
  });
  expect(await mailerOn(url).deliver(mail)).toMatchObject({ outcome });
});

test.each([
  [550, '5.1.8 Sender rejected', 'not_ready'],
  [530, '5.7.0 Authentication required', 'not_ready'],
  [451, '4.4.5 Too much load', 'retry'],
] as const)('a sender refused with %d %s is %s', async (code, words, outcome) => {
  const { url } = await startMailbox({
    beforeSender: () => {
      throw refusal(code, words);
    },
  });
  expect(await mailerOn(url).deliver(mail)).toMatchObject({ outcome });
});

test('without a connection or a login the server is not ready', async () => {
  expect(await mailerOn(`smtp://127.0.0.1:${await freePort()}`).deliver(mail)).toEqual({
    outcome: 'not_ready',
    response: expect.stringContaining('ECONNREFUSED'),
  });
  const { url } = await startMailbox({ credentials: { user: 'ann', password: 'secret' } });
  expect(await mailerOn(url.replace('ann:', 'bob:')).deliver(mail)).toMatchObject({ outcome: 'not_ready' });
  const closing = await startSmtp((line) => (line === '' ? '421 Too many connections' : ''));
  expect(await mailerOn(closing).deliver(mail)).toMatchObject({ outcome: 'not_ready' });
});

test('a connection that breaks before the content is not ready, and after it the outcome is unknown', async () => {
  const before = await startSmtp((line) => (line.startsWith('RCPT') ? undefined : reply(line)));
  expect(await mailerOn(before).deliver(mail)).toMatchObject({ outcome: 'not_ready' });
  const after = await startSmtp((line) => (line === '.' ? undefined : reply(line)));
  expect(await mailerOn(after).deliver(mail)).toMatchObject({ outcome: 'unknown' });
});

test('mails share a few connections, and a single one has its own', async () => {
  let connections = 0;
  const url = await startSmtp((line) => {
    if (line === '') connections += 1;
    return reply(line);
  });
  const mailer = mailerOn(url);
  const results = await Promise.all(Array.from({ length: 30 }, () => mailer.deliver(mail)));
  expect(results.every(({ outcome }) => outcome === 'sent')).toBe(true);
  expect(connections).toBeLessThanOrEqual(5);
  await mailer.send({ ...mail, text: 'Hello' });
  expect(connections).toBeLessThanOrEqual(6);
});

test('an idle connection that the server has closed is replaced, and the mail is sent once', async () => {
  const sockets: net.Socket[] = [];
  let mails = 0;
  const url = await startSmtp((line, socket) => {
    if (line === '') sockets.push(socket);
    if (line === '.') mails += 1;
    return reply(line);
  });
  const mailer = mailerOn(url);
  await mailer.deliver(mail);
  for (const socket of sockets) socket.destroy();
  expect(await mailer.deliver(mail)).toMatchObject({ outcome: 'sent' });
  expect(mails).toBe(2);
});
