import { api, isOfSites, problemsOf, type Route, site, statusOf } from '@parley/contract';
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, test } from 'vitest';
import { fileFor } from '../../test/call.ts';
import { addAnsweredVisitor } from '../../test/callers.ts';
import { type OpenApp, openApp } from '../../test/harness.ts';
import { commandsOf, textOf } from '../../test/markup.ts';
import { anyVendor } from '../../test/messengers/any-vendor.ts';
import type { Owner } from '../../test/owners.ts';
import { CALLS_THIS_MACHINE } from '../../test/receiver.ts';
import { arrange, nameOf } from '../../test/resources.ts';
import { memoise } from '../kernel/data/memoise.ts';
import { compileInput } from '../kernel/http/validation.ts';

const routes = Object.values({ ...api, ...site }).flatMap((group) => Object.values<Route>(group));
const named = routes.map((route): [string, Route] => [nameOf(route), route]);

let app: OpenApp;
let page: string;
beforeAll(async () => {
  app = await openApp({ ...CALLS_THIS_MACHINE, ...(await anyVendor()) });
  page = (await app.http.inject('/docs')).body;
  return () => app.end();
});

/** The visitor API is beside `/api`. */
const rootOf = (route: Route) => (isOfSites(route) ? '' : '/api');

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

type Values = Record<string, unknown>;

/** The variables a reader would set: the token, and an id of their own for each path parameter. */
async function variablesFor(route: Route, owner: Owner, params: Values) {
  const token = isOfSites(route) ? (await addAnsweredVisitor(app, owner)).token : owner.token;
  const names = [...commandFor(route).matchAll(/\/\$(\w+)/g)].map(([, name]) => name ?? '');
  const values = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(params[name ?? '']));
  const ids = Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
  return { PARLEY_TOKEN: token, VISITOR_TOKEN: token, ...ids };
}

/** Members that name something of the reader's own, or a moment that must not have passed. */
const OWN = /(^|_)(ids?|guid|until|mentions|signature|expires|token|community|sid|invitation)$/;

/** The example with the reader's own ids; what they have none for is left out. */
function withOwn(example: Values, own: unknown): Values {
  const given = (own ?? {}) as Values;
  const members = Object.entries(example).map(([name, value]) => {
    if (OWN.test(name)) return [name, given[name]];
    return [name, isObject(value) ? withOwn(value, given[name]) : value];
  });
  return Object.fromEntries(members.filter(([, value]) => !isEmpty(value)));
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isEmpty = (value: unknown) => value === undefined || (isObject(value) && Object.keys(value).length === 0);

/** Problems of a call that was understood, in an account that is not ready for it. */
const STATES = ['wrong_status', 'test_required', 'ai_credential_missing', 'seat_limit_reached'];

/** Tests reach no site of others. */
const isUnreachable = (detail: string) => / cannot be resolved\.$/.test(detail);

describe('the example of a call', () => {
  const ajv = new Ajv({ allowUnionTypes: true, formats: { 'date-time': true, email: true, 'https-link': true } });

  test.each(named)('%s is on the page', (_name, route) => {
    const [fixed = ''] = route.path.split('{');
    expect(commandFor(route)).toMatch(/^curl /);
    expect(commandFor(route)).toContain(`"${app.publicUrl}${rootOf(route)}${fixed}`);
  });

  const ofBodies = named.filter(([, { body }]) => body);
  test.each(ofBodies)('%s sends a valid body', (_name, route) => {
    const text = /-d '(.*)'/s.exec(commandFor(route))?.[1]?.replaceAll("'\\''", "'") ?? '';
    expect(() => compileInput(route).read({ search: '', query: {}, body: JSON.parse(text) })).not.toThrow();
  });

  test.each(named.filter(([, { body, upload }]) => body || !upload))('%s is understood', async (_name, route) => {
    const owner = await app.owner();
    const { params, body } = await arrange(app, owner, route);
    const { payload, ...request } = toRequest(commandFor(route), await variablesFor(route, owner, params));
    const sent = payload && { payload: JSON.stringify(withOwn(JSON.parse(payload), body)) };
    const answer = await app.http.inject({ ...request, ...sent });
    if (answer.statusCode < 400) return expect(Object.keys(route.replies)).toContain(String(answer.statusCode));
    const { reason, detail } = answer.json();
    if (isUnreachable(detail)) return;
    expect({ sent, reason, detail }).toEqual({ sent, reason: expect.toBeOneOf(STATES), detail });
    expect(problemsOf(route)).toContain(reason);
  });

  test.each(named.filter(([, { upload }]) => upload))('%s sends a file', async (_name, route) => {
    const owner = await app.owner();
    const command = uploadCommandFor(route);
    const names = { csv: /@[\w-]+\.csv"/, document: '@handbook.pdf"', image: '@photo.jpg"' };
    expect(command).toMatch(names[route.upload === true ? 'image' : (route.upload ?? 'image')]);
    const { params } = await arrange(app, owner, route);
    const { method, url, headers } = toRequest(command, await variablesFor(route, owner, params));
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
