import { api, events, presets, problemCodes, type Route, scopeNames, slugOf, statusOf } from '@parley/contract';
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, test } from 'vitest';
import { openPage } from '../../test/browser.ts';
import { fileFor } from '../../test/call.ts';
import { type OpenApp, openApp, startApp } from '../../test/harness.ts';
import { commandsOf, deadLinks, idsOf, textOf } from '../../test/markup.ts';
import { CALLS_THIS_MACHINE } from '../../test/receiver.ts';
import { arrangeRow, nameOf } from '../../test/resources.ts';
import { memoise } from '../kernel/data/memoise.ts';
import { compileInput } from '../kernel/http/validation.ts';

const routes = Object.values(api).flatMap((group) => Object.values<Route>(group));
const named = routes.map((route): [string, Route] => [nameOf(route), route]);

let app: OpenApp;
let page: string;
let text: string;
beforeAll(async () => {
  app = await openApp(CALLS_THIS_MACHINE);
  page = (await app.http.inject('/docs')).body;
  text = textOf(page);
  return () => app.end();
});

test('the page is public, has a strict content security policy, and is 304 when cached', async () => {
  const { statusCode, headers } = await app.http.inject('/docs');
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['x-content-type-options']).toBe('nosniff');
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/^default-src 'none'; img-src 'self'; style-src 'sha256-\S+'; script-src 'sha256-\S+';/);
  const again = await app.http.inject({ url: '/docs', headers: { 'if-none-match': String(headers.etag) } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('the page has every route, scope, preset, event and problem', () => {
  for (const { method, path, summary } of routes) expect(text).toContain(`${method} ${path}\n${summary}.`);
  for (const scope of scopeNames) expect(idsOf(page)).toContain(`scope-${scope.replace(/[^a-z]/g, '-')}`);
  for (const name of [...Object.keys(presets), ...Object.values(events).map((event) => event.name)]) {
    expect(text).toContain(name);
  }
  for (const code of problemCodes) expect(page).toContain(`href="/api/problems/${slugOf(code)}"`);
});

test('no link is dead, and no id is used twice', async () => {
  expect(await deadLinks(app, page)).toEqual([]);
  expect(idsOf(page).filter((id, index, all) => all.indexOf(id) !== index)).toEqual([]);
});

test('every group and every call has a unique title', () => {
  const [contents = ''] = /<nav.*?<\/nav>/s.exec(page) ?? [];
  const titles = [...contents.matchAll(/<a [^>]*>(.*?)<\/a>/g)].map(([, title]) => textOf(title ?? ''));
  expect(titles.length).toBeGreaterThan(routes.length + Object.keys(api).length);
  expect(titles).toEqual(expect.arrayContaining(['Chats', 'Messages', 'Files', 'Ratings', 'Webhooks']));
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  for (const title of titles) expect(title).toMatch(/^[A-Z][a-z]*:? ?[a-zA-Z' ]*$/);
});

test('rules between the members of a body are described', () => {
  expect(text).toContain('type keyboard requires body and keyboard, does not allow file, coords, sticker');
});

test('the page loads nothing from elsewhere', () => {
  expect(page).not.toMatch(/(?:href|src)="(?:https?:)?\/\//);
  expect(page).not.toMatch(/url\(|@import/);
});

test('the rate limits on the page are those of the server', async () => {
  const owner = await app.owner();
  const read = await owner.call(api.contacts.list);
  const write = await owner.call(api.contacts.create, { body: { name: 'Ann' } });
  expect(text).toContain(
    `${read.headers['x-ratelimit-limit']} reads and ${write.headers['x-ratelimit-limit']} writes a minute`,
  );
});

const sections = memoise(() => page.match(/<article .*?<\/article>/gs) ?? []);

/** The section of a route. */
function sectionOf({ method, path }: Route) {
  return sections().find((section) => section.includes(`<figcaption>${method} ${path}</figcaption>`)) ?? '';
}

/** The example of a route; the one with a file comes last if there are two. */
const commandFor = (route: Route) => commandsOf(sectionOf(route))[0] ?? '';
const uploadCommandFor = (route: Route) => commandsOf(sectionOf(route)).at(-1) ?? '';

/** Examples of responses by status. */
function responsesOf(route: Route): Record<string, unknown> {
  const shown = sectionOf(route).matchAll(/<figcaption>Response (\d+)<\/figcaption><pre><code>(.*?)<\/code>/gs);
  return Object.fromEntries([...shown].map(([, status, code = '']) => [status, JSON.parse(textOf(code))]));
}

/** A command as a request, with its shell variables filled in. */
function toRequest(command: string, variables: Record<string, string>) {
  const filled = command.slice(command.indexOf('curl')).replace(/\$(?:\((\w+)\)|(\w+))/g, (_, program, name) => {
    const value = program === 'uuidgen' ? crypto.randomUUID() : variables[name];
    if (value === undefined) throw new Error(`The example needs $${program ?? name}: ${command}`);
    return value;
  });
  const words = [...filled.matchAll(/"([^"]*)"|'([^']*)'|([^\s\\]+)/g)].map(([, ...word]) => word.join(''));
  const after = (option: string) => words.flatMap((word, index) => (word === option ? (words[index + 1] ?? []) : []));
  const { pathname, search, origin } = new URL(words.find((word) => word.startsWith('http')) ?? '');
  expect(origin).toBe(app.publicUrl);
  return {
    method: (after('-X')[0] ?? 'GET') as 'GET',
    url: `${pathname}${search}`,
    headers: Object.fromEntries(after('-H').map((header) => header.split(': '))),
    payload: after('-d')[0],
  };
}

const reader = memoise(() => app.owner());

/** The variables a reader would set: the token, and an id of their own for each path parameter. */
async function variablesFor(route: Route) {
  const owner = await reader();
  const params = await arrangeRow(app, owner, route);
  const names = [...commandFor(route).matchAll(/\/\$(\w+)/g)].map(([, name]) => name ?? '');
  const values = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(params[name ?? '']));
  return { PARLEY_TOKEN: owner.token, ...Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])) };
}

describe('the example of a call', () => {
  const ajv = new Ajv({ allowUnionTypes: true, formats: { 'date-time': true, email: true, 'https-link': true } });

  test.each(named)('%s is on the page', (_name, route) => {
    const [fixed = ''] = route.path.split('{');
    expect(commandFor(route)).toMatch(/^curl /);
    expect(commandFor(route)).toContain(`"${app.publicUrl}/api${fixed}`);
  });

  test.each(named.filter(([, { method }]) => method === 'GET'))('%s works', async (_name, route) => {
    const request = toRequest(commandFor(route), await variablesFor(route));
    const { statusCode } = await app.http.inject(request);
    expect(statusCode).toBe(statusOf(route));
  });

  test.each(named.filter(([, { body }]) => body))('%s sends a valid body', async (_name, route) => {
    const { payload = '', method, headers } = toRequest(commandFor(route), await variablesFor(route));
    expect(method).toBe(route.method);
    expect(headers['Content-Type']).toBe('application/json');
    expect(() => compileInput(route).read({ search: '', query: {}, body: JSON.parse(payload) })).not.toThrow();
  });

  test.each(named.filter(([, { upload }]) => upload))('%s sends a file', async (_name, route) => {
    const command = uploadCommandFor(route);
    const names = { csv: /@[\w-]+\.csv"/, document: '@handbook.pdf"', image: '@photo.jpg"' };
    expect(command).toMatch(names[route.upload === true ? 'image' : (route.upload ?? 'image')]);
    const { method, url, headers } = toRequest(command, await variablesFor(route));
    expect(headers['Content-Type'], 'curl writes it, with the boundary').toBeUndefined();
    const form = fileFor(route);
    const answer = await app.http.inject({
      method,
      url,
      headers: { ...headers, ...form.headers },
      payload: form.payload,
    });
    expect(answer.statusCode).toBe(statusOf(route));
  });

  test.each(named)('%s shows responses that match their schemas', (_name, route) => {
    const shown = responsesOf(route);
    for (const [status, reply] of Object.entries(route.replies)) {
      if (!('schema' in reply)) continue;
      const isRight = ajv.validate(reply.schema, shown[status]);
      expect(isRight, ajv.errorsText()).toBe(true);
    }
  });
});

test('the first command of the page works as printed', async () => {
  const first = commandsOf(page).find((command) => command.includes('curl')) ?? '';
  expect(first).toContain('export PARLEY_TOKEN=');
  const owner = await app.owner();
  const { statusCode, body } = await app.http.inject(toRequest(first, { PARLEY_TOKEN: owner.token }));
  expect(statusCode).toBe(200);
  expect(JSON.parse(body).data.widget_id).toBe(owner.widgetId);
});

test('in a browser the page marks the current section, fits a phone and reports no errors', async () => {
  const { address: url } = await startApp({}, { live: true });
  const desk = await openPage({ viewport: { width: 1440, height: 900 } });
  await desk.page.goto(`${url}/docs#contacts-create`);
  await desk.page.locator('nav a[aria-current]', { hasText: 'Create a contact' }).waitFor();
  expect(await desk.page.locator('button', { hasText: 'Copy' }).count()).toBeGreaterThan(routes.length);

  const phone = await openPage({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  await phone.page.goto(`${url}/docs`);
  expect(await phone.page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await phone.page.getByText('Contents', { exact: true }).click();
  await phone.page.locator('nav a', { hasText: 'List contacts' }).click();
  await phone.page.locator('h3', { hasText: 'List contacts' }).waitFor();
  expect(await phone.page.locator('nav').isVisible()).toBe(false);
  expect([...desk.complaints, ...phone.complaints]).toEqual([]);
});
