import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { freshAddress } from '../../../../test/addresses.ts';
import { listEventData } from '../../../../test/events.ts';
import { startApp } from '../../../../test/harness.ts';
import { asSystem } from '../../../kernel/data/context.ts';
import { createLinks } from './index.ts';

const { contacts, suppressions } = api;
const IRA = 'ira@example.test';
const FORM = 'application/x-www-form-urlencoded';
const ONE_CLICK = 'List-Unsubscribe=One-Click';

async function start() {
  const app = await startApp();
  const ann = await app.owner();
  const remoteAddress = freshAddress();
  const add = async (body: object = {}) => (await ann.call(contacts.create, { body: { email: IRA, ...body } })).data;
  const linkOf = async (guid: string, more: object = {}) => {
    const [row] = await app.sql<{ id: number; email: string }>(
      `SELECT id::int, email FROM contacts WHERE guid = '${guid}'`,
    );
    const recipient = { contact: row?.id ?? 0, email: row?.email ?? '', language: 'en' as const, ...more };
    const url = await app.unitOfWork.write({ tenant: ann }, async (work) =>
      (await createLinks(asSystem(work, ann), 'unsubscribe'))(recipient),
    );
    return new URL(url).pathname;
  };
  const send = (url: string, body = '', type: string | undefined = FORM) =>
    app.http.inject({
      method: 'POST',
      url,
      payload: body,
      remoteAddress,
      headers: type ? { 'content-type': type } : {},
    });
  return {
    app,
    ann,
    add,
    linkOf,
    send,
    open: (url: string, headers = {}) => app.http.inject({ url, headers, remoteAddress }),
    press: (url: string, action: 'unsubscribe' | 'resubscribe') => send(url, `action=${action}`),
    read: async (id: string) => (await ann.call(contacts.read, { params: { id } })).data,
    reasons: async () => (await ann.call(suppressions.list)).data.data.map(({ address, reason }) => [address, reason]),
  };
}

test('opening the link shows a page and changes nothing', async () => {
  const { app, ann, add, linkOf, open, read, reasons } = await start();
  const ira = await add({ email_consent: true });
  const link = await linkOf(ira.id);
  const { statusCode, headers, body } = await open(link);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'content-security-policy': expect.stringMatching(/default-src 'none'.*form-action 'self'/),
  });
  expect(headers).not.toHaveProperty('set-cookie');
  expect(body).toContain('Unsubscribe from e‑mails?');
  expect(body).toContain('i…@e…e.test');
  expect(body).not.toContain(IRA);
  expect((await app.http.inject({ method: 'HEAD', url: link })).statusCode).toBe(200);
  expect(await read(ira.id)).toEqual(ira);
  expect(await reasons()).toEqual([]);
  expect(await listEventData(app, ann, 'contact.updated')).toEqual([]);
});

test.each([
  ['a form', 'action=unsubscribe', FORM],
  [
    'a multipart form',
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    'multipart/form-data; boundary=x',
  ],
  ['the one-click request of a mail client', ONE_CLICK, FORM],
  ['an empty body', '', undefined],
  ['a body that is no form', '{', 'application/json'],
])('%s unsubscribes: 200 without redirect or cookie', async (_what, body, type) => {
  const { app, ann, add, linkOf, send, read, reasons } = await start();
  const ira = await add({ email_consent: true });
  const answer = await send(await linkOf(ira.id), body, type);
  expect([answer.statusCode, answer.headers.location, answer.headers['set-cookie']]).toEqual([
    200,
    undefined,
    undefined,
  ]);
  expect(answer.body).toContain('You’re unsubscribed');
  expect(await read(ira.id)).toMatchObject({ email_consent: false, email_consent_at: expect.any(String) });
  expect(await reasons()).toEqual([['i…@e…e.test', 'unsubscribed']]);
  expect(await listEventData(app, ann, 'contact.updated')).toMatchObject([
    { contact_id: ira.id, source: 'unsubscribe' },
  ]);
});

test('everybody with the address is unsubscribed, whatever its letters, and nobody else', async () => {
  const { app, add, linkOf, send, read } = await start();
  const [ira, same, other] = [
    await add(),
    await add({ email: IRA.toUpperCase() }),
    await add({ email: 'o@example.test' }),
  ];
  const bob = await app.owner();
  const { data: foreign } = await bob.call(contacts.create, { body: { email: IRA } });
  await send(await linkOf(ira.id));
  expect((await read(ira.id)).email_consent).toBe(false);
  expect((await read(same.id)).email_consent).toBe(false);
  expect((await read(other.id)).email_consent).toBeNull();
  expect((await bob.call(contacts.read, { params: { id: foreign.id } })).data.email_consent).toBeNull();
  expect((await bob.call(suppressions.list)).data.data).toEqual([]);
});

test('resubscribing undoes it for everybody with the address, and nobody agrees who had not before', async () => {
  const { app, ann, add, linkOf, press, open, read, reasons } = await start();
  const [ira, same] = [await add({ email_consent: true }), await add()];
  const link = await linkOf(ira.id);
  await press(link, 'unsubscribe');
  expect((await open(link)).body).toContain('You’re unsubscribed');
  const answer = await press(link, 'resubscribe');
  expect([answer.statusCode, answer.headers.location]).toEqual([200, undefined]);
  expect(answer.body).toContain('You’re subscribed again');
  expect(await reasons()).toEqual([]);
  expect((await read(ira.id)).email_consent).toBe(true);
  expect(await read(same.id)).toMatchObject({ email_consent: null, email_consent_at: null });
  const sources = (await listEventData(app, ann, 'contact.updated')).map((data) => (data as { source: string }).source);
  expect(sources.sort()).toEqual(['resubscribe', 'resubscribe', 'unsubscribe', 'unsubscribe']);
});

test('who did not unsubscribe agrees to nothing by resubscribing', async () => {
  const { add, linkOf, press, read, ann, reasons } = await start();
  const ira = await add({ email_consent: false });
  await ann.call(suppressions.create, { body: { channel: 'email', address: IRA } });
  await press(await linkOf(ira.id), 'resubscribe');
  expect((await read(ira.id)).email_consent).toBe(false);
  expect(await reasons()).toEqual([['i…@e…e.test', 'manual']]);
});

test('a second request changes nothing more', async () => {
  const { app, ann, add, linkOf, send, read } = await start();
  const ira = await add();
  const link = await linkOf(ira.id);
  await send(link, ONE_CLICK);
  const first = await read(ira.id);
  app.clock.now = app.clock.now.add({ hours: 1 });
  expect((await send(link, ONE_CLICK)).statusCode).toBe(200);
  expect(await read(ira.id)).toEqual(first);
  expect(await listEventData(app, ann, 'contact.updated')).toHaveLength(1);
});

test('the link works when the contact is gone, for whoever has the address since', async () => {
  const { ann, add, linkOf, send, read, reasons } = await start();
  const ira = await add();
  const link = await linkOf(ira.id);
  await ann.call(contacts.remove, { params: { id: ira.id } });
  const again = await add();
  expect((await send(link)).statusCode).toBe(200);
  expect((await read(again.id)).email_consent).toBe(false);
  expect(await reasons()).toEqual([['i…@e…e.test', 'unsubscribed']]);
});

test('the link works when the contact has another address, which stays subscribed', async () => {
  const { ann, add, linkOf, send, read, reasons } = await start();
  const ira = await add();
  const link = await linkOf(ira.id);
  await ann.call(contacts.update, { params: { id: ira.id }, body: { email: 'new@example.test', email_consent: true } });
  await send(link);
  expect((await read(ira.id)).email_consent).toBe(true);
  expect(await reasons()).toEqual([['i…@e…e.test', 'unsubscribed']]);
});

test("the link works when the widget's settings are gone", async () => {
  const { app, ann, add, linkOf, open, send } = await start();
  const link = await linkOf((await add()).id);
  await app.sql(`DELETE FROM widget_settings WHERE widget_id = ${ann.widgetId}`);
  expect((await open(link)).statusCode).toBe(200);
  expect((await send(link)).statusCode).toBe(200);
});

test('the campaign of the e-mail is known of the unsubscription', async () => {
  const { app, ann, add, linkOf, send } = await start();
  await send(await linkOf((await add()).id, { campaignId: 7 }));
  const rows = await app.sql(`SELECT campaign_id::int FROM suppressions WHERE widget_id = ${ann.widgetId}`);
  expect(rows).toEqual([{ campaign_id: 7 }]);
});

test('a forged link is a page that says so: 404, and nothing changes', async () => {
  const { app, add, linkOf, open, send, read } = await start();
  const ira = await add({ email_consent: true });
  const link = await linkOf(ira.id);
  const token = link.slice('/u/'.length);
  const middle = Math.floor(token.length / 2);
  const swapped = `${token.slice(0, middle)}${token[middle] === 'A' ? 'B' : 'A'}${token.slice(middle + 1)}`;
  const bob = await app.owner();
  const foreign = Buffer.from(token, 'base64url');
  foreign.writeUIntBE(bob.widgetId, 16 + 3, 6);
  for (const forged of [
    swapped,
    token.slice(0, -4),
    `${token}AAAA`,
    foreign.toString('base64url'),
    'x',
    'A'.repeat(200),
  ]) {
    for (const answer of [await open(`/u/${forged}`), await send(`/u/${forged}`, ONE_CLICK)]) {
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(answer.body).toContain('This link isn’t valid');
    }
  }
  expect((await open('/u/x', { 'accept-language': 'ru,en' })).body).toContain('Ссылка не работает');
  expect(await read(ira.id)).toEqual(ira);
});

test('the page speaks the language of the e-mail, and names the widget', async () => {
  const { ann, add, linkOf, open, press } = await start();
  await ann.call(api.widget.updateSettings, { body: { widget_name: '<b>Shop</b>' } });
  const ira = await add();
  const russian = await linkOf(ira.id, { language: 'ru' });
  const { body } = await open(russian, { 'accept-language': 'en' });
  expect(body).toContain('<html lang="ru">');
  expect(body).toContain('Отписаться от рассылки?');
  expect(body).toContain('от «&lt;b&gt;Shop&lt;/b&gt;»');
  expect((await press(russian, 'unsubscribe')).body).toContain('Вы отписались');
  expect((await press(russian, 'resubscribe')).body).toContain('Вы снова подписаны');
  expect((await open(await linkOf(ira.id))).body).toContain('from &lt;b&gt;Shop&lt;/b&gt;');
});

test('a link serves 30 requests a minute, however many addresses they come from', async () => {
  const { app, add, linkOf, send } = await start();
  const link = await linkOf((await add()).id);
  const statuses: number[] = [];
  for (let each = 0; each < 32; each += 1) {
    statuses.push((await app.http.inject({ url: link, remoteAddress: freshAddress() })).statusCode);
  }
  expect(statuses).toEqual([...Array(30).fill(200), 429, 429]);
  const other = await linkOf((await add({ email: 'o@example.test' })).id);
  expect((await send(other)).statusCode).toBe(200);
});

test('a body that is too large is refused', async () => {
  const { add, linkOf, send, reasons } = await start();
  const answer = await send(await linkOf((await add()).id), `action=${'x'.repeat(20_000)}`);
  expect(answer.statusCode).toBe(413);
  expect(await reasons()).toEqual([]);
});

test('of an unsubscription and a yes at once, the unsubscription is what counts', async () => {
  const { ann, add, linkOf, send, read } = await start();
  for (let each = 0; each < 5; each += 1) {
    const { id } = await add({ email: `ira${each}@example.test` });
    const link = await linkOf(id);
    await Promise.all([send(link), ann.call(contacts.update, { params: { id }, body: { email_consent: true } })]);
    expect((await read(id)).email_consent).toBe(false);
  }
});

test.each(['manual', 'bounced'] as const)('%s stays after unsubscribing and resubscribing', async (reason) => {
  const { app, ann, add, linkOf, press, read, reasons } = await start();
  const ira = await add();
  await ann.call(suppressions.create, { body: { channel: 'email', address: IRA } });
  await app.sql(`UPDATE suppressions SET reason = '${reason}' WHERE widget_id = ${ann.widgetId}`);
  const link = await linkOf(ira.id);
  await press(link, 'unsubscribe');
  expect(await reasons()).toEqual([['i…@e…e.test', 'unsubscribed']]);
  await press(link, 'resubscribe');
  expect(await reasons()).toEqual([['i…@e…e.test', reason]]);
  expect((await read(ira.id)).email_consent).toBeNull();
});

test('who refused before they unsubscribed has still refused after resubscribing', async () => {
  const { add, linkOf, press, read } = await start();
  const ira = await add({ email_consent: false });
  const link = await linkOf(ira.id);
  await press(link, 'unsubscribe');
  await press(link, 'resubscribe');
  expect((await read(ira.id)).email_consent).toBe(false);
});
