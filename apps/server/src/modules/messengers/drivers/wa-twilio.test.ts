import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ann, hostDriver, refusalOf } from '../../../../test/messengers/driver-host.ts';
import type { Fate } from '../../../../test/messengers/fake-vendor.ts';
import { startWaTwilio } from '../../../../test/messengers/wa-twilio.ts';
import type { OutgoingFile } from './driver.ts';
import { waTwilio } from './wa-twilio.ts';

const FORM = 'application/x-www-form-urlencoded';

async function host() {
  const hosted = await hostDriver(waTwilio, await startWaTwilio());
  const { access, hook } = hosted;
  const sign = (fields: Record<string, string>, url = hook.url) => {
    const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
    return createHmac('sha1', access.token)
      .update(url + sorted.flat().join(''))
      .digest('base64');
  };
  const post = async (fields: Record<string, string>, { signature = sign(fields), type = FORM } = {}) => {
    const headers = { 'content-type': type, 'x-twilio-signature': signature };
    return fetch(hook.url, { method: 'POST', body: new URLSearchParams(fields).toString(), headers });
  };
  return { ...hosted, post, sign };
}

/** The host once it is connected, with the form of a message to it. */
async function connected() {
  const hosted = await host();
  await hosted.connect();
  const { sid, account } = hosted.access;
  const form = { AccountSid: sid ?? '', MessageSid: 'MM1', From: 'whatsapp:+1', To: `whatsapp:+${account?.id}` };
  return { ...hosted, form };
}

const picture = { name: 'cat.png', type: 'image/png', bytes: Buffer.from('a picture') };

test('an account connects the sender whose number is in the link', async () => {
  const { connect, access, hook, fake } = await host();
  const digits = access.url?.split('/').at(-1);
  expect(await connect()).toEqual({
    account: { id: digits, name: null, username: `+${digits}` },
    link: `https://wa.me/${digits}`,
  });
  expect(access.state).toEqual({ sender: expect.stringMatching(/^XE\w{32}$/) });
  expect(fake.hookUrl).toBe(hook.url);
  expect(await waTwilio.check?.(access, hook)).toBe('registered');
  await waTwilio.unregister?.(access, hook);
  expect(await waTwilio.check?.(access, hook)).toBe('missing');
});

test.for([
  ['https://wa.me/15550100', '15550100'],
  ['https://wa.me/15550100?text=Order%2012345678', '15550100'],
  ['https://api.whatsapp.com/send?phone=%2B15550100', '15550100'],
  ['tel:+1-555-0100', '15550100'],
] as const)('the number of %s is found', async ([url, digits]) => {
  const { access } = await host();
  expect(await waTwilio.identify?.({ ...access, url })).toMatchObject({ account: { id: digits } });
});

test('a link without a number, or with one that the account does not have, is refused', async () => {
  const { access, hook } = await host();
  const refusal = { verdict: { kind: 'refused' }, detail: expect.stringContaining('number') };
  const without = { ...access, url: 'https://wa.me/message/ABC123' };
  expect(await refusalOf(waTwilio.identify?.(without) as Promise<unknown>)).toMatchObject(refusal);
  const other = { ...access, url: 'https://wa.me/15559999' };
  expect(await refusalOf(waTwilio.register?.(other, hook, async () => {}) as Promise<unknown>)).toMatchObject(refusal);
});

test('a token that Twilio does not know is rejected', async () => {
  const { fake, access } = await host();
  fake.revoke();
  const refusal = await refusalOf(waTwilio.identify?.(access) as Promise<unknown>);
  expect(refusal).toMatchObject({ verdict: { kind: 'auth' }, code: '20003', detail: 'Authenticate' });
});

test('a hook of somebody else is a conflict, a lost one is missing', async () => {
  const { fake, access, hook } = await connected();
  fake.takeHook?.();
  expect(await waTwilio.check?.(access, hook)).toBe('conflict');
  fake.loseHook?.();
  expect(await waTwilio.check?.(access, hook)).toBe('missing');
});

const CODE = 'a-code_of-16chars';

test.for([
  [{ text: 'Hello & good day' }, { content: { text: 'Hello & good day' } }],
  [{ file: picture, text: 'My cat' }, { content: { text: 'My cat', files: [{ isImage: true, name: 'image.png' }] } }],
  [{ file: { ...picture, type: 'application/pdf' } }, { content: { files: [{ isImage: false, name: 'file.pdf' }] } }],
  [{ file: { ...picture, type: 'audio/ogg' } }, { content: { files: [{ isImage: false, name: 'audio.ogg' }] } }],
  [{ coords: { lat: 1.5, lng: 2.5 } }, { content: { coords: { lat: 1.5, lng: 2.5 } } }],
  [{ isUnknown: true as const }, { content: { unknown: 'order' } }],
  [{ code: CODE }, { code: CODE, content: { text: `Hello! (${CODE})` } }],
] as const)('a customer writes %j', async ([content, expected]) => {
  const { fake, events } = await connected();
  const id = await fake.write(ann, content);
  const person = { id: ann.id, name: 'Ann Field', phone: `+${ann.id}` };
  expect(events).toMatchObject([{ kind: 'message', id, messageId: id, conversation: ann.id, person, ...expected }]);
  expect(fake.pushes).toEqual([{ status: 200, body: '<Response/>' }]);
});

test('all media of a message are kept, without the account in their names', async () => {
  const { post, form, events, access } = await connected();
  const media = (id: string) => `https://api.twilio.com/2010-04-01/Accounts/${access.sid}/Messages/MM1/Media/${id}`;
  const types = { MediaContentType0: 'image/jpeg', MediaContentType1: 'text/vcard' };
  await post({ ...form, NumMedia: '2', ...types, MediaUrl0: media('ME1'), MediaUrl1: media('ME2') });
  const files = [
    { ref: 'MM1/ME1', isImage: true, name: 'image.jpg' },
    { ref: 'MM1/ME2', isImage: false, name: 'file.vcf' },
  ];
  expect(events).toMatchObject([{ content: { files } }]);
});

test('a file that a customer sent can be downloaded with the credential', async () => {
  const { fake, events, access } = await connected();
  await fake.write(ann, { file: picture });
  const [event] = events;
  const ref = event?.kind === 'message' ? event.content.files?.[0]?.ref : undefined;
  const { url, headers } = (await waTwilio.fetchMedia?.(access, ref ?? '')) ?? { url: '' };
  expect(Buffer.from(await (await fetch(url, { headers })).arrayBuffer())).toEqual(picture.bytes);
  expect((await fetch(url)).status).toBe(401);
});

test('statuses come to where each message says, and are events', async () => {
  const { fake, send, events, access } = await connected();
  const one = await send({ kind: 'text', text: 'one' }, ann);
  const two = await send({ kind: 'text', text: 'two' }, ann);
  access.hookUrl = null;
  await send({ kind: 'text', text: 'three' }, ann);
  await fake.receive?.(ann);
  await fake.read?.(ann);
  await fake.fail?.(two);
  expect(events).toMatchObject([
    { kind: 'delivered', messageIds: [one], conversation: ann.id },
    { kind: 'delivered', messageIds: [two] },
    { kind: 'read', messageIds: [one] },
    { kind: 'read', messageIds: [two] },
    { kind: 'failed', messageId: two, reason: 'recipient_unknown', code: '63024', detail: 'Invalid message recipient' },
  ]);
  expect(new Set(events.map(({ id }) => id)).size).toBe(5);
});

test('a message that fails has the code of Twilio', async () => {
  const { post, form, events } = await connected();
  const status = { ...form, From: form.To, To: form.From };
  await post({ ...status, MessageStatus: 'failed', ErrorCode: '63016' });
  await post({ ...status, MessageStatus: 'undelivered' });
  expect(events).toMatchObject([
    { kind: 'failed', messageId: 'MM1', reason: 'window_closed', code: '63016', detail: null },
    { kind: 'failed', messageId: 'MM1', reason: 'content_rejected', code: null, detail: null },
  ]);
});

test('reactions, other numbers, other accounts and what is being sent are no events', async () => {
  const { post, form, events, answers } = await connected();
  await post({ ...form, MessageType: 'reaction', Body: '+' });
  await post({ ...form, To: 'whatsapp:+999', Body: 'Hello' });
  await post({ ...form, AccountSid: 'AC0', Body: 'Hello' });
  await post({ ...form, From: '+1', Body: 'Hello' });
  await post({ ...form, From: form.To, To: form.From, MessageStatus: 'sent' });
  await post({ Body: 'Hello' });
  expect(events).toEqual([]);
  expect(answers).toEqual([200, 200, 200, 200, 200, 200]);
});

test('an update that is repeated has the same id, a forged one is refused', async () => {
  const { fake, events, post, form, answers } = await connected();
  await fake.write(ann, { text: 'Hello' });
  await fake.repeat();
  expect(events[1]?.id).toBe(events[0]?.id);
  await post(form, { signature: 'guess' });
  await post(form, { type: 'application/json' });
  expect(answers).toEqual([200, 200, 401, 400]);
});

test('the signature is over the address with its port or without it', async () => {
  const { post, form, sign, hook, answers } = await connected();
  const bare = new URL(hook.url);
  bare.port = '';
  await post(form, { signature: sign(form, bare.href) });
  await post(form, { signature: sign(form, 'http://elsewhere.example/') });
  expect(answers).toEqual([200, 401]);
});

test('the code of a link is in the message that it suggests', async () => {
  const { connect, fake, events } = await host();
  const identity = await connect();
  const link = new URL((identity && waTwilio.link?.(identity, CODE)) ?? '');
  expect(link.origin + link.pathname).toBe(identity?.link);
  await fake.write(ann, { text: link.searchParams.get('text') ?? '' });
  expect(events).toMatchObject([{ code: CODE }]);
});

/** A server that has the file. */
async function serve(file: Omit<OutgoingFile, 'link'>): Promise<OutgoingFile> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': file.type }).end(file.bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { ...file, link: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${file.name}` };
}

test('text and links to files arrive', async () => {
  const { send, fake } = await host();
  const bytes = Buffer.from('a file');
  const bill = await serve({ name: 'a.pdf', type: 'application/pdf', size: 6, isImage: false, bytes });
  const cat = await serve({ name: 'a.png', type: 'image/png', size: 6, isImage: true, bytes });
  const id = await send({ kind: 'text', text: 'plain', markdown: '**bold** and *italic*' }, ann);
  await send({ kind: 'text', text: 'plain' }, ann);
  await send({ kind: 'file', file: bill }, ann);
  await send({ kind: 'file', file: cat }, ann);
  expect(fake.sent).toMatchObject([
    { id, kind: 'text', person: ann.id, text: '*bold* and _italic_' },
    { kind: 'text', text: 'plain' },
    { kind: 'file', file: { name: 'a.pdf', type: 'application/pdf', bytes } },
    { kind: 'image', file: { name: 'a.png', type: 'image/png', bytes } },
  ]);
});

test.for([
  ['limited', { kind: 'rate', scope: 'connection', seconds: 7 }],
  ['broken', { kind: 'retry' }],
  ['credential_rejected', { kind: 'auth' }],
  ['recipient_unknown', { kind: 'refused', reason: 'recipient_unknown' }],
  ['window_closed', { kind: 'refused', reason: 'window_closed' }],
  ['content_rejected', { kind: 'refused', reason: 'content_rejected' }],
] as [Fate, object][])('the answer %s is classified', async ([fate, verdict]) => {
  const { send, fake } = await host();
  fake.behave({ fate, seconds: 7 });
  expect((await refusalOf(send({ kind: 'text', text: 'Hello' }, ann)))?.verdict).toEqual(verdict);
});

test.for([
  [401, 20_003, { kind: 'auth' }],
  [400, 63_018, { kind: 'rate', scope: 'connection' }],
  [429, 20_429, { kind: 'rate', scope: 'connection' }],
  [503, 20_503, { kind: 'retry' }],
  [400, 63_016, { kind: 'refused', reason: 'window_closed' }],
  [400, 63_024, { kind: 'refused', reason: 'recipient_unknown' }],
  [400, 21_211, { kind: 'refused', reason: 'content_rejected' }],
] as const)('status %i with code %i is classified', ([status, code, verdict]) => {
  const said = waTwilio.classify({
    status,
    headers: {},
    body: Buffer.alloc(0),
    json: { code, message: 'words', status },
  });
  expect(said).toEqual({ verdict, code: String(code), detail: 'words' });
});

test('an answer that is not of Twilio is tried again', () => {
  for (const status of [200, 404, 502]) {
    const said = waTwilio.classify({ status, headers: {}, body: Buffer.from('<html>'), json: undefined });
    expect(said.verdict).toEqual({ kind: 'retry' });
  }
});
