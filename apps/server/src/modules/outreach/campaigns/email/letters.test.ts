import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addSubscribers, sendCampaign } from '../../../../../test/campaigns.ts';
import { signIn, startApp } from '../../../../../test/harness.ts';
import { shareMailer } from '../../../../../test/mail-campaign-server.ts';
import { startMailbox } from '../../../../../test/mailbox.ts';
import type { Owner } from '../../../../../test/owners.ts';

const { campaigns, contacts } = api;

const mailer = shareMailer({ hasReturns: true });

/** The e-mail that one contact gets. */
async function letterOf(settings: object, details: object = {}) {
  const senders: string[] = [];
  const { letters } = await startMailbox({ beforeSender: (address) => void senders.push(address) });
  const ann = await mailer().owner();
  await addSubscribers(ann, ['ira@example.test'], details);
  const campaign = await sendCampaign(ann, settings);
  const [letter] = letters;
  if (!letter) throw new Error('no e-mail arrived');
  return {
    ann,
    campaign,
    ...letter,
    sender: senders[0] ?? '',
    head: letter.raw.replace(/\r\n[ \t]+/g, ' ').split('\r\n\r\n')[0] ?? '',
  };
}

test('an e-mail comes from the address of the server, under the name of the campaign', async () => {
  const { from, head, sender } = await letterOf({ from_name: 'Tea & Co', reply_to: 'hello@shop.example' });
  expect(from).toBe('"Tea & Co" <news@chat.example.test>');
  expect(head).toMatch(/^Reply-To: hello@shop\.example$/m);
  expect(sender).toMatch(/^bounce\+[0-9a-v]+@returns\.example\.test$/);
});

test('an e-mail has the headers of a mailing list', async () => {
  const { head, campaign } = await letterOf({});
  expect(head).toMatch(/^List-Unsubscribe: <http[^<>]+\/u\/[\w-]+>$/m);
  expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  expect(head).toMatch(/^List-Id: <[^<>@\s]+>$/im);
  expect(head).toMatch(new RegExp(`^Message-ID: <campaign-${campaign.id}-\\d+@chat\\.example\\.test>$`, 'm'));
});

test('variables are replaced, and values are escaped in HTML only', async () => {
  const { subject, html, text } = await letterOf(
    {
      subject: 'Hi {{contact.first_name|there}}',
      html: '<p>{{contact.name}} {{ contact.attributes.my plan | none }}</p>',
      text: '{{contact.name}} {{contact.attributes.Город|—}}',
    },
    { name: 'Ira <b> & Co', attributes: { Город: 'Тверь' } },
  );
  expect(subject).toBe('Hi Ira');
  expect(html).toContain('<p>Ira &lt;b&gt; &amp; Co none</p>');
  expect(text).toContain('Ira <b> & Co Тверь');
});

test.each(['{{foo}}', '{{contact.nickname}}', '{{foo bar}}', '{{}}', '{{unsubscribe_url}}'])(
  'a subject with %s is 422',
  async (name) => {
    const ann = await mailer().owner();
    const body = { type: 'email', name: 'News', settings: { subject: `Hi ${name}` } };
    const answer = await ann.call(campaigns.create, { body });
    expect(answer).toMatchObject({ status: 422, data: { errors: { 'settings.subject': [expect.any(String)] } } });
  },
);

test('a line of a name does not become a header', async () => {
  const { head, subject } = await letterOf(
    { subject: 'Hi {{contact.name}}' },
    { name: 'Ira\r\nBcc: eve@example.test' },
  );
  expect(head).not.toMatch(/^Bcc:/im);
  expect(subject).toBe('Hi Ira Bcc: eve@example.test');
});

test('a link to unsubscribe is appended where it is missing, and only there', async () => {
  const appended = await letterOf({ html: '<html><body><p>Hello</p></body></html>', text: 'Hello' });
  const url = /<(http[^>]*\/u\/[^>]*)>/.exec(appended.head)?.[1] ?? '';
  expect(appended.html).toMatch(new RegExp(`<p>Hello</p><p [^>]*><a href="${url}">[^<]+</a></p>\\s*</body>`));
  expect(appended.text).toMatch(new RegExp(`Hello\\s+\\S+: ${url}`));
  const { html, text, head } = await letterOf({
    html: '<p>Bye: <a href="{{unsubscribe_url}}">here</a></p>',
    text: 'Bye: {{ unsubscribe_url }}',
  });
  const own = /<(http[^>]*\/u\/[^>]*)>/.exec(head)?.[1] ?? '';
  for (const part of [html ?? '', text]) expect(part.split(own)).toHaveLength(2);
});

test('a text part is made from HTML, with addresses as they are', async () => {
  const { text } = await letterOf({
    html: '<p>See <a href="https://shop.example/">the shop</a></p>',
    track_clicks: true,
  });
  expect(text).toContain('See the shop (https://shop.example/)');
});

test('a campaign without HTML is a plain text', async () => {
  const { html, text } = await letterOf({ html: undefined, text: 'Hello' });
  expect(html).toBeUndefined();
  expect(text).toContain('Hello');
});

test('a preheader is first in the body, and out of sight', async () => {
  const { html } = await letterOf({
    html: '<body class="a"><p>Hello</p></body>',
    preheader: 'Only {{contact.name|today}}',
  });
  expect(html).toMatch(/<body class="a"><div style="display:none[^"]*">Only today<\/div><p>/);
});

test('clicks are counted once a recipient, for links of HTML alone', async () => {
  const { html, campaign } = await letterOf({
    html: `<a class="x" href="https://shop.example/?a=1&amp;b=2">1</a> <a href='http://shop.example/b'>2</a> <a href="mailto:x@shop.example">3</a> <img src="https://shop.example/i.png">`,
    track_clicks: true,
  });
  const links = [...(html ?? '').matchAll(/href=["'](http[^"']*\/l\/[^"']*)["']/g)].map(
    ([, url]) => new URL(url ?? '').pathname,
  );
  expect(links).toHaveLength(2);
  expect(html).toContain('href="mailto:x@shop.example"');
  expect(html).toContain('src="https://shop.example/i.png"');
  const app = mailer();
  const head = await app.http.inject({ method: 'HEAD', url: links[0] ?? '' });
  expect([head.statusCode, (await campaign.read()).counts]).toMatchObject([302, { clicked: 0 }]);
  const places: unknown[] = [];
  for (const url of [...links, ...links]) {
    const answer = await app.http.inject({ method: 'GET', url });
    expect([answer.statusCode, answer.headers['set-cookie'], answer.headers['cache-control']]).toEqual([
      302,
      undefined,
      'no-store',
    ]);
    places.push(answer.headers.location);
  }
  expect(places.slice(0, 2)).toEqual(['https://shop.example/?a=1&b=2', 'http://shop.example/b']);
  expect((await campaign.read()).counts).toMatchObject({ clicked: 1 });
});

test('a link that was changed leads nowhere', async () => {
  const { html } = await letterOf({ html: '<a href="https://shop.example/">1</a>', track_clicks: true });
  const token = new URL(/href="(http[^"]*\/l\/[^"]*)"/.exec(html ?? '')?.[1] ?? '').pathname.slice(3);
  const bytes = Buffer.from(token, 'base64url');
  const forged = Buffer.concat([bytes.subarray(0, -21), Buffer.from('https://evil.example/')]).toString('base64url');
  for (const each of [forged, token.slice(0, -4), `${token}=`, 'x', '']) {
    expect((await mailer().http.inject({ method: 'GET', url: `/l/${each}` })).statusCode, each).toBe(404);
  }
});

test('the language of the page to unsubscribe is the one the contact last had', async () => {
  const { html } = await letterOf({ html: '<p>Hello</p>' });
  expect(html).toContain('>Unsubscribe</a>');
});

test('without a mail server e-mails are files', async () => {
  const app = await startApp({}, { background: true, isolated: true });
  const ann = await app.owner();
  await addSubscribers(ann, ['ira@example.test']);
  await sendCampaign(ann, { subject: 'News' });
  const { data } = (await ann.call(api.mail.listOutbox)).data;
  expect(data).toMatchObject([{ to: 'ira@example.test', subject: 'News' }]);
});

test('a preview counts as the campaign does, and shows what people would get', async () => {
  const ann = await mailer().owner();
  const people = await addSubscribers(ann, ['ira@example.test', 'IRA@example.test', 'leo@example.test'], {
    name: 'Ira',
  });
  await addSubscribers(ann, ['eve@example.test'], { email_consent: null });
  const settings = { subject: 'Hi {{contact.name}}', html: '<p>Hello</p>' };
  const { data } = await ann.call(campaigns.preview, { body: { type: 'email', settings } });
  expect(data).toMatchObject({ matched: 4, reachable: 2, skipped: { duplicate_address: 1, no_consent: 1 } });
  expect(data.samples).toMatchObject([
    {
      contact_id: people[0]?.id,
      contact_name: 'Ira',
      subject: 'Hi Ira',
      html: expect.stringContaining('<p>Hello</p>'),
    },
    { contact_id: people[2]?.id },
  ]);
  expect(data.samples[0]?.html).not.toContain('/u/');
  await startMailbox();
  const campaign = await sendCampaign(ann, settings);
  expect((await campaign.read()).counts).toMatchObject({ total: data.matched, sent: data.reachable });
});

test('a preview is written for a chosen contact', async () => {
  const ann = await mailer().owner();
  const [ira, leo] = [
    ...(await addSubscribers(ann, ['ira@example.test'])),
    ...(await addSubscribers(ann, ['leo@example.test'], { name: 'Leo' })),
  ];
  const body = { type: 'email', settings: { subject: 'Hi {{contact.name|you}}', text: 'Hello' }, contact_id: leo?.id };
  const { data } = await ann.call(campaigns.preview, { body });
  expect(data.samples).toMatchObject([{ contact_id: leo?.id, subject: 'Hi Leo', html: null }]);
  await ann.call(contacts.remove, { params: { id: ira?.id } });
  const gone = await ann.call(campaigns.preview, { body: { ...body, contact_id: ira?.id } });
  expect(gone).toMatchObject({ status: 422, data: { errors: { contact_id: [expect.any(String)] } } });
});

test('a test e-mail goes to who asks for it, and is not counted', async () => {
  const { letters } = await startMailbox();
  const app = mailer();
  const ann = await app.owner();
  await addSubscribers(ann, ['leo@example.test'], { name: 'Leo' });
  const body = { settings: { subject: 'Hi {{contact.name}}', html: '<p>Hello</p>' } };
  for (const call of [ann.call, (await signIn(app, ann)).call] as Owner['call'][]) {
    const { data } = await call(campaigns.test, { body });
    expect(data).toMatchObject({ sent: true, to: ann.email, response: expect.stringMatching(/^250 /) });
  }
  expect(letters).toMatchObject([{ to: ann.email, subject: 'Hi Leo' }, { to: ann.email }]);
  expect(letters[0]?.raw).not.toMatch(/^List-Unsubscribe:/m);
});
