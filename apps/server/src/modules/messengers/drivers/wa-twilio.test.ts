import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { ann, hostChat, hostDriver, refusalOf } from '../../../../test/messengers/driver-host.ts';
import { startWaTwilio } from '../../../../test/messengers/wa-twilio.ts';
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

test.for([
  ['https://wa.me/15550100', '15550100'],
  ['https://wa.me/15550100?text=Order%2012345678', '15550100'],
  ['https://api.whatsapp.com/send?phone=%2B15550100', '15550100'],
  ['tel:+1-555-0100', '15550100'],
] as const)('the number of %s is found', async ([url, digits]) => {
  const { driver, access } = await host();
  expect(await driver.identify({ ...access, url })).toMatchObject({ account: { id: digits } });
});

test('a link without a number, or with one that the account does not have, is refused', async () => {
  const { driver, access, hook } = await host();
  const refusal = { verdict: { kind: 'refused' }, detail: expect.stringContaining('number') };
  const without = { ...access, url: 'https://wa.me/message/ABC123' };
  expect(await refusalOf(driver.identify(without))).toMatchObject(refusal);
  const other = { ...access, url: 'https://wa.me/15559999' };
  expect(await refusalOf(driver.register(other, hook, async () => {}))).toMatchObject(refusal);
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

test('statuses come to where a message says, so that one without an address has none', async () => {
  const { fake, send, events, access } = await connected();
  access.hookUrl = null;
  await send({ kind: 'text', text: 'Hello' }, ann);
  await fake.receive?.(ann);
  expect([events, fake.pushes]).toEqual([[], []]);
});

test('a template is sent as a content with variables', async () => {
  const fake = await startWaTwilio();
  const { driver, access, target, hook } = await hostChat(waTwilio, fake);
  const name = fake.approve('Hi {{1}}, the sale ends on {{2}}.');
  const send = (template: object) =>
    driver.sendTemplate(access, { ...target, template: { name, language: 'en', parameters: [], ...template } });
  const id = await send({ parameters: ['Ann', 'May 5'] });
  expect(fake.calls.at(-1)?.json).toEqual({
    From: `whatsapp:+${access.account?.id}`,
    To: `whatsapp:+${ann.id}`,
    StatusCallback: hook.url,
    ContentSid: name,
    ContentVariables: '{"1":"Ann","2":"May 5"}',
  });
  expect(fake.sent.at(-1)).toMatchObject({ id, kind: 'template', text: 'Hi Ann, the sale ends on May 5.' });
  await send({ name: fake.approve('Hello') });
  expect(fake.calls.at(-1)?.json).not.toHaveProperty('ContentVariables');
  const refusal = { verdict: { kind: 'refused', reason: 'content_rejected' } };
  expect(await refusalOf(send({ parameters: ['Ann'] }))).toMatchObject({ ...refusal, code: '21656' });
  expect(await refusalOf(send({ name: `HX${'0'.repeat(32)}` }))).toMatchObject({ ...refusal, code: '21655' });
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

test('what is being sent is no event, and what is no form is malformed', async () => {
  const { post, form, events, answers } = await connected();
  await post({ ...form, From: form.To, To: form.From, MessageStatus: 'sent' });
  await post(form, { type: 'application/json' });
  expect({ events, answers }).toEqual({ events: [], answers: [200, 400] });
});

test('the signature is over the address with its port or without it', async () => {
  const { post, form, sign, hook, answers } = await connected();
  const bare = new URL(hook.url);
  bare.port = '';
  await post(form, { signature: sign(form, bare.href) });
  await post(form, { signature: sign(form, 'http://elsewhere.example/') });
  expect(answers).toEqual([200, 401]);
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
  for (const status of [200, 502]) {
    const said = waTwilio.classify({ status, headers: {}, body: Buffer.from('<html>'), json: undefined });
    expect(said.verdict).toEqual({ kind: 'retry' });
  }
});
