import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { draftBroadcast } from '../../../../test/broadcasts.ts';
import { begin, beginChat, shareServer, skip } from '../../../../test/messengers/outbound-server.ts';
import { startWaCloud } from '../../../../test/messengers/wa-cloud.ts';
import { until } from '../../../../test/until.ts';

const { broadcasts, contacts } = api;

const server = shareServer();

const DAY = 24 * 3_600;
const MESSAGE = { type: 'text', body: 'Hello' };
const TEMPLATE = { name: 'spring_sale', language: 'en_US', parameters: ['{{contact.name|you}}', 'May 5'] };

/** Customers of a number with an approved template. One of them wrote so long ago that their window has closed. */
async function beginLate({ isPaused = false } = {}) {
  // Other tests moved the time.
  server().app.clock.now = Temporal.Now.instant();
  const begun = await begin(server(), startWaCloud());
  const { app, owner, fake } = begun;
  fake.approve(TEMPLATE.name, TEMPLATE.language, 'Hi {{1}}, the sale ends on {{2}}.');
  if (isPaused) fake.pauseTemplate(TEMPLATE.name, TEMPLATE.language);
  await app.sql(
    `UPDATE messenger_chats SET reply_until = reply_until - interval '25 hours' WHERE chat_id = ${begun.chatId}`,
  );
  const { contact_id: id } = await begun.read();
  const rename = (name: string) => owner.call(contacts.update, { params: { id: id ?? '' }, body: { name } });
  const draft = (settings: object = { template: TEMPLATE }) => draftBroadcast(owner, settings, 'wa');
  return { ...begun, rename, draft, kinds: () => begun.seen().map(({ kind }) => kind) };
}

test('a customer whose window has closed gets the template, written for them; the chat has the message', async () => {
  const { draft, rename, seen, list } = await beginLate();
  await rename('Ann\nField');
  const broadcast = await draft();
  await broadcast.start();
  expect((await broadcast.untilStatus('finished')).counts).toMatchObject({ sent: 1, skipped: 0, failed: 0 });
  expect(seen()).toMatchObject([{ kind: 'template', text: 'Hi Ann Field, the sale ends on May 5.' }]);
  expect((await list()).at(-1)).toMatchObject({ body: 'Hello', delivery: { status: 'sent' } });
});

test('a customer whose window is open gets the message', async () => {
  const { app, owner, fake, draft, kinds, texts } = await beginLate();
  const other = await beginChat(app, owner, fake);
  const broadcast = await draft();
  await broadcast.start();
  expect((await broadcast.untilStatus('finished')).counts).toMatchObject({ sent: 2 });
  expect([other.texts(), other.seen()[0]?.kind]).toEqual([['Hello'], 'text']);
  expect([kinds(), texts()[0]]).toEqual([['template'], expect.stringContaining('the sale ends')]);
});

test('without a template a customer whose window has closed is skipped', async () => {
  const { app, owner, fake, draft, seen } = await beginLate();
  await beginChat(app, owner, fake);
  const broadcast = await draft({});
  await broadcast.start();
  expect((await broadcast.untilStatus('finished')).counts).toMatchObject({ sent: 1, skipped: 1 });
  expect(await broadcast.recipients({ state: 'skipped' })).toMatchObject([{ reason: 'window_closed' }]);
  expect(seen()).toEqual([]);
});

test('a preview counts customers whose window has closed as reachable with a template', async () => {
  const { owner } = await beginLate();
  const preview = async (settings: object) =>
    (await owner.call(broadcasts.preview, { body: { channel: 'wa', settings: { message: MESSAGE, ...settings } } }))
      .data;
  expect(await preview({ template: TEMPLATE })).toMatchObject({ matched: 1, reachable: 1, skipped: {} });
  expect(await preview({})).toMatchObject({ matched: 1, reachable: 0, skipped: { window_closed: 1 } });
});

test.each<[string, object, boolean, string]>([
  ['is paused', {}, true, '132015'],
  ['does not exist in the language', { language: 'ru' }, false, '132001'],
  ['takes other parameters', { parameters: ['May 5'] }, false, '132000'],
])('a template that %s fails as rejected content', async (_what, changes, isPaused, code) => {
  const { draft, list, seen } = await beginLate({ isPaused });
  const broadcast = await draft({ template: { ...TEMPLATE, ...changes } });
  await broadcast.start();
  expect((await broadcast.untilStatus('finished')).counts).toMatchObject({ failed: 1, sent: 0 });
  expect(await broadcast.recipients()).toMatchObject([{ state: 'failed', reason: 'content_rejected' }]);
  expect((await list()).at(-1)?.delivery).toMatchObject({ reason: 'content_rejected', code });
  expect(seen()).toEqual([]);
});

test('a template is English unless it has a language', async () => {
  const { fake, draft, texts } = await beginLate();
  fake.approve('hello', 'en', 'Hello in English');
  const broadcast = await draft({ template: { name: 'hello' } });
  await broadcast.start();
  await broadcast.untilStatus('finished');
  expect(texts()).toEqual(['Hello in English']);
});

test('a message whose window closes while a rate limit holds it up goes out as the template', async () => {
  const { app, owner, fake, draft } = await beginLate();
  const other = await beginChat(app, owner, fake);
  fake.behave({ fate: 'limited', person: other.customer.id, times: 1 });
  const broadcast = await draft();
  await broadcast.start();
  await until(async () => {
    const rows = await app.sql(`SELECT FROM deliveries WHERE widget_id = ${owner.widgetId} AND kind = 'messenger'
      AND status = 'pending' AND data ->> 'limited_since' IS NOT NULL`);
    return rows.length === 1;
  }, 'it is postponed');
  await skip(app, DAY + 1);
  await app.sql(`DELETE FROM messenger_paces`);
  expect((await broadcast.untilStatus('finished')).counts).toMatchObject({ sent: 2 });
  expect(other.seen()).toMatchObject([{ kind: 'template' }]);
});

test('a reply to a customer whose window has closed fails, also after a template', async () => {
  const { draft, say, fate } = await beginLate();
  const broadcast = await draft();
  await broadcast.start();
  await broadcast.untilStatus('finished');
  expect((await fate(await say('a reply'), 'failed')).delivery).toMatchObject({ reason: 'window_closed' });
});
