import { describe, expect, test } from 'vitest';
import {
  api,
  dashboard,
  events,
  presets,
  problemCodes,
  problems,
  problemsOf,
  type Route,
  resourceName,
  site,
  toOpenApi,
} from '../index.ts';

const document = JSON.parse(JSON.stringify(toOpenApi({ publicUrl: 'https://chat.example.com', version: '1.2.3' })));
const routes = Object.values(api).flatMap((group) => Object.values<Route>(group));
const named = routes.map((route): [string, Route] => [`${route.method} ${route.path}`, route]);
const operationOf = ({ method, path }: Route) => document.paths[path]?.[method.toLowerCase()];

/** The thing that a `$ref` is of, or what it was given. */
function follow(value: { $ref?: string }) {
  if (!value.$ref) return value;
  const [root, ...path] = value.$ref.split('/');
  expect(root).toBe('#');
  return path.reduce((found, name) => found[name], document);
}

test('every route of the API is an operation with a name of its own, and no other route is', () => {
  const operations = Object.values<object>(document.paths).flatMap(Object.values);
  expect(operations).toHaveLength(routes.length);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(routes.length);
  const others = [...Object.values(dashboard), ...Object.values(site)];
  const paths = others.flatMap((group) => Object.values<Route>(group).map(({ path }) => path));
  expect(paths.filter((path) => path in document.paths)).toEqual([]);
  expect(document.servers).toEqual([{ url: 'https://chat.example.com/api' }]);
  expect(document.info.version).toBe('1.2.3');
});

describe.each(named)('%s', (_name, route) => {
  const operation = operationOf(route);

  test('has each of its problems under its status, with an example', () => {
    const described = Object.entries<object>(operation.responses).flatMap(([status, response]) => {
      const { content } = follow(response);
      const codes = Object.keys(content?.['application/problem+json']?.examples ?? {});
      return codes.map((code) => [code, Number(status)]);
    });
    const declared = problemsOf(route).map((code) => [code, problems[code].status]);
    expect(described.sort()).toEqual(declared.sort());
  });

  test('asks for its scopes as alternatives, and for its key', () => {
    const byScope = route.scopes.length ? route.scopes.map((scope) => ({ bearer: [scope] })) : [{ bearer: [] }];
    expect(operation.security).toEqual(route.auth === 'token' ? byScope : []);
    const key = operation.parameters.map(follow).find(({ name }: { name: string }) => /Idempotency/.test(name));
    expect(key?.required).toBe(route.key && route.key === 'required');
  });

  test('answers with objects that have a name', () => {
    const items = Object.values(route.replies).flatMap((reply) => ('item' in reply ? reply.item : []));
    const objects = items.filter((item) => 'properties' in item);
    expect(objects.map(resourceName), 'a resource is listed in resources.ts').not.toContain(undefined);
  });
});

test('what has a default or may be left out is not required', () => {
  const [, , , , , limit] = operationOf(api.contacts.list).parameters;
  expect(limit).toEqual({
    name: 'limit',
    in: 'query',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  });
  const { schema } = operationOf(api.quickPhrases.create).requestBody.content['application/json'];
  expect(schema.required).toEqual(['agent_id', 'name', 'phrase']);
});

test('a body is required unless nothing in it is', () => {
  const isRequired = (route: Route) => operationOf(route).requestBody.required;
  for (const route of [api.quickPhrases.create, api.contacts.create, api.contacts.update, api.files.create]) {
    expect(isRequired(route)).toBe(true);
  }
  for (const route of [api.chats.close, api.chats.detachAgent]) expect(isRequired(route)).toBe(false);
  expect(operationOf(api.contacts.block).requestBody).toBeUndefined();
});

test('a file is sent as multipart, in place of JSON where there is any', () => {
  const { content } = operationOf(api.files.create).requestBody;
  expect(Object.keys(content)).toEqual(['application/json', 'multipart/form-data']);
  expect(content['multipart/form-data'].schema).toMatchObject({
    required: ['file'],
    properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
  });
});

test('a text is plain, a redirect has its address, and an object without an envelope stands by itself', () => {
  const answerOf = (route: Route, status: number) => operationOf(route).responses[status];
  expect(answerOf(api.chats.transcript, 200).content).toEqual({ 'text/plain': { schema: { type: 'string' } } });
  const moved = answerOf(api.files.read, 302);
  expect([moved.content, follow(moved.headers.Location)]).toMatchObject([undefined, { schema: { format: 'uri' } }]);
  const { schema } = answerOf(api.chats.readAi, 200).content['application/json'];
  expect(schema).toEqual({ $ref: '#/components/schemas/ChatAi' });
});

test('what only our validation knows is said in words of the standard', () => {
  const formats = [...JSON.stringify(document).matchAll(/"format":"([^"]+)"/g)].map(([, format]) => format);
  expect([...new Set(formats)].sort()).toEqual(['date-time', 'email', 'uri']);
  const { schema } = operationOf(api.messages.send).requestBody.content['application/json'];
  const { url } = schema.properties.keyboard.properties.buttons.items.properties;
  expect(url).toMatchObject({ format: 'uri', pattern: expect.stringContaining('://') });
  expect(new RegExp(url.pattern).test('http://shop.example')).toBe(false);
});

test('what the type of a message asks of its members is part of its schema', () => {
  const { schema } = operationOf(api.messages.send).requestBody.content['application/json'];
  const ofSticker = schema.allOf.find(
    ({ if: when }: { if: { properties: { type: { const: string } } } }) => when.properties.type.const === 'sticker',
  );
  expect(ofSticker.if.required).toEqual(['type']);
  expect(ofSticker.then).toMatchObject({ required: ['sticker'], properties: { file: false, coords: false } });
  expect(ofSticker.then.properties).not.toHaveProperty('body');
});

test('resources are referred to, not repeated', () => {
  const { schema } = operationOf(api.contacts.list).responses[200].content['application/json'];
  expect(schema.properties.data).toEqual({ type: 'array', items: { $ref: '#/components/schemas/Contact' } });
});

test('every reference leads somewhere', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
    ([, reference]) => reference ?? '',
  );
  expect(references.length).toBeGreaterThan(100);
  expect(references.filter(($ref) => follow({ $ref }) === undefined)).toEqual([]);
});

test('says which counter a call takes from, and what it makes stale', () => {
  expect(operationOf(api.account.update)).toMatchObject({ 'x-rate-class': 'write', 'x-purges': 'account' });
  expect(operationOf(api.account.read)).toMatchObject({ 'x-rate-class': 'read' });
});

test('says what to do about a problem, what a scope is, and which texts are streamed', () => {
  expect(document.components.examples.not_found['x-help']).toBe(problems.not_found.help);
  const { bearer } = document.components.securitySchemes;
  expect(bearer['x-scope-marks']).toMatchObject({ 'agents:write': ['sensitive'], 'partners:withdraw': ['reserved'] });
  expect(bearer['x-presets']).toEqual(presets);
  const isStreamed = (route: Route) => operationOf(route).responses[200]['x-streamed'];
  expect([api.chats.transcript, api.contacts.export, api.compat.status].map(isStreamed)).toEqual([
    true,
    true,
    undefined,
  ]);
});

test('knows every event, every problem and every header of the limits', () => {
  expect(Object.keys(document.webhooks)).toEqual(Object.values(events).map(({ name }) => name));
  expect(Object.keys(document.components.examples)).toEqual(problemCodes);
  const { headers } = operationOf(api.service.whoAmI).responses[200];
  expect(Object.keys(headers)).toEqual(expect.arrayContaining(['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'ETag']));
});
