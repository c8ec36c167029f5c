import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { freshAddress } from '../../../../test/addresses.ts';
import { addVisitor } from '../../../../test/callers.ts';
import { listEventData } from '../../../../test/events.ts';
import { startApp } from '../../../../test/harness.ts';
import { startMailbox } from '../../../../test/mailbox.ts';
import { fromAddress } from '../../../../test/people.ts';
import { readQueue, runQueue } from '../../../../test/queue.ts';
import { asSystem } from '../../../kernel/data/context.ts';
import { createLinks } from './index.ts';

const { contacts, suppressions, widget } = api;
const IRA = 'ira@example.test';

async function start(settings: object = { marketing_consent_text: 'Send me offers.', widget_name: 'Tea & Co' }) {
  const app = await startApp({ PUBLIC_URL: 'https://chat.example.test' });
  const ann = await app.owner();
  await ann.call(widget.updateSettings, { body: settings });
  const visitor = await addVisitor(app, ann);
  const params = { button_guid: ann.buttonGuid };
  const remoteAddress = freshAddress();
  const fill = (body: object, { call = visitor.call, query = {} } = {}) =>
    call(site.visitor.updateContact, { params, query, body: { email: IRA, marketing_consent: true, ...body } });
  const read = async () => (await ann.call(contacts.list)).data.data[0];
  return {
    app,
    ann,
    visitor,
    params,
    fill,
    read,
    consent: async () => (await read())?.email_consent,
    mails: async () => {
      const { url, letters } = await startMailbox();
      await runQueue(app, url);
      return letters;
    },
    linkIn: (text = '') => new URL(/https:\S+/.exec(text)?.[0] ?? 'https://nowhere.test/').pathname,
    open: (url: string) => app.http.inject({ url, remoteAddress }),
    press: (url: string) => app.http.inject({ method: 'POST', url, remoteAddress }),
  };
}

test('a ticked box sends an e-mail, and counts once its link is confirmed with the button', async () => {
  const { app, ann, fill, mails, linkIn, open, press, read, consent } = await start();
  expect((await fill({ name: 'Ira' })).status).toBe(200);
  const [letter, ...others] = await mails();
  expect(others).toEqual([]);
  expect(letter).toMatchObject({ to: IRA, subject: 'Confirm your subscription: Tea & Co' });
  expect(await consent()).toBeNull();
  const link = linkIn(letter?.text);
  const page = await open(link);
  expect([page.statusCode, page.headers['set-cookie']]).toEqual([200, undefined]);
  expect(page.body).toContain('Do you want our e‑mails?');
  expect(await consent()).toBeNull();
  const answer = await press(link);
  expect([answer.statusCode, answer.headers.location]).toEqual([200, undefined]);
  expect(answer.body).toContain('You’re subscribed');
  const contact = await read();
  expect(contact).toMatchObject({ email_consent: true, email_consent_at: expect.any(String) });
  const told = await listEventData(app, ann, 'contact.updated');
  expect(told.at(-1)).toMatchObject({ contact_id: contact?.id, source: 'confirmation' });
});

test('the e-mail and the page are in the language of the browser', async () => {
  const { visitor, params, fill, mails, linkIn, open, press } = await start();
  await visitor.call(site.visitor.open, { params, body: { locale: 'ru-RU' } });
  await fill({});
  const [letter] = await mails();
  expect(letter?.subject).toBe('Подтвердите подписку: Tea & Co');
  expect((await open(linkIn(letter?.text))).body).toContain('Присылать вам рассылку?');
  expect((await press(linkIn(letter?.text))).body).toContain('Вы подписаны');
});

test('without a name of the widget the e-mail names the server', async () => {
  const { fill, mails } = await start({ marketing_consent_text: 'Yes' });
  await fill({});
  expect((await mails())[0]?.subject).toBe('Confirm your subscription: chat.example.test');
});

test('an unticked box sends nothing', async () => {
  const { app, fill } = await start();
  expect((await fill({ marketing_consent: false })).status).toBe(200);
  expect((await fill({ email: null, name: 'Ira' })).status).toBe(200);
  expect(await readQueue(app)).toEqual([]);
});

test('without the box, or from a script of the site, the tick is ignored and the rest is stored', async () => {
  const { app, ann, fill, read } = await start({});
  expect((await fill({ name: 'Ira' })).status).toBe(200);
  await ann.call(widget.updateSettings, { body: { marketing_consent_text: 'Yes' } });
  expect((await fill({ phone: '+1' }, { query: { via: 'api' } })).status).toBe(200);
  expect(await read()).toMatchObject({ name: 'Ira', phone: '+1', email: IRA, email_consent: null });
  expect(await readQueue(app)).toEqual([]);
  await fill({});
  expect(await readQueue(app)).toHaveLength(1);
});

test('who agreed already, is blocked or gone gets no e-mail', async () => {
  const { ann, fill, mails, read } = await start();
  await fill({});
  const params = { id: (await read())?.id ?? '' };
  await ann.call(contacts.update, { params, body: { email_consent: true } });
  expect(await mails()).toEqual([]);
  await ann.call(contacts.update, { params, body: { email_consent: null } });
  await fill({});
  await ann.call(contacts.block, { params });
  expect(await mails()).toEqual([]);
  await ann.call(contacts.unblock, { params });
  await fill({});
  await ann.call(contacts.remove, { params });
  expect(await mails()).toEqual([]);
});

test('who unsubscribed subscribes again by confirming, and one link does not serve for the other', async () => {
  const { app, ann, fill, mails, linkIn, press, read, consent } = await start();
  await fill({});
  const [row] = await app.sql<{ id: number }>(`SELECT id::int FROM contacts WHERE guid = '${(await read())?.id}'`);
  const url = await app.unitOfWork.write({ tenant: ann }, async (work) =>
    (await createLinks(asSystem(work, ann), 'unsubscribe'))({ contact: row?.id ?? 0, email: IRA, language: 'en' }),
  );
  const unsubscribing = new URL(url).pathname;
  await press(unsubscribing);
  expect(await consent()).toBe(false);
  const link = linkIn((await mails())[0]?.text);
  expect((await press(link.replace('/confirm-subscription/', '/u/'))).statusCode).toBe(404);
  expect((await press(unsubscribing.replace('/u/', '/confirm-subscription/'))).statusCode).toBe(404);
  await press(link);
  expect(await consent()).toBe(true);
  expect((await ann.call(suppressions.list)).data.data).toEqual([]);
});

test('the link is valid for a week, and for the address it was sent to', async () => {
  const { app, ann, fill, mails, linkIn, open, press, read, consent } = await start();
  await fill({});
  const link = linkIn((await mails())[0]?.text);
  const params = { id: (await read())?.id ?? '' };
  await ann.call(contacts.update, { params, body: { email: 'other@example.test' } });
  expect((await press(link)).statusCode).toBe(404);
  expect(await consent()).toBeNull();
  await ann.call(contacts.update, { params, body: { email: IRA } });
  app.clock.now = app.clock.now.add({ hours: 7 * 24 + 1 });
  for (const answer of [await open(link), await press(link)]) {
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  }
  expect(await consent()).toBeNull();
});

test('a contact gets three e-mails an hour, a network ten, and the form is accepted all the same', async () => {
  const { app, ann, fill } = await start();
  const statuses: number[] = [];
  for (let each = 0; each < 4; each += 1) statuses.push((await fill({})).status);
  expect(statuses).toEqual([200, 200, 200, 200]);
  expect(await readQueue(app)).toHaveLength(3);
  const network = freshAddress();
  for (let each = 0; each < 11; each += 1) {
    const { token } = await addVisitor(app, ann);
    const here = fromAddress(app, network);
    const call: typeof here = (route, given) =>
      here(route, { ...given, headers: { authorization: `Bearer ${token}` } });
    expect((await fill({ email: `ira${each}@example.test` }, { call })).status).toBe(200);
  }
  expect(await readQueue(app)).toHaveLength(13);
});
