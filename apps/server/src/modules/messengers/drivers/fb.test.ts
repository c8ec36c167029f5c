import { expect, test } from 'vitest';
import { ann, hostChat, hostDriver, refusalOf } from '../../../../test/messengers/driver-host.ts';
import { startFb } from '../../../../test/messengers/fb.ts';
import { postSigned } from '../../../../test/messengers/meta.ts';
import { fb } from './fb.ts';

async function host() {
  const hosted = await hostDriver(fb, await startFb());
  const { access } = hosted;
  /** An update with these items. */
  const update = (...items: object[]) =>
    JSON.stringify({ object: 'page', entry: [{ id: access.account?.id, messaging: items }] });
  return { ...hosted, post: postSigned(hosted), update };
}

/** The host once it is connected. */
async function connected() {
  const hosted = await host();
  await hosted.connect();
  return hosted;
}

const from = { sender: { id: '7' }, recipient: { id: 'page' }, timestamp: 1_700_000_000_123 };

test('without the secret of the app its callback is left alone', async () => {
  const { connect, driver, access, hook, fake, events, post, update } = await host();
  access.appSecret = null;
  await connect();
  expect(fake.calls.map(({ path }) => path.split('/').at(-1))).not.toContain('subscriptions');
  expect(await driver.check(access, hook)).toBe('registered');
  await post(update({ ...from, message: { mid: 'm_1', text: 'Hello' } }), {});
  expect(events).toMatchObject([{ content: { text: 'Hello' } }]);
});

test('a wrong secret of the app is rejected, and not quoted', async () => {
  const { connect, access } = await host();
  access.appSecret = 'wrong-secret';
  const refusal = await refusalOf(connect());
  expect(refusal).toMatchObject({ verdict: { kind: 'auth' } });
  expect(refusal?.detail).not.toContain('wrong-secret');
});

test('a registration whose challenge fails is refused', async () => {
  const { driver, access, hook, fake } = await host();
  const wrong = driver.register(access, { ...hook, secret: 'other' }, async () => {});
  expect(await refusalOf(wrong)).toMatchObject({ code: '2200', verdict: { kind: 'refused' } });
  expect(fake.hookUrl).toBeUndefined();
});

const CODE = 'a-code_of-16chars';

const attachment = (type: string, url: string, more: object = {}) => ({ type, payload: { url, ...more } });

test.for([
  [
    [attachment('image', 'https://cdn.example/v/1_n.jpg?x=1'), attachment('audio', 'https://cdn.example/audioclip')],
    {
      files: [
        { ref: 'https://cdn.example/v/1_n.jpg?x=1', isImage: true, name: '1_n.jpg' },
        { ref: 'https://cdn.example/audioclip', isImage: false, name: 'audio.mp4' },
      ],
    },
  ],
  [
    [attachment('image', 'https://cdn.example/like', { sticker_id: 369239263222822 })],
    { files: [{ ref: 'https://cdn.example/like', isImage: true, name: 'image.jpg' }] },
  ],
  [[attachment('fallback', 'https://shop.example')], { text: 'https://shop.example' }],
  [[attachment('ig_reel', 'https://reel.example')], { unknown: 'ig_reel' }],
] as const)('the attachments %j are read', async ([attachments, expected]) => {
  const { post, update, events } = await connected();
  await post(update({ ...from, message: { mid: 'm_1', attachments } }));
  expect(events[0]).toHaveProperty('content', expected);
});

test('a delivery without names of messages is one up to a time', async () => {
  const { post, update, events } = await connected();
  await post(update({ ...from, delivery: { watermark: 1_700_000_000_000 } }));
  expect(events).toMatchObject([{ kind: 'delivered', upToTime: 1_700_000_000_000 }]);
});

test.for([
  [{ referral: { ref: CODE, type: 'OPEN_THREAD' } }, { kind: 'started', code: CODE }],
  [{ postback: { mid: 'm_1', referral: { ref: CODE } } }, { kind: 'started', id: 'm_1', code: CODE }],
  [{ message: { mid: 'm_1', text: 'Hi', referral: { ref: CODE } } }, { kind: 'message', code: CODE }],
] as const)('the code of %j is found', async ([item, expected]) => {
  const { post, update, events } = await connected();
  await post(update({ ...from, ...item }));
  expect(events).toMatchObject([{ ...expected, conversation: '7', person: { id: '7' }, at: from.timestamp }]);
});

test('echoes of what an app sent and standby are no events', async () => {
  const { send, post, update, events, answers, fake } = await connected();
  await send({ kind: 'text', text: 'Hello' }, ann);
  await expect.poll(() => fake.pushes.length).toBe(1);
  const echo = { sender: { id: 'page' }, recipient: { id: '7' } };
  await post(update({ ...echo, message: { mid: 'm_1', is_echo: true, app_id: 1517776481860111, text: 'A bot' } }));
  await post(update({ ...from, message: { mid: 'm_1', text: 'Hello' } }).replace('messaging', 'standby'));
  expect(events).toEqual([]);
  // The first is the challenge of the registration.
  expect(answers).toEqual([200, 200, 200, 200]);
  await post(update({ ...echo, message: { mid: 'm_2', is_echo: true, text: 'A person' } }));
  expect(events).toMatchObject([{ kind: 'typed-elsewhere', person: { id: '7' }, messageId: 'm_2' }]);
});

test('the events of a batch keep their order', async () => {
  const { post, update, events } = await connected();
  const texts = ['one', 'two', 'three'];
  await post(update(...texts.map((text) => ({ ...from, message: { mid: `m_${text}`, text } }))));
  expect(events.map((event) => event.kind === 'message' && event.content.text)).toEqual(texts);
});

test.for([
  [null, 1, {}, { sender: null }, { sender: { id: {} } }],
  [
    { ...from, message: 'x' },
    { ...from, message: { mid: 1 } },
    { ...from, message: { mid: 'm', attachments: [null, {}] } },
  ],
  [{ ...from, message: { mid: 'm', attachments: [{ type: { toString: 1 }, payload: null }], referral: 1 } }],
  [{ ...from, message: { mid: 'm', attachments: [{ type: 'file', payload: { url: 'http://%zz/%E0%A4%A' } }] } }],
  [
    { ...from, delivery: { mids: [1, null], watermark: { toString: 1 } } },
    { ...from, read: {} },
    { ...from, referral: 1 },
  ],
])('odd items %j do no harm', async (items) => {
  const { post, update, answers } = await connected();
  await post(update(...(items as object[])));
  await post('{"entry":{}}');
  expect(answers).toEqual([200, 200, 200]);
});

test('a start by a link has no id of its own, and the same one when it is repeated', async () => {
  const { fake, events } = await connected();
  await fake.start?.(ann, CODE);
  await fake.repeat();
  expect(events[1]?.id).toBe(events[0]?.id);
});

test('marks of reading and typing are actions', async () => {
  const { driver, fake, access, target, writtenId: id } = await hostChat(fb, await startFb());
  await driver.markSeen(access, { ...target, id });
  expect(fake.calls.at(-1)?.json).toEqual({ recipient: { id: ann.id }, sender_action: 'mark_seen' });
  await driver.typing(access, { ...target, lastMessage: id });
  expect(fake.calls.at(-1)?.json).toEqual({ recipient: { id: ann.id }, sender_action: 'typing_on' });
  await driver.stopTyping(access, target);
  expect(fake.calls.at(-1)?.json).toEqual({ recipient: { id: ann.id }, sender_action: 'typing_off' });
});
