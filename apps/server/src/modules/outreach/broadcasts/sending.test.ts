import { api, site } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { addVisitors, draftBroadcast, HELLO, sendBroadcast } from '../../../../test/broadcasts.ts';
import { shareSender } from '../../../../test/delivery-server.ts';
import { whileLocked } from '../../../../test/locks.ts';
import { until } from '../../../../test/until.ts';
import { advanceClock } from '../../../../test/webhooks.ts';

const { broadcasts, chats, contacts, messages } = api;

const sender = shareSender();

async function start(count = 1) {
  const app = sender();
  const ann = await app.owner();
  return { app, ann, visitors: await addVisitors(app, ann, count) };
}

type Owner = Awaited<ReturnType<typeof start>>['ann'];

const readChat = async (ann: Owner, id: number) => (await ann.call(chats.read, { params: { id } })).data;
const messagesOf = async (ann: Owner, id: number) =>
  (await ann.call(messages.list, { params: { id }, query: { limit: 100 } })).data.data;

test('a broadcast stores its message once in the chat of everybody and finishes', async () => {
  const { ann, visitors } = await start(3);
  const broadcast = await draftBroadcast(ann, { agent_id: ann.agentId });
  const { status, data } = await broadcast.start();
  expect(status).toBe(200);
  expect(data).toMatchObject({ status: 'running', consent: { agent_id: null, token_id: expect.any(Number) } });
  const finished = await broadcast.untilStatus('finished');
  expect(finished.counts).toMatchObject({ total: 3, sent: 3, pending: 0, skipped: 0 });
  expect(finished.finished_at).not.toBeNull();
  for (const { chatId } of visitors) {
    const [newest, ...older] = await messagesOf(ann, chatId);
    expect(newest).toMatchObject({
      sender: 'agent',
      agent_id: ann.agentId,
      type: 'text',
      body: 'Hello',
      origin: `broadcast:${broadcast.id}`,
      seq: 3,
    });
    expect(older).toHaveLength(2);
  }
});

test('starting needs the consent of the caller', async () => {
  const { ann } = await start();
  const broadcast = await draftBroadcast(ann);
  for (const consent of [false, 'yes', null]) expect((await broadcast.start(consent)).status).toBe(422);
  expect((await broadcast.read()).status).toBe('draft');
});

test('a broadcast without a message cannot be started', async () => {
  const { ann } = await start();
  const { data } = await ann.call(broadcasts.create, { body: { channel: 'service', name: 'News', settings: {} } });
  const answer = await ann.call(broadcasts.start, { params: { id: data.id }, body: { consent: true } });
  expect(answer).toMatchObject({ status: 422, data: { errors: { 'settings.message': [expect.any(String)] } } });
});

test('a broadcast that reaches nobody cannot be started', async () => {
  const { ann } = await start(0);
  const answer = await (await draftBroadcast(ann)).start();
  expect(answer).toMatchObject({ status: 422, data: { errors: { 'settings.audience': ['reaches nobody'] } } });
});

test('a broadcast accepts, assigns, reopens and answers nothing', async () => {
  const { ann, visitors, app } = await start();
  const { chatId: id, write } = visitors[0] as (typeof visitors)[0];
  await write('still there?');
  await app.sql(`UPDATE chat_heads SET state = 'expired', is_live = false, closed_at = now(), close_reason = 'inactivity'
    WHERE widget_id = ${ann.widgetId}`);
  const before = await readChat(ann, id);
  await sendBroadcast(ann);
  const after = await readChat(ann, id);
  const changed = ['last_seq', 'last_message', 'last_message_at', 'version', 'updated_at', 'visitor_received_seq'];
  for (const [name, value] of Object.entries(before)) {
    if (!changed.includes(name)) expect([name, after[name as 'status']]).toEqual([name, value]);
  }
  expect(after.status).toBe('expired');
  expect(after.awaiting_reply).toBe(true);
  expect(after.last_message).toMatchObject({ sender: 'agent', text: 'Hello' });
});

test('a broadcast is in no statistic', async () => {
  const { ann } = await start();
  const read = async () => (await ann.call(api.stats.read, { query: {} })).data;
  const before = await read();
  await sendBroadcast(ann);
  expect(await read()).toEqual(before);
});

test('the sweep goes by the newest message that is no broadcast', async () => {
  const { app, ann, visitors } = await start();
  const { chatId: id } = visitors[0] as (typeof visitors)[0];
  await app.sql(`UPDATE chat_heads SET last_message_at = last_message_at - interval '8 minutes'
    WHERE widget_id = ${ann.widgetId}`);
  await sendBroadcast(ann);
  await app.run('chats.sweep');
  expect((await readChat(ann, id)).status).toBe('expired');
});

test('a broadcast emits message.created for each message', async () => {
  const { app, ann } = await start(2);
  const broadcast = await sendBroadcast(ann);
  const emitted = await until(async () => {
    const rows = await app.sql<{ message_id: number }>(`SELECT (data ->> 'message_id')::int AS message_id FROM events
      WHERE widget_id = ${ann.widgetId} AND type = 'message.created' AND data ->> 'sender' = 'agent' ORDER BY id DESC LIMIT 2`);
    return rows.length === 2 && rows;
  }, 'both events are stored');
  const ids = (await broadcast.recipients()).map(({ message_id }) => message_id);
  expect(emitted.map(({ message_id }) => message_id).toSorted()).toEqual(ids.toSorted());
});

test('texts are written for each recipient', async () => {
  const { ann, visitors } = await start(2);
  const [first, second] = visitors as [(typeof visitors)[0], (typeof visitors)[0]];
  const fields = { name: 'Ira Kim', attributes: { plan: 'gold', nested: {} } };
  await ann.call(contacts.update, { params: { id: first.contactId }, body: fields });
  await ann.call(contacts.update, { params: { id: second.contactId }, body: { name: null } });
  const body = 'Hi {{contact.first_name|you}}: {{contact.attributes.plan|no plan}}{{contact.attributes.nested}}';
  await sendBroadcast(ann, { message: { type: 'text', body, markdown: `**${body}**` } });
  const [own] = await messagesOf(ann, first.chatId);
  expect(own).toMatchObject({ body: 'Hi Ira: gold', markdown: '**Hi Ira: gold**' });
  expect((await messagesOf(ann, second.chatId))[0]?.body).toBe('Hi you: no plan');
});

test('a keyboard is sent as it is', async () => {
  const { ann, visitors } = await start();
  const keyboard = { buttons: [{ label: 'Shop', url: 'https://shop.example/' }] };
  await sendBroadcast(ann, { message: { type: 'keyboard', body: 'Sale', keyboard } });
  const [own] = await messagesOf(ann, visitors[0]?.chatId ?? 0);
  expect(own).toMatchObject({ type: 'keyboard', keyboard: { buttons: [{ label: 'Shop', style: 'primary' }] } });
});

test('recipients are listed with their contact, message and time, by state', async () => {
  const { ann, visitors } = await start(2);
  await ann.call(contacts.block, { params: { id: visitors[1]?.contactId ?? '' } });
  const broadcast = await sendBroadcast(ann);
  expect(await broadcast.recipients({ state: 'sent' })).toEqual([
    {
      contact_id: visitors[0]?.contactId,
      state: 'sent',
      reason: null,
      chat_id: visitors[0]?.chatId,
      message_id: expect.any(Number),
      attempts: 1,
      next_attempt_at: null,
      sent_at: expect.any(String),
    },
  ]);
  const skipped = { contact_id: visitors[1]?.contactId, state: 'skipped', reason: 'blocked', message_id: null };
  expect(await broadcast.recipients({ state: 'skipped' })).toMatchObject([skipped]);
  expect(await broadcast.recipients({ state: 'pending' })).toEqual([]);
});

test('a visitor who sees the message in the widget has read it', async () => {
  const { ann, visitors } = await start();
  const { call, chatId } = visitors[0] as (typeof visitors)[0];
  const broadcast = await sendBroadcast(ann);
  expect((await broadcast.read()).counts).toMatchObject({ delivered: 0, read: 0 });
  const { last_seq } = await readChat(ann, chatId);
  await call(site.visitor.markSeen, { params: { button_guid: ann.buttonGuid }, body: { seq: last_seq } });
  expect((await broadcast.read()).counts).toMatchObject({ sent: 1, delivered: 1, read: 1 });
});

test('a customer who writes within seven days has replied, once', async () => {
  const { ann, visitors } = await start(2);
  const broadcast = await sendBroadcast(ann);
  const [first] = visitors;
  await first?.write('tell me more');
  await first?.write('please');
  expect((await broadcast.read()).counts).toMatchObject({ sent: 2, replied: 1 });
});

test('what a customer writes after seven days is no reply', async () => {
  const { app, ann, visitors } = await start();
  const broadcast = await sendBroadcast(ann);
  await app.sql(
    `UPDATE send_recipients SET sent_at = sent_at - interval '7 days 1 second' WHERE widget_id = ${ann.widgetId}`,
  );
  await visitors[0]?.write('hello again');
  expect((await broadcast.read()).counts.replied).toBe(0);
});

test.each(['stop', ' Unsubscribe ', 'СТОП', 'отписаться', 'Stop.', 'STOP!', '/stop', '«Стоп»…'])(
  'who answers just "%s" gets no more broadcasts of the channel',
  async (word) => {
    const { ann, visitors } = await start(2);
    const first = await sendBroadcast(ann);
    await visitors[0]?.write(word);
    expect((await first.read()).counts).toMatchObject({ unsubscribed: 1, replied: 1 });
    const second = await sendBroadcast(ann);
    expect(await second.recipients({ state: 'skipped' })).toMatchObject([
      { contact_id: visitors[0]?.contactId, reason: 'unsubscribed' },
    ]);
    expect((await second.read()).counts).toMatchObject({ sent: 1, skipped: 1 });
  },
);

test.each(['start', 'Старт', '/start', 'Start!'])('"%s" brings them back', async (word) => {
  const { ann, visitors } = await start(1);
  await visitors[0]?.write('stop');
  await visitors[0]?.write(word);
  expect((await (await sendBroadcast(ann)).read()).counts).toMatchObject({ sent: 1 });
});

test.each(['please stop', 'stop me', 'non-stop', '!'])('"%s" unsubscribes nobody', async (text) => {
  const { ann, visitors } = await start(1);
  await visitors[0]?.write(text);
  expect((await (await sendBroadcast(ann)).read()).counts).toMatchObject({ sent: 1 });
});

test('an erased recipient still counts, without a contact', async () => {
  const { ann, visitors } = await start(2);
  const broadcast = await sendBroadcast(ann);
  await ann.call(contacts.remove, { params: { id: visitors[0]?.contactId ?? '' } });
  expect((await broadcast.read()).counts).toMatchObject({ total: 2, sent: 2 });
  expect((await broadcast.recipients()).map(({ contact_id }) => contact_id).toSorted()).toEqual([
    visitors[1]?.contactId,
    null,
  ]);
});

test('of two contacts that are merged the recipient that was sent to remains', async () => {
  const { ann, visitors } = await start(2);
  const broadcast = await sendBroadcast(ann);
  const [from, into] = visitors as [(typeof visitors)[0], (typeof visitors)[0]];
  await ann.call(contacts.merge, { params: { id: into.contactId }, body: { contact_id: from.contactId } });
  expect((await broadcast.read()).counts).toMatchObject({ total: 1, sent: 1 });
  const [left] = await broadcast.recipients();
  const own = (await messagesOf(ann, into.chatId)).find(({ id }) => id === left?.message_id);
  expect(own).toMatchObject({ origin: `broadcast:${broadcast.id}`, body: HELLO.body });
});

test('a removed broadcast is gone with its recipients, and its messages stay', async () => {
  const { app, ann, visitors } = await start();
  const { params } = await sendBroadcast(ann);
  expect((await ann.call(broadcasts.remove, { params })).status).toBe(204);
  expect((await ann.call(broadcasts.read, { params })).status).toBe(404);
  expect(await app.sql(`SELECT FROM send_recipients WHERE widget_id = ${ann.widgetId}`)).toEqual([]);
  expect((await messagesOf(ann, visitors[0]?.chatId ?? 0))[0]?.body).toBe('Hello');
});

test('a visitor gets no mail about a broadcast that they have not seen', async () => {
  const { app, ann, visitors } = await start();
  const { call, chatId } = visitors[0] as (typeof visitors)[0];
  const params = { button_guid: ann.buttonGuid };
  await ann.call(api.widget.updateSettings, { body: { unseen_reply_mail: true } });
  await call(site.visitor.updateContact, { params, body: { name: 'Ira', email: 'ira@example.test' } });
  await call(site.visitor.markSeen, { params, body: { seq: 2 } });
  await sendBroadcast(ann);
  const mailed = () => app.sql(`SELECT FROM chat_heads WHERE chat_id = ${chatId} AND visitor_mailed_seq > 0`);
  advanceClock(app, 3_600);
  await app.run('visitors.mail_unseen');
  expect(await mailed()).toEqual([]);
  await ann.call(messages.send, { params: { id: chatId }, body: { type: 'text', body: 'Hi', agent_id: ann.agentId } });
  advanceClock(app, 3_600);
  await app.run('visitors.mail_unseen');
  expect(await mailed()).toHaveLength(1);
});

test('who has replied to one broadcast replies to the next one of the same days, too', async () => {
  const { ann, visitors } = await start();
  const first = await sendBroadcast(ann);
  await visitors[0]?.write('thanks');
  const second = await sendBroadcast(ann);
  await visitors[0]?.write('more?');
  expect([(await first.read()).counts.replied, (await second.read()).counts.replied]).toEqual([1, 1]);
});

test('a recipient whose contact is erased while the broadcast is paused is skipped', async () => {
  const { ann, visitors } = await start(2);
  const broadcast = await draftBroadcast(ann, { rate_per_minute: 1 });
  await broadcast.start();
  await broadcast.untilCounts({ sent: 1, pending: 1 });
  await broadcast.act('pause');
  for (const { contactId } of visitors) await ann.call(contacts.remove, { params: { id: contactId } });
  expect((await broadcast.read()).counts).toMatchObject({ pending: 0, sent: 1, skipped: 1 });
  expect(await broadcast.recipients({ state: 'skipped' })).toMatchObject([{ reason: 'erased', contact_id: null }]);
});

test.each([
  ['source', 0],
  ['target', 1],
])('of two contacts that are merged one who waits remains, if the %s is skipped', async (_who, blocked) => {
  const { ann, visitors } = await start(2);
  const [from, into] = visitors as [(typeof visitors)[0], (typeof visitors)[0]];
  const params = { id: visitors[blocked]?.contactId ?? '' };
  await ann.call(contacts.block, { params });
  const broadcast = await draftBroadcast(ann, { send_at: undefined, window: { from: '00:00', to: '00:01' } });
  await broadcast.start();
  await broadcast.untilCounts({ total: 2 });
  await ann.call(contacts.unblock, { params });
  await ann.call(contacts.merge, { params: { id: into.contactId }, body: { contact_id: from.contactId } });
  expect((await broadcast.read()).counts).toMatchObject({ total: 1, pending: 1 });
  await broadcast.act('cancel');
});

describe('after a merge of two chats', () => {
  /** Two visitors whose last words are eight minutes old; one has got a broadcast since. */
  async function mergeAfterBroadcast() {
    const started = await start(2);
    const { app, ann, visitors } = started;
    const [from, into] = visitors as [(typeof visitors)[0], (typeof visitors)[0]];
    await app.sql(`UPDATE chat_heads SET last_message_at = last_message_at - interval '8 minutes'
      WHERE widget_id = ${ann.widgetId}`);
    const broadcast = await sendBroadcast(ann, { audience: { contact_ids: [from.contactId] } });
    await ann.call(contacts.merge, { params: { id: into.contactId }, body: { contact_id: from.contactId } });
    return { ...started, into, broadcast };
  }

  test('a silent one whose newest message is a broadcast is expired by the sweep', async () => {
    const { app, ann, into } = await mergeAfterBroadcast();
    await app.run('chats.sweep');
    expect((await readChat(ann, into.chatId)).status).toBe('expired');
  });

  test('one in which somebody has written since is not expired', async () => {
    const { app, ann, visitors } = await start(2);
    const [from, into] = visitors as [(typeof visitors)[0], (typeof visitors)[0]];
    await app.sql(`UPDATE chat_heads SET last_message_at = last_message_at - interval '8 minutes'
      WHERE widget_id = ${ann.widgetId}`);
    await sendBroadcast(ann, { audience: { contact_ids: [into.contactId] } });
    advanceClock(app, 1);
    await from.write('are you there?');
    await ann.call(contacts.merge, { params: { id: into.contactId }, body: { contact_id: from.contactId } });
    await app.run('chats.sweep');
    expect((await readChat(ann, into.chatId)).status).toBe('active');
  });

  test('who writes has replied', async () => {
    const { into, broadcast } = await mergeAfterBroadcast();
    await into.write('tell me more');
    expect((await broadcast.read()).counts).toMatchObject({ replied: 1 });
  });
});

test('a chat that a merge holds gets its message afterwards, and holds up neither the merge nor the others', async () => {
  const { app, ann, visitors } = await start(2);
  const { chatId } = visitors[0] as (typeof visitors)[0];
  const broadcast = await draftBroadcast(ann);
  await whileLocked(app, `SELECT FROM chat_heads WHERE chat_id = ${chatId} FOR UPDATE`, async ({ client }) => {
    await broadcast.start();
    await broadcast.untilCounts({ sent: 1, pending: 1 });
    await client.query(`UPDATE send_recipients SET contact_id = contact_id WHERE chat_id = ${chatId}`);
    await client.query('COMMIT');
  });
  expect((await broadcast.untilStatus('finished')).counts).toMatchObject({ sent: 2 });
});

test('the metrics have how long recipients waited, and what became of them', async () => {
  const { app, ann } = await start(2);
  const read = async (series: string) => {
    const { body } = await app.http.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
    return Number(
      body
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.split(' ')
        .at(-1) ?? 0,
    );
  };
  const series = [
    'send_lag_seconds_count{phase="claim"}',
    'send_recipients_total{kind="broadcast",channel="service",outcome="sent"}',
  ];
  const before = await Promise.all(series.map(read));
  const broadcast = await draftBroadcast(ann);
  await broadcast.start();
  await broadcast.untilStatus('finished');
  const after = await Promise.all(series.map(read));
  expect(after.map((count, at) => count - (before[at] ?? 0))).toEqual([1, 2]);
});
