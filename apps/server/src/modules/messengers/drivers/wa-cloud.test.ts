import { expect, test } from 'vitest';
import { ann, hostChat, hostDriver, refusalOf } from '../../../../test/messengers/driver-host.ts';
import { postSigned } from '../../../../test/messengers/meta.ts';
import { startWaCloud } from '../../../../test/messengers/wa-cloud.ts';
import { waCloud } from './wa-cloud.ts';

async function host() {
  const hosted = await hostDriver(waCloud, await startWaCloud());
  const { access } = hosted;
  /** An update with this value. */
  const update = (value: object) => {
    const change = { field: 'messages', value: { metadata: { phone_number_id: access.sid }, ...value } };
    return JSON.stringify({ entry: [{ changes: [change] }] });
  };
  return { ...hosted, post: postSigned(hosted), update };
}

/** The host once it is connected. */
async function connected() {
  const hosted = await host();
  await hosted.connect();
  return hosted;
}

test.for([
  [{ override_callback_uri: 'here' }, 'registered'],
  [{ application: 'here' }, 'registered'],
  [{ phone_number: 'elsewhere', application: 'here' }, 'conflict'],
  [{ whatsapp_business_account: 'elsewhere', application: 'here' }, 'missing'],
  [{ application: 'elsewhere' }, 'missing'],
  [undefined, 'missing'],
] as const)('the hook of a number with %j is %s', async ([configuration, expected]) => {
  const { driver, access, hook } = await host();
  const call = async () => ({
    status: 200,
    headers: {},
    body: Buffer.alloc(0),
    json: { webhook_configuration: configuration },
  });
  expect(await driver.check({ ...access, call }, { ...hook, url: 'here' })).toBe(expected);
});

test('the challenge is only answered to who knows the secret', async () => {
  const { driver, hook, fake, access } = await host();
  const ask = async (query: string) => {
    const response = await fetch(`${hook.url}?hub.mode=subscribe&${query}`);
    return [response.status, await response.text(), response.headers.get('content-type')];
  };
  expect(await ask(`hub.challenge=1234&hub.verify_token=${hook.secret}`)).toEqual([200, '1234', 'text/plain']);
  expect((await ask('hub.challenge=1234&hub.verify_token=guess'))[0]).toBe(401);
  expect((await ask(`hub.verify_token=${hook.secret}`))[0]).toBe(400);
  const wrong = driver.register(access, { ...hook, secret: 'other' }, async () => {});
  expect(await refusalOf(wrong)).toMatchObject({ code: '2200', verdict: { kind: 'refused' } });
  expect(fake.hookUrl).toBeUndefined();
});

const CODE = 'a-code_of-16chars';

const fileNamed = (name: string, isImage = false) => ({ files: [{ ref: '1', isImage, name }] });
const reply = { id: '1', title: 'Blue' };
const bob = { name: { formatted_name: 'Bob' }, phones: [{ phone: '+1 555' }, { phone: '+2' }] };

test.for([
  [{ type: 'audio', audio: { id: '1', mime_type: 'audio/ogg; codecs=opus', voice: true } }, fileNamed('voice.ogg')],
  [{ type: 'audio', audio: { id: '1', mime_type: 'audio/mpeg' } }, fileNamed('audio.mp3')],
  [{ type: 'sticker', sticker: { id: '1', mime_type: 'image/webp' } }, fileNamed('sticker.webp', true)],
  [{ type: 'sticker', sticker: { id: '1', mime_type: 'image/webp', animated: true } }, { unknown: 'sticker' }],
  [{ type: 'document', document: { id: '1', mime_type: 'application/octet-stream' } }, fileNamed('document')],
  [{ type: 'button', button: { text: 'Yes', payload: 'yes' } }, { text: 'Yes' }],
  [{ type: 'interactive', interactive: { type: 'button_reply', button_reply: reply } }, { text: 'Blue' }],
  [{ type: 'interactive', interactive: { type: 'list_reply', list_reply: reply } }, { text: 'Blue' }],
  [{ type: 'interactive', interactive: { type: 'nfm_reply', nfm_reply: {} } }, { unknown: 'interactive' }],
  [{ type: 'contacts', contacts: [bob, { name: { formatted_name: 'Eve' } }] }, { text: 'Bob +1 555 +2\nEve' }],
  [{ type: 'order', order: {} }, { unknown: 'order' }],
])('the message %j is read', async ([message, expected]) => {
  const { post, update, events } = await connected();
  await post(update({ messages: [{ from: '1', id: 'wamid.1', timestamp: '1700000000', ...message }] }));
  expect(events).toMatchObject([{ kind: 'message', at: 1_700_000_000_000 }]);
  expect(events[0]).toHaveProperty('content', expected);
});

test('what is being sent, and what became of it in a group, are no events', async () => {
  const { post, update, events, answers, fake } = await connected();
  await post(update({ statuses: [{ id: 'wamid.2', status: 'sent', recipient_id: '1' }] }));
  await post(update({ statuses: [{ id: 'wamid.2', status: 'read', recipient_id: 'g1', recipient_type: 'group' }] }));
  expect(events).toEqual([]);
  // The first is the challenge of the registration.
  expect(answers).toEqual([200, 200, 200]);
  expect(fake.pushes).toEqual([]);
});

test.for([
  {},
  { entry: {} },
  { entry: [null, { changes: [null, { value: null }, { value: [] }] }] },
  { contacts: [null, { profile: null }], messages: [null, 1, {}, { id: 1, from: {} }], statuses: [null, {}] },
  {
    messages: [
      { id: 'a', from: 'b', type: { toString: 1 }, text: null, location: 'x', contacts: [{ name: 1, phones: [null] }] },
    ],
  },
  {
    messages: [
      { id: 'a', from: 'b', type: 'image', image: 'x' },
      { id: 'a', from: 'b', type: 'sticker' },
    ],
  },
  {
    statuses: [
      { id: 'a', recipient_id: 'b', status: { toString: 1 } },
      { id: 'a', recipient_id: 'b', status: 'failed', errors: [{ code: { toString: 1 } }] },
    ],
  },
])('an odd update %j does no harm', async (value) => {
  const { post, update, answers } = await connected();
  await post(JSON.stringify(value));
  await post(update(value));
  expect(answers).toEqual([200, 200, 200]);
});

test('without the secret of the app only the address guards the hook', async () => {
  const { post, update, events, access } = await connected();
  access.appSecret = null;
  await post(update({ messages: [{ from: '1', id: 'wamid.1', type: 'text', text: { body: 'Hello' } }] }), {});
  expect(events).toMatchObject([{ content: { text: 'Hello' } }]);
});

test.for([
  [2_000, { size: 2_000 }],
  ['2000', { size: 2_000 }],
  [undefined, {}],
  ['many', {}],
] as const)('a file whose size is said to be %j', async ([file_size, expected]) => {
  const { driver, access } = await host();
  const call = async () => ({ status: 200, headers: {}, body: Buffer.alloc(0), json: { url: 'there', file_size } });
  const found = await driver.fetchMedia({ ...access, call }, '1');
  expect(found).toEqual({ url: 'there', headers: expect.any(Object), ...expected });
});

test('the code of a link is where its message begins, and nowhere else', async () => {
  const { fake, events } = await connected();
  const suggested = `Hello! (${CODE})`;
  for (const text of [suggested, `${suggested} I have a question`, `Is (${CODE}) mine?`, 'Hello! (short)']) {
    await fake.write(ann, { text });
  }
  expect(events.map((event) => event.kind === 'message' && event.code)).toEqual([CODE, CODE, undefined, undefined]);
});

const SALE = { name: 'spring_sale', language: 'en_US', parameters: ['Ann', 'May 5'] };

/** A number with an approved template, and how to send templates to Ann. */
async function withTemplate() {
  const fake = await startWaCloud();
  fake.approve(SALE.name, SALE.language, 'Hi {{1}}, the sale ends on {{2}}.');
  const { driver, access, target } = await hostChat(waCloud, fake);
  return {
    fake,
    send: (changes: object = {}) => driver.sendTemplate(access, { ...target, template: { ...SALE, ...changes } }),
  };
}

test('a template is sent with the parameters of its body', async () => {
  const { fake, send } = await withTemplate();
  const id = await send();
  expect(fake.calls.at(-1)?.json).toEqual({
    messaging_product: 'whatsapp',
    to: ann.id,
    type: 'template',
    template: {
      name: 'spring_sale',
      language: { code: 'en_US' },
      components: [
        {
          type: 'body',
          parameters: [
            { type: 'text', text: 'Ann' },
            { type: 'text', text: 'May 5' },
          ],
        },
      ],
    },
  });
  expect(fake.sent.at(-1)).toMatchObject({ id, kind: 'template', text: 'Hi Ann, the sale ends on May 5.' });
});

test('a template without parameters has no components', async () => {
  const { fake, send } = await withTemplate();
  fake.approve('hello', 'ru', 'Hello');
  await send({ name: 'hello', language: 'ru', parameters: [] });
  expect(fake.calls.at(-1)?.json.template).toEqual({ name: 'hello', language: { code: 'ru' } });
});

test.for([
  ['in a language that it does not have', { language: 'ru' }, '132001'],
  ['with too few parameters', { parameters: ['Ann'] }, '132000'],
  ['that is unknown', { name: 'winter_sale' }, '132001'],
] as const)('a template %s is refused', async ([_what, changes, code]) => {
  const { send } = await withTemplate();
  expect(await refusalOf(send(changes))).toMatchObject({
    verdict: { kind: 'refused', reason: 'content_rejected' },
    code,
    detail: expect.any(String),
  });
});

test.for([132000, 132001, 132005, 132007, 132012, 132015, 132016])(
  'the error %i is the fault of the template',
  (code) => {
    const error = { message: 'words', code, is_transient: true };
    const said = waCloud.classify({ status: 500, headers: {}, body: Buffer.alloc(0), json: { error } });
    expect(said.verdict).toEqual({ kind: 'refused', reason: 'content_rejected' });
  },
);

test('messages of customers can be marked as read', async () => {
  const { driver, fake, access, target, writtenId: id } = await hostChat(waCloud, await startWaCloud());
  await driver.markSeen(access, { ...target, id });
  expect(fake.calls.at(-1)?.json).toEqual({ messaging_product: 'whatsapp', status: 'read', message_id: id });
});

test('typing marks the last message as read, and is not shown before there is one', async () => {
  const { driver, fake, access, target, writtenId: id } = await hostChat(waCloud, await startWaCloud());
  await driver.typing(access, { ...target, lastMessage: id });
  const read = { messaging_product: 'whatsapp', status: 'read', message_id: id };
  expect(fake.calls.at(-1)?.json).toEqual({ ...read, typing_indicator: { type: 'text' } });
  const { length } = fake.calls;
  await driver.typing(access, { ...target, lastMessage: null });
  expect(fake.calls).toHaveLength(length);
});
