import { api } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call } from '../../../../test/call.ts';
import { addAnsweredVisitor, signedIn } from '../../../../test/callers.ts';
import { type OpenApp, openApp } from '../../../../test/harness.ts';

const { messages } = api;

let app: OpenApp;
let call: Call;
let params: { id: number };
beforeAll(async () => {
  app = await openApp();
  const ann = await app.owner();
  call = await signedIn(app, ann);
  params = { id: (await addAnsweredVisitor(app, ann)).chatId };
});
afterAll(() => app.end());

const site = { label: 'Site', url: 'https://example.com/' };

const send = (keyboard: unknown) =>
  call(messages.send, { params, body: { type: 'keyboard', body: 'where to?', keyboard } });

const sendButtons = (...buttons: object[]) => send({ buttons });

/** Which fields are refused. */
async function refused(keyboard: unknown) {
  const { status, problem } = await send(keyboard);
  expect({ keyboard, status }).toEqual({ keyboard, status: 422 });
  return Object.keys(problem.errors ?? {});
}

test('a keyboard has one to seven buttons, in the order in which they were sent', async () => {
  const buttons = Array.from({ length: 7 }, (_, at) => ({ ...site, label: `${at + 1}`, style: 'primary' }));
  for (const some of [buttons.slice(0, 1), buttons]) {
    expect(await sendButtons(...some)).toMatchObject({ status: 202, data: { keyboard: { buttons: some } } });
  }
  for (const buttonsOff of [[], [...buttons, site], {}, 'x', null]) {
    expect(await refused({ buttons: buttonsOff })).toEqual(['keyboard.buttons']);
  }
  expect(await refused({})).toEqual(['keyboard.buttons']);
  expect(await refused({ buttons, columns: 2 })).toEqual(['keyboard.columns']);
});

test('a label has 1 to 64 characters, counted as code points', async () => {
  for (const label of ['x', 'я'.repeat(64), '😀'.repeat(64), '𝕏'.repeat(64), 'two words']) {
    expect(await sendButtons({ ...site, label })).toMatchObject({
      status: 202,
      data: { keyboard: { buttons: [{ label }] } },
    });
  }
  for (const label of ['', 'x'.repeat(65), '😀'.repeat(65), '𝕏'.repeat(65), 7, null, undefined]) {
    expect(await refused({ buttons: [{ ...site, label }] })).toEqual(['keyboard.buttons.0.label']);
  }
});

test.each([
  'https://example.com',
  'HTTPS://EXAMPLE.com/Path',
  'https://example.com:8443/a?b=c#d',
  'https://пример.рф/каталог?q=чай',
  'https://example.com/@user',
  'https://example.com/?mail=ira@example.com',
  'https://[2001:db8::1]/',
  'https://127.0.0.1/',
])('%s is accepted as a button link and stored unchanged', async (url) => {
  expect(await sendButtons({ ...site, url })).toMatchObject({
    status: 202,
    data: { keyboard: { buttons: [{ url }] } },
  });
});

test.each([
  ['cleartext', 'http://example.com/'],
  ['a script', 'javascript:alert(1)'],
  ['a script that looks like a link', 'javascript://example.com/%0aalert(1)'],
  ['data', 'data:text/html,<script>alert(1)</script>'],
  ['a relative path', '/pricing'],
  ['a bare host', 'example.com'],
  ['a protocol-relative URL', '//example.com/'],
  ['a scheme without an authority', 'https:example.com'],
  ['a single slash', 'https:/example.com'],
  ['no host', 'https://'],
  ['a user and a password', 'https://user:password@example.com/'],
  ['a user', 'https://user@example.com/'],
  ['an empty user', 'https://@example.com/'],
  ['an empty user and password', 'https://:@example.com/'],
  ['a user after more slashes than needed', 'https:///user:password@example.com/'],
  ['a user after many slashes', 'https://///user@example.com/'],
  ['backslashes', 'https:\\\\example.com\\'],
  ['a backslash before a host', 'https://example.com\\@evil.example/'],
  ['a leading space', ' https://example.com/'],
  ['a trailing space', 'https://example.com/ '],
  ['a space inside', 'https://example.com/a b'],
  ['a line break', 'https://example.com/\n'],
  ['a tab inside the scheme', 'ht\ttps://example.com/'],
  ['a control character', 'https://example.com/\u0007'],
  ['a control character above ASCII', 'https://example.com/\u0085'],
  ['an invalid port', 'https://example.com:99999/'],
  ['an invalid host', 'https://exa mple.com/'],
  ['another scheme', 'ftp://example.com/'],
  ['a link that is too long', `https://example.com/${'x'.repeat(2_048)}`],
  ['an empty string', ''],
  ['a number', 7],
  ['null', null],
  ['nothing', undefined],
])('%s is refused as a button link', async (_what, url) => {
  expect(await refused({ buttons: [{ ...site, url }] })).toEqual(['keyboard.buttons.0.url']);
});

test('a button is primary by default', async () => {
  const styles = async (...given: object[]) =>
    (await sendButtons(...given.map((each) => ({ ...site, ...each })))).data.keyboard?.buttons.map(
      ({ style }) => style,
    );
  expect(await styles({}, { style: 'secondary' }, { style: 'primary' })).toEqual(['primary', 'secondary', 'primary']);
  for (const style of ['danger', 'Primary', '', null, 1]) {
    expect(await refused({ buttons: [{ ...site, style }] })).toEqual(['keyboard.buttons.0.style']);
  }
});

test('an unknown member of a button is refused by name', async () => {
  expect(await refused({ buttons: [{ ...site, payload: 'buy' }] })).toEqual(['keyboard.buttons.0.payload']);
});

test('one invalid button refuses the whole request: every error is named, and nothing is stored', async () => {
  const count = async () => (await app.sql(`SELECT FROM messages WHERE chat_id = ${params.id}`)).length;
  const before = await count();
  const buttons = [site, { ...site, url: 'http://example.com/' }, { ...site, label: '', style: 'danger' }];
  expect(await refused({ buttons })).toEqual([
    'keyboard.buttons.1.url',
    'keyboard.buttons.2.label',
    'keyboard.buttons.2.style',
  ]);
  expect(await count()).toBe(before);
});
