import { expect, test } from 'vitest';
import { ann, hostDriver, refusalOf } from '../../../../test/messengers/driver-host.ts';
import type { Fate } from '../../../../test/messengers/fake-vendor.ts';
import { postSigned } from '../../../../test/messengers/meta.ts';
import { startWaCloud } from '../../../../test/messengers/wa-cloud.ts';
import type { OutgoingFile } from './driver.ts';
import { waCloud } from './wa-cloud.ts';

async function host() {
  const hosted = await hostDriver(waCloud, await startWaCloud());
  const { access } = hosted;
  /** An update with this value. */
  const update = (value: object, field = 'messages') =>
    JSON.stringify({
      entry: [{ changes: [{ field, value: { metadata: { phone_number_id: access.sid }, ...value } }] }],
    });
  return { ...hosted, post: postSigned(hosted), update };
}

/** The host once it is connected. */
async function connected() {
  const hosted = await host();
  await hosted.connect();
  return hosted;
}

const picture = { name: 'cat.png', type: 'image/png', bytes: Buffer.from('a picture') };

test('a token connects its number: it is named, and its updates come here', async () => {
  const { connect, access, hook } = await host();
  const identity = await connect();
  const digits = identity?.account.username?.replaceAll(/\D/g, '');
  expect(identity).toEqual({
    account: { id: access.sid, name: 'Test shop', username: expect.stringMatching(/^\+1 555-/) },
    link: `https://wa.me/${digits}`,
  });
  expect(await waCloud.check?.(access, hook)).toBe('registered');
  await waCloud.unregister?.(access, hook);
  expect(await waCloud.check?.(access, hook)).toBe('missing');
});

test('a token that Meta does not know is rejected, and not quoted', async () => {
  const { fake, access } = await host();
  fake.revoke();
  const refusal = await refusalOf(waCloud.identify?.(access) as Promise<unknown>);
  expect(refusal).toMatchObject({ verdict: { kind: 'auth' }, code: '190', detail: 'Malformed access token' });
});

test('a hook of somebody else is a conflict, a lost one is missing', async () => {
  const { fake, access, hook } = await connected();
  fake.takeHook?.();
  expect(await waCloud.check?.(access, hook)).toBe('conflict');
  fake.loseHook?.();
  expect(await waCloud.check?.(access, hook)).toBe('missing');
});

test.for([
  [{ override_callback_uri: 'here' }, 'registered'],
  [{ application: 'here' }, 'registered'],
  [{ phone_number: 'elsewhere', application: 'here' }, 'conflict'],
  [{ whatsapp_business_account: 'elsewhere', application: 'here' }, 'missing'],
  [{ application: 'elsewhere' }, 'missing'],
  [undefined, 'missing'],
] as const)('the hook of a number with %j is %s', async ([configuration, expected]) => {
  const { access, hook } = await host();
  const call = async () => ({
    status: 200,
    headers: {},
    body: Buffer.alloc(0),
    json: { webhook_configuration: configuration },
  });
  expect(await waCloud.check?.({ ...access, call }, { ...hook, url: 'here' })).toBe(expected);
});

test('the challenge is only answered to who knows the secret', async () => {
  const { hook, fake, access } = await host();
  const ask = async (query: string) => {
    const response = await fetch(`${hook.url}?hub.mode=subscribe&${query}`);
    return [response.status, await response.text(), response.headers.get('content-type')];
  };
  expect(await ask(`hub.challenge=1234&hub.verify_token=${hook.secret}`)).toEqual([200, '1234', 'text/plain']);
  expect((await ask('hub.challenge=1234&hub.verify_token=guess'))[0]).toBe(401);
  expect((await ask(`hub.verify_token=${hook.secret}`))[0]).toBe(400);
  const wrong = waCloud.register?.(access, { ...hook, secret: 'other' }, async () => {}) as Promise<unknown>;
  expect(await refusalOf(wrong)).toMatchObject({ code: '2200', verdict: { kind: 'refused' } });
  expect(fake.hookUrl).toBeUndefined();
});

const CODE = 'a-code_of-16chars';

test.for([
  [{ text: 'Hello' }, { content: { text: 'Hello' } }],
  [{ file: picture, text: 'My cat' }, { content: { text: 'My cat', files: [{ isImage: true, name: 'image.png' }] } }],
  [
    { file: { ...picture, name: 'bill.pdf', type: 'application/pdf' } },
    { content: { files: [{ isImage: false, name: 'bill.pdf' }] } },
  ],
  [{ file: { ...picture, type: 'video/mp4' } }, { content: { files: [{ isImage: false, name: 'video.mp4' }] } }],
  [{ coords: { lat: 1.5, lng: 2.5 } }, { content: { coords: { lat: 1.5, lng: 2.5 } } }],
  [{ isUnknown: true as const }, { content: { unknown: 'unsupported' } }],
  [{ code: CODE }, { code: CODE, content: { text: `Hello! (${CODE})` } }],
] as const)('a customer writes %j', async ([content, expected]) => {
  const { fake, events } = await connected();
  const id = await fake.write(ann, content);
  const person = { id: ann.id, name: 'Ann Field', phone: `+${ann.id}` };
  expect(events).toMatchObject([{ kind: 'message', id, messageId: id, conversation: ann.id, person, ...expected }]);
  expect(Math.abs((events[0]?.at ?? 0) - Date.now())).toBeLessThan(5_000);
});

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

test('reactions, groups, other numbers, other fields and what is being sent are no events', async () => {
  const { post, update, events, answers, fake } = await connected();
  const message = { from: '1', id: 'wamid.1', timestamp: '1700000000', type: 'text', text: { body: 'Hello' } };
  await post(update({ messages: [{ ...message, type: 'reaction', reaction: { emoji: '+' } }] }));
  await post(update({ messages: [{ ...message, group_id: 'g1' }] }));
  await post(update({ metadata: { phone_number_id: '999' }, messages: [message] }));
  await post(update({ messages: [message] }, 'message_template_status_update'));
  await post(update({ statuses: [{ id: 'wamid.2', status: 'sent', recipient_id: '1' }] }));
  await post(update({ statuses: [{ id: 'wamid.2', status: 'read', recipient_id: 'g1', recipient_type: 'group' }] }));
  expect(events).toEqual([]);
  expect(answers).toEqual([200, 200, 200, 200, 200, 200, 200]);
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

test('a file that a customer sent can be downloaded with the token', async () => {
  const { fake, events, access } = await connected();
  await fake.write(ann, { file: picture });
  const [event] = events;
  const ref = event?.kind === 'message' ? event.content.files?.[0]?.ref : undefined;
  const { url, headers } = (await waCloud.fetchMedia?.(access, ref ?? '')) ?? { url: '' };
  expect(Buffer.from(await (await fetch(url, { headers })).arrayBuffer())).toEqual(picture.bytes);
  expect((await fetch(url)).status).toBe(401);
});

test('statuses are events, each with an id of its own', async () => {
  const { fake, send, events } = await connected();
  const one = await send({ kind: 'text', text: 'one' }, ann);
  const two = await send({ kind: 'text', text: 'two' }, ann);
  await fake.receive?.(ann);
  await fake.read?.(ann);
  await fake.fail?.(two);
  expect(events).toMatchObject([
    { kind: 'delivered', messageIds: [one], conversation: ann.id },
    { kind: 'delivered', messageIds: [two] },
    { kind: 'read', messageIds: [one] },
    { kind: 'read', messageIds: [two] },
    { kind: 'failed', messageId: two, reason: 'recipient_unknown', code: '131026', detail: 'Message undeliverable' },
  ]);
  expect(new Set(events.map(({ id }) => id)).size).toBe(5);
});

test('an update that is repeated has the same id, a forged one is refused', async () => {
  const { fake, events, post, answers } = await connected();
  await fake.write(ann, { text: 'Hello' });
  await fake.repeat();
  expect(events[1]?.id).toBe(events[0]?.id);
  await post('{}', {});
  await post('{}', { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` });
  await post('no JSON');
  // The first is the challenge of the registration.
  expect(answers).toEqual([200, 200, 200, 401, 401, 400]);
});

test('without the secret of the app only the address guards the hook', async () => {
  const { post, update, events, access } = await connected();
  access.appSecret = null;
  await post(update({ messages: [{ from: '1', id: 'wamid.1', type: 'text', text: { body: 'Hello' } }] }), {});
  expect(events).toMatchObject([{ content: { text: 'Hello' } }]);
});

test('the code of a link is in the message that it suggests, and nowhere else', async () => {
  const { connect, fake, events } = await host();
  const identity = await connect();
  const link = new URL((identity && waCloud.link?.(identity, CODE)) ?? '');
  expect(link.origin + link.pathname).toBe(identity?.link);
  await fake.write(ann, { text: link.searchParams.get('text') ?? '' });
  await fake.write(ann, { text: `${link.searchParams.get('text')} I have a question` });
  await fake.write(ann, { text: `Is (${CODE}) mine?` });
  await fake.write(ann, { text: 'Hello! (short)' });
  expect(events.map((event) => event.kind === 'message' && event.code)).toEqual([CODE, CODE, undefined, undefined]);
});

const file: OutgoingFile = {
  name: 'a.pdf',
  type: 'application/pdf',
  size: 6,
  isImage: false,
  bytes: Buffer.from('a file'),
  link: 'https://here.example/a.pdf',
};

test('text, pictures, documents and locations arrive', async () => {
  const { send, fake } = await host();
  const id = await send({ kind: 'text', text: 'plain', markdown: '**bold** and *italic*' }, ann);
  await send({ kind: 'text', text: 'plain' }, ann);
  await send({ kind: 'file', file, caption: 'The bill' }, ann);
  await send(
    { kind: 'file', file: { ...file, name: 'a.png', type: 'image/png', isImage: true }, caption: 'Look' },
    ann,
  );
  await send({ kind: 'file', file: { ...file, name: 'a.gif', type: 'image/gif', isImage: true } }, ann);
  await send({ kind: 'location', lat: 1.5, lng: 2.5 }, ann);
  const { bytes } = file;
  expect(fake.sent).toMatchObject([
    { id, kind: 'text', person: ann.id, text: '*bold* and _italic_' },
    { kind: 'text', text: 'plain' },
    { kind: 'file', text: 'The bill', file: { name: 'a.pdf', type: 'application/pdf', bytes } },
    { kind: 'image', text: 'Look', file: { name: 'a.png', type: 'image/png', bytes } },
    { kind: 'file', file: { name: 'a.gif', type: 'image/gif', bytes } },
    { kind: 'location', coords: { lat: 1.5, lng: 2.5 } },
  ]);
});

test('messages of customers can be marked as read', async () => {
  const { fake, access } = await connected();
  const id = await fake.write(ann, { text: 'Hello' });
  await waCloud.markSeen?.(access, { person: ann.id, conversation: ann.id, id });
  expect(fake.calls.at(-1)?.json).toEqual({ messaging_product: 'whatsapp', status: 'read', message_id: id });
});

test.for([
  ['limited', { kind: 'rate', scope: 'connection', seconds: 7 }],
  ['broken', { kind: 'retry' }],
  ['credential_rejected', { kind: 'auth' }],
  ['recipient_blocked', { kind: 'refused', reason: 'recipient_blocked' }],
  ['recipient_unknown', { kind: 'refused', reason: 'recipient_unknown' }],
  ['window_closed', { kind: 'refused', reason: 'window_closed' }],
  ['content_rejected', { kind: 'refused', reason: 'content_rejected' }],
] as [Fate, object][])('the answer %s is classified', async ([fate, verdict]) => {
  const { send, fake } = await host();
  fake.behave({ fate, seconds: 7 });
  expect((await refusalOf(send({ kind: 'text', text: 'Hello' }, ann)))?.verdict).toEqual(verdict);
});
