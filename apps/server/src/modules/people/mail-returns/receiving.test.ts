import net from 'node:net';
import { api } from '@parley/contract';
import { createTransport } from 'nodemailer';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { listEventData } from '../../../../test/events.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import {
  exchangeBounce,
  eximBounce,
  gmailBounce,
  outlookComplaint,
  postfixBounce,
  vacationMail,
  yahooComplaint,
} from '../../../../test/returned-mails.ts';
import { freePort } from '../../../../test/scratch-cluster.ts';
import { until } from '../../../../test/until.ts';
import { createLog } from '../../../infra/log.ts';
import { asSystem } from '../../../kernel/data/context.ts';
import * as suppressions from '../suppressions/index.ts';
import { createBounceAddresses, type SentMail } from './index.ts';
import { receiveReturns } from './receiving.ts';

const { contacts } = api;
const IRA = 'ira@example.test';
const DOMAIN = 'bounces.shop.example';
const MIB = 1_048_576;

/** A receiver on the app's database. */
async function receive({ unitOfWork }: TestApp) {
  const metrics = new Registry();
  const mailReturns = { host: '127.0.0.1', port: 0, domain: DOMAIN };
  const receiver = await receiveReturns({
    ...{ unitOfWork, metrics, mailReturns, log: createLog('silent') },
    onClose: (close) => onTestFinished(close),
  });
  return { port: receiver?.port ?? 0, metrics };
}

interface Letter {
  to: string;
  raw: string;
  /** Empty, as in every bounce. */
  from?: string;
}

/** The code and enhanced code of the answer to a mail. */
async function send(port: number, { to, raw, from = '' }: Letter) {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  const replyOf = ({ response }: { response?: string }) => response?.split(' ', 2).join(' ');
  return transport.sendMail({ envelope: { from, to }, raw }).then(replyOf, replyOf);
}

/** An e-mail to Ira that was sent, or is in another state. */
async function sendTo(app: TestApp, ann: Owner, { state = 'sent', email = IRA } = {}) {
  const contact = await ann.call(contacts.create, { body: { email: IRA, email_consent: true } });
  const [row] = await app.sql<{ number: number }>(
    `SELECT id::int AS number FROM contacts WHERE guid = '${contact.data.id}'`,
  );
  const hash = await app.unitOfWork.write({ tenant: ann }, async (work) =>
    (await suppressions.ensureHashing(asSystem(work, ann))).hash('email', email).toString('hex'),
  );
  const [recipient] = await app.sql<{ id: number; send_id: number }>(
    `INSERT INTO send_recipients (widget_id, send_id, contact_id, address_hash, state)
    VALUES (${ann.widgetId}, 7, ${row?.number}, '\\x${hash}', '${state}') RETURNING id::int, send_id::int`,
  );
  const mail = { sendId: recipient?.send_id ?? 0, recipientId: recipient?.id ?? 0 };
  return { contact: contact.data, to: await addressOf(app, ann, mail) };
}

const addressOf = (app: TestApp, ann: Owner, mail: SentMail) =>
  app.unitOfWork.write({ tenant: ann }, async (work) =>
    (await createBounceAddresses(asSystem(work, ann), DOMAIN))(mail),
  );

async function start(given?: { state?: string; email?: string }) {
  const app = await startApp();
  const ann = await app.owner();
  const { port, metrics } = await receive(app);
  const { contact, to } = await sendTo(app, ann, given);
  return {
    ...{ app, ann, port, contact, to },
    send: (raw: string, address = to) => send(port, { to: address, raw }),
    row: async () =>
      (
        await app.sql(`SELECT state, reason, complained_at IS NOT NULL AS complained FROM send_recipients
          WHERE widget_id = ${ann.widgetId}`)
      )[0],
    suppressed: async () =>
      (await ann.call(api.suppressions.list)).data.data.map(({ channel, address, reason }) => [
        channel,
        address,
        reason,
      ]),
    consent: async () => (await ann.call(contacts.read, { params: { id: contact.id } })).data.email_consent,
    counts: async () =>
      Object.fromEntries(
        (await metrics.getMetricsAsJSON()).flatMap(({ values }) =>
          values.map(({ labels, value }) => [labels.outcome, value]),
        ),
      ),
  };
}

const BOUNCED = { state: 'bounced', reason: 'address_rejected', complained: false };
const SENT = { state: 'sent', reason: null, complained: false };
const MASKED = 'i…@e…e.test';

test.each([
  ['Postfix', postfixBounce({ to: IRA })],
  ['Exim', eximBounce({ to: IRA })],
  ['Exchange', exchangeBounce({ to: IRA })],
  ['Gmail', gmailBounce({ to: IRA })],
])('a bounce from %s marks the recipient and suppresses the address', async (_from, raw) => {
  const { send, row, suppressed, counts, consent } = await start();
  expect(await send(raw)).toBe('250 2.6.0');
  expect(await row()).toEqual(BOUNCED);
  expect(await suppressed()).toEqual([['email', MASKED, 'bounced']]);
  expect(await consent()).toBe(true);
  expect(await counts()).toEqual({ bounced: 1 });
});

test('a bounce that arrives twice changes nothing more', async () => {
  const { send, row, suppressed } = await start();
  await send(postfixBounce({ to: IRA }));
  expect(await send(gmailBounce({ to: IRA }))).toBe('250 2.6.0');
  expect(await send(postfixBounce({ to: IRA, status: '5.7.1' }))).toBe('250 2.6.0');
  expect(await row()).toEqual(BOUNCED);
  expect(await suppressed()).toEqual([['email', MASKED, 'bounced']]);
});

test.each([
  ['handed', 'bounced'],
  ['unknown', 'bounced'],
  ['failed', 'bounced'],
  ['pending', 'pending'],
  ['skipped', 'skipped'],
])('after a bounce a recipient that was %s is %s', async (state, after) => {
  const { send, row, suppressed } = await start({ state });
  await send(postfixBounce({ to: IRA }));
  expect(await row()).toMatchObject({ state: after });
  expect(await suppressed()).toHaveLength(1);
});

test.each([
  ['Postfix', postfixBounce({ to: IRA, status: '5.7.1' })],
  ['Exim', eximBounce({ to: IRA, diagnostic: 'smtp; 550 5.7.26 Unauthenticated e-mail is not accepted' })],
])('a refusal for reasons of policy from %s is a failure that suppresses nobody', async (_from, raw) => {
  const { send, row, suppressed, counts } = await start();
  expect(await send(raw)).toBe('250 2.6.0');
  expect(await row()).toEqual({ state: 'failed', reason: 'mail_rejected', complained: false });
  expect(await suppressed()).toEqual([]);
  expect(await counts()).toEqual({ failed: 1 });
});

test.each([
  ['a delay', postfixBounce({ to: IRA, action: 'delayed', status: '4.4.1' })],
  ['a delay with a permanent code', postfixBounce({ to: IRA, action: 'delayed', status: '5.1.1' })],
  ['a mail that expired in a queue', exchangeBounce({ to: IRA, status: '4.4.7' })],
  ['a receipt', postfixBounce({ to: IRA, action: 'delivered', status: '2.0.0' })],
  ['a vacation mail', vacationMail(IRA)],
  ['a mail', 'Subject: Hello\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n'],
  ['garbage', Buffer.from(Array.from({ length: 20_000 }, (_, at) => (at * 7_919) % 251)).toString('latin1')],
  ['a report that a mail was no spam', yahooComplaint({ to: IRA, type: 'not-spam' })],
  ['a report about authentication', outlookComplaint({ type: 'auth-failure' })],
])('%s is accepted and changes nothing', async (_what, raw) => {
  const { send, row, suppressed, counts, consent } = await start();
  expect(await send(raw)).toBe('250 2.6.0');
  expect(await row()).toEqual(SENT);
  expect(await suppressed()).toEqual([]);
  expect(await consent()).toBe(true);
  expect(await counts()).toEqual({ ignored: 1 });
});

test.each([
  ['Yahoo', yahooComplaint({ to: IRA })],
  ['Outlook', outlookComplaint()],
  ['others about fraud', yahooComplaint({ to: IRA, type: 'Fraud' })],
])('a complaint from %s suppresses the address and takes back consent', async (_from, raw) => {
  const { app, ann, contact, send, row, suppressed, counts, consent } = await start();
  expect(await send(raw)).toBe('250 2.6.0');
  expect(await row()).toEqual({ ...SENT, complained: true });
  expect(await suppressed()).toEqual([['email', MASKED, 'complained']]);
  expect(await consent()).toBe(false);
  expect(await listEventData(app, ann, 'contact.updated')).toMatchObject([
    { contact_id: contact.id, source: 'complaint' },
  ]);
  expect(await counts()).toEqual({ complained: 1 });
});

test('a complaint that arrives twice changes nothing more', async () => {
  const { app, ann, send, suppressed } = await start();
  await send(yahooComplaint({ to: IRA }));
  const at = `SELECT complained_at FROM send_recipients WHERE widget_id = ${ann.widgetId}`;
  const first = await app.sql(at);
  app.clock.now = app.clock.now.add({ hours: 1 });
  await send(yahooComplaint({ to: IRA }));
  expect(await app.sql(at)).toEqual(first);
  expect(await suppressed()).toEqual([['email', MASKED, 'complained']]);
  expect(await listEventData(app, ann, 'contact.updated')).toHaveLength(1);
});

test('who complained after a bounce has complained', async () => {
  const { send, row, suppressed } = await start();
  await send(postfixBounce({ to: IRA }));
  await send(outlookComplaint());
  expect(await row()).toEqual({ ...BOUNCED, complained: true });
  expect(await suppressed()).toEqual([['email', MASKED, 'complained']]);
  await send(postfixBounce({ to: IRA }));
  expect(await suppressed()).toEqual([['email', MASKED, 'complained']]);
});

test('a complaint counts for the current owner of the address when its contact has changed or is gone', async () => {
  const { ann, contact, send, suppressed } = await start({ email: 'old@example.test' });
  await send(outlookComplaint());
  expect(await suppressed()).toEqual([['email', '…', 'complained']]);
  await ann.call(contacts.remove, { params: { id: contact.id } });
  const { data: again } = await ann.call(contacts.create, { body: { email: 'Old@example.test', email_consent: null } });
  await send(outlookComplaint());
  expect((await ann.call(contacts.read, { params: { id: again.id } })).data.email_consent).toBe(false);
});

test('the address that a report names is shown only if it is the one that was written to', async () => {
  const one = await start({ email: 'old@example.test' });
  await one.send(postfixBounce({ to: 'OLD@example.test' }));
  expect(await one.suppressed()).toEqual([['email', 'o…@e…e.test', 'bounced']]);
  const other = await start({ email: 'old@example.test' });
  await other.send(postfixBounce({ to: 'eve@example.test' }));
  expect(await other.suppressed()).toEqual([['email', '…', 'bounced']]);
});

test('an address that forwards to others is judged by its own outcome', async () => {
  const { send, suppressed } = await start();
  const forwarded = exchangeBounce({ to: 'bob@example.test' }).replace(
    'X-Display-Name: Ira\r\n',
    `\r\nFinal-Recipient: rfc822;${IRA}\r\nAction: expanded\r\nStatus: 2.0.0\r\n`,
  );
  await send(forwarded);
  expect(await suppressed()).toEqual([]);
  await send(exchangeBounce({ to: 'bob@example.test' }));
  expect(await suppressed()).toHaveLength(1);
});

test('a bounce of a deleted send is accepted and changes nothing', async () => {
  const { app, ann, send, suppressed, counts } = await start();
  await app.sql(`DELETE FROM send_recipients WHERE widget_id = ${ann.widgetId}`);
  expect(await send(postfixBounce({ to: IRA }))).toBe('250 2.6.0');
  expect(await suppressed()).toEqual([]);
  expect(await counts()).toEqual({ ignored: 1 });
});

test('a bounce to an address in upper case counts', async () => {
  const { to, send, row } = await start();
  expect(await send(postfixBounce({ to: IRA }), to.toUpperCase())).toBe('250 2.6.0');
  expect(await row()).toEqual(BOUNCED);
});

test('every other recipient is refused', async () => {
  const { to, send, row } = await start();
  const swap = (at: number) => `${to.slice(0, at)}${to[at] === '0' ? '1' : '0'}${to.slice(at + 1)}`;
  const forged = [
    ...[swap(7), swap(20), swap(34), swap(62)],
    ...[to.replace('@', '0@'), to.replace(/.@/, '@'), to.replace('+', '-'), to.replace('bounce+', '')],
    ...[`postmaster@${DOMAIN}`, `bounce@${DOMAIN}`, to.replace('shop', 'other'), `bounce+${'z'.repeat(56)}@${DOMAIN}`],
  ];
  for (const address of forged) {
    expect([address, await send(postfixBounce({ to: IRA }), address)]).toEqual([address, '550 5.1.1']);
  }
  expect(await row()).toEqual(SENT);
});

test('an address of one widget is none of another', async () => {
  const { app, to, send } = await start();
  const bob = await app.owner();
  const other = await sendTo(app, bob);
  const [, token = ''] = /\+(.*)@/.exec(to) ?? [];
  const [, foreign = ''] = /\+(.*)@/.exec(other.to) ?? [];
  // The first 30 digits are version and ids, the rest their signature.
  const mixed = `bounce+${foreign.slice(0, 30)}${token.slice(30)}@${DOMAIN}`;
  expect(await send(postfixBounce({ to: IRA }), mixed)).toBe('550 5.1.1');
});

test('a mail may have any sender', async () => {
  const { port, to, row } = await start();
  expect(await send(port, { to, raw: yahooComplaint({ to: IRA }), from: 'feedback@arf.example.com' })).toBe(
    '250 2.6.0',
  );
  expect(await row()).toMatchObject({ complained: true });
});

test('1 MiB is accepted, and more is refused', async () => {
  const { send, row, to, port } = await start();
  const raw = postfixBounce({ to: IRA });
  const fill = (bytes: number) =>
    `${raw}${`${'x'.repeat(98)}\r\n`.repeat(bytes / 100 + 1)}`.slice(0, bytes - 2).concat('\r\n');
  expect(await send(fill(MIB + 1))).toBe('552 5.3.4');
  expect(await row()).toEqual(SENT);
  const session = await converse(port);
  expect(await session.say('EHLO mx.example.net')).toContain(`SIZE ${MIB}`);
  expect(await session.say(`MAIL FROM:<> SIZE=${MIB + 1}`)).toMatch(/^552 /);
  expect(await session.say('MAIL FROM:<>')).toMatch(/^250 /);
  expect(await session.say(`RCPT TO:<${to}>`)).toMatch(/^250 /);
  await session.say('DATA');
  expect(await session.say(`${'x'.repeat(3 * MIB)}\r\n.`)).toMatch(/^552 /);
  expect(await send(fill(MIB))).toBe('250 2.6.0');
  expect(await row()).toEqual(BOUNCED);
});

/** An SMTP session by hand. */
async function converse(port: number) {
  const socket = net.connect(port, '127.0.0.1').setEncoding('latin1');
  onTestFinished(() => void socket.destroy());
  let heard = '';
  let isClosed = false;
  socket.on('data', (text) => {
    heard += text;
  });
  socket
    .on('error', () => undefined)
    .on('close', () => {
      isClosed = true;
    });
  const hear = async () => {
    await until(() => isClosed || /^\d{3}(?!-).*\r\n$/m.test(heard), 'the server answers');
    const answer = heard;
    heard = '';
    return answer;
  };
  await hear();
  const say = (line: string) => {
    socket.write(`${line}\r\n`, 'latin1');
    return hear();
  };
  return { socket, say, hasClosed: () => isClosed };
}

test('a mail has one recipient, and a connection may name few unknown ones', async () => {
  const { port, to } = await start();
  const session = await converse(port);
  await session.say('EHLO mx.example.net');
  expect(await session.say('MAIL FROM:<>')).toMatch(/^250 /);
  for (let each = 0; each < 4; each += 1)
    expect(await session.say(`RCPT TO:<a${each}@${DOMAIN}>`)).toMatch(/^550 5\.1\.1 /);
  expect(await session.say(`RCPT TO:<${to}>`)).toMatch(/^250 /);
  expect(await session.say(`RCPT TO:<x@${DOMAIN}>`)).toMatch(/^452 /);
  await session.say('RSET');
  await session.say('MAIL FROM:<>');
  expect(await session.say(`RCPT TO:<x@${DOMAIN}>`)).toMatch(/^421 /);
  await until(() => session.hasClosed(), 'the connection is closed');
});

test('nobody signs in and nothing is encrypted', async () => {
  const { port } = await start();
  const session = await converse(port);
  expect(await session.say('EHLO mx.example.net')).not.toMatch(/AUTH|STARTTLS/);
  expect(await session.say('AUTH PLAIN AGFubgBzZWNyZXQ=')).toMatch(/^50\d /);
  expect(await session.say('STARTTLS')).toMatch(/^50\d /);
});

test('garbage ends the connection and nothing else', async () => {
  const { port, send, row } = await start();
  const session = await converse(port);
  session.socket.write(Buffer.alloc(100_000, 0xff));
  await until(() => session.hasClosed(), 'the connection is closed');
  expect(await send(postfixBounce({ to: IRA }))).toBe('250 2.6.0');
  expect(await row()).toEqual(BOUNCED);
});

test('a mail that breaks off changes nothing', async () => {
  const { port, to, send, row, counts } = await start();
  const session = await converse(port);
  await session.say('EHLO mx.example.net');
  await session.say('MAIL FROM:<>');
  await session.say(`RCPT TO:<${to}>`);
  await session.say('DATA');
  session.socket.write(postfixBounce({ to: IRA }), () => session.socket.destroy());
  await until(() => session.hasClosed(), 'the connection is closed');
  expect(await send(vacationMail(IRA))).toBe('250 2.6.0');
  expect(await row()).toEqual(SENT);
  expect(await counts()).toEqual({ ignored: 1 });
});

test('while the database fails, senders are told to retry', async () => {
  const app = await startApp({}, { isolated: true });
  const ann = await app.owner();
  const { port } = await receive(app);
  const { to } = await sendTo(app, ann);
  const letter = { to, raw: postfixBounce({ to: IRA }) };
  for (const table of ['suppressions', 'widgets']) {
    await app.sql(`ALTER TABLE ${table} RENAME TO away`);
    expect(await send(port, letter)).toBe('451 4.3.0');
    await app.sql(`ALTER TABLE away RENAME TO ${table}`);
  }
  expect(await app.sql('SELECT state FROM send_recipients')).toEqual([{ state: 'sent' }]);
  expect(await send(port, letter)).toBe('250 2.6.0');
  expect(await app.sql('SELECT state FROM send_recipients')).toEqual([{ state: 'bounced' }]);
});

test('the server receives while it runs, if that is configured', async () => {
  const port = await freePort();
  const app = await startApp({ MAIL_IN_PORT: String(port), MAIL_IN_DOMAIN: DOMAIN }, { background: true });
  const ann = await app.owner();
  const { to } = await sendTo(app, ann);
  expect(await send(port, { to, raw: postfixBounce({ to: IRA }) })).toBe('250 2.6.0');
  expect(await app.sql('SELECT state FROM send_recipients')).toEqual([{ state: 'bounced' }]);
  const idle = await converse(port);
  await app.close();
  await until(() => idle.hasClosed(), 'the connection is closed');
  await expect(converse(port).then(({ say }) => say('NOOP'))).resolves.toBe('');
});

test('without the settings it receives nothing', async () => {
  const { unitOfWork } = await startApp();
  const metrics = new Registry();
  const services = { unitOfWork, metrics, log: createLog('silent'), mailReturns: undefined, onClose: () => undefined };
  expect(await receiveReturns(services)).toBeUndefined();
});
