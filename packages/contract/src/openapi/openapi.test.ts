import { describe, expect, test } from 'vitest';
import {
  api,
  dashboard,
  events,
  isOfSites,
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
const routesOf = (...groups: object[]) => groups.flatMap(Object.values).flatMap((group) => Object.values<Route>(group));
const routes = routesOf(api, site);
const named = routes.map((route): [string, Route] => [`${route.method} ${route.path}`, route]);
const operationOf = ({ method, path }: Route) => document.paths[path]?.[method.toLowerCase()];

/** Resolves a `$ref`; other values are returned as they are. */
function follow(value: { $ref?: string }) {
  if (!value.$ref) return value;
  const [root, ...path] = value.$ref.split('/');
  expect(root).toBe('#');
  return path.reduce((found, name) => found[name], document);
}

test('every route of the API and the visitor API is an operation with a unique id, and no other route is', () => {
  const operations = Object.values<object>(document.paths).flatMap(({ servers: _, ...methods }: { servers?: object }) =>
    Object.values<{ operationId: string }>(methods),
  );
  expect(operations).toHaveLength(routes.length);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(routes.length);
  expect(routesOf(dashboard).filter(({ path }) => path in document.paths)).toEqual([]);
  expect(document.servers).toEqual([{ url: 'https://chat.example.com/api' }]);
  expect(document.info.version).toBe('1.2.3');
});

test('the visitor API has its own tag, server and credential', () => {
  for (const route of routesOf(site)) {
    expect(document.paths[route.path].servers).toEqual([{ url: 'https://chat.example.com' }]);
    expect(operationOf(route).tags).toEqual(['Visitor API']);
  }
  expect(operationOf(site.visitor.send).security).toEqual([{ visitor: [] }]);
  expect(operationOf(site.visitor.open).security).toEqual([{}, { visitor: [] }]);
  expect(document.components.securitySchemes.visitor).toMatchObject({ type: 'http', scheme: 'bearer' });
});

test('every tag has a description, and every operation has one of them', () => {
  const tags = document.tags.map(({ name }: { name: string }) => name);
  for (const { name, description } of document.tags) expect([name, description]).toEqual([name, expect.any(String)]);
  expect(tags).toHaveLength(Object.keys(api).length + 1);
  for (const route of routes) expect(tags).toContain(operationOf(route).tags[0]);
});

describe.each(named)('%s', (_name, route) => {
  const operation = operationOf(route);

  test('lists each of its problems under its status, with an example', () => {
    const described = Object.entries<object>(operation.responses).flatMap(([status, response]) => {
      const { content } = follow(response);
      const codes = Object.keys(content?.['application/problem+json']?.examples ?? {});
      return codes.map((code) => [code, Number(status)]);
    });
    const declared = problemsOf(route).map((code) => [code, problems[code].status]);
    expect(described.sort()).toEqual(declared.sort());
  });

  test('lists its scopes as alternatives, and its idempotency key', () => {
    const byScope = route.scopes.length ? route.scopes.map((scope) => ({ bearer: [scope] })) : [{ bearer: [] }];
    if (!isOfSites(route)) expect(operation.security).toEqual(route.auth === 'token' ? byScope : []);
    const key = operation.parameters.map(follow).find(({ name }: { name: string }) => /Idempotency/.test(name));
    expect(key?.required).toBe(route.key && route.key === 'required');
  });

  test('responds with named objects', () => {
    const items = Object.values(route.replies).flatMap((reply) => ('item' in reply ? reply.item : []));
    const objects = items.filter((item) => 'properties' in item);
    expect(objects.map(resourceName), 'a resource is listed in resources.ts').not.toContain(undefined);
  });
});

test('optional fields and those with a default are not required', () => {
  const limit = operationOf(api.contacts.list).parameters.find(({ name }: { name: string }) => name === 'limit');
  expect(limit).toEqual({
    name: 'limit',
    in: 'query',
    description: 'How many items a page has at most.',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    example: 50,
  });
  const { schema } = operationOf(api.quickPhrases.create).requestBody.content['application/json'];
  expect(schema.required).toEqual(['agent_id', 'name', 'phrase']);
});

test('a body is required unless an empty one is valid', () => {
  const isRequired = (route: Route) => operationOf(route).requestBody.required;
  for (const route of [api.quickPhrases.create, api.contacts.create, api.contacts.update, api.files.create]) {
    expect(isRequired(route)).toBe(true);
  }
  for (const route of [api.chats.close, api.chats.detachAgent]) expect(isRequired(route)).toBe(false);
  expect(operationOf(api.contacts.block).requestBody).toBeUndefined();
});

test('a file is uploaded as multipart, as an alternative to JSON', () => {
  const { content } = operationOf(api.files.create).requestBody;
  expect(Object.keys(content)).toEqual(['application/json', 'multipart/form-data']);
  expect(content['multipart/form-data'].schema).toMatchObject({
    required: ['file'],
    properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
  });
});

test('a text is text/plain, a redirect has a Location, and a bare object has no envelope', () => {
  const responseOf = (route: Route, status: number) => operationOf(route).responses[status];
  expect(responseOf(api.chats.transcript, 200).content).toEqual({ 'text/plain': { schema: { type: 'string' } } });
  const moved = responseOf(api.files.read, 302);
  expect([moved.content, follow(moved.headers.Location)]).toMatchObject([undefined, { schema: { format: 'uri' } }]);
  const { schema } = responseOf(api.chats.readAi, 200).content['application/json'];
  expect(schema).toEqual({ $ref: '#/components/schemas/ChatAi' });
});

test('custom formats are expressed as standard formats and patterns', () => {
  const formats = [...JSON.stringify(document).matchAll(/"format":"([^"]+)"/g)].map(([, format]) => format);
  expect([...new Set(formats)].sort()).toEqual(['date-time', 'email', 'uri']);
  const { schema } = operationOf(api.messages.send).requestBody.content['application/json'];
  const { url } = schema.properties.keyboard.properties.buttons.items.properties;
  expect(url).toMatchObject({ format: 'uri', pattern: expect.stringContaining('://') });
  expect(new RegExp(url.pattern).test('http://shop.example')).toBe(false);
});

test('fields that a message type requires or forbids are part of its schema', () => {
  const { schema } = operationOf(api.messages.send).requestBody.content['application/json'];
  const ofSticker = schema.allOf.find(
    ({ if: when }: { if: { properties: { type: { const: string } } } }) => when.properties.type.const === 'sticker',
  );
  expect(ofSticker.if.required).toEqual(['type']);
  expect(ofSticker.then).toMatchObject({ required: ['sticker'], properties: { file: false, coords: false } });
  expect(ofSticker.then.properties).not.toHaveProperty('body');
});

test('resources are referenced, not inlined', () => {
  const { schema } = operationOf(api.contacts.list).responses[200].content['application/json'];
  expect(schema.properties.data).toMatchObject({
    type: 'array',
    items: { $ref: '#/components/schemas/ListedContact' },
  });
});

test('every reference resolves', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
    ([, reference]) => reference ?? '',
  );
  expect(references.length).toBeGreaterThan(100);
  expect(references.filter(($ref) => follow({ $ref }) === undefined)).toEqual([]);
});

test('an operation names its rate class and what it purges', () => {
  expect(operationOf(api.account.update)).toMatchObject({ 'x-rate-class': 'write', 'x-purges': 'account' });
  expect(operationOf(api.account.read)).toMatchObject({ 'x-rate-class': 'read' });
});

test('the document has help for problems, marks of scopes, presets, and which texts are streamed', () => {
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

test('the document lists every problem, and the rate limit headers', () => {
  expect(Object.keys(document.components.examples)).toEqual(problemCodes);
  const { headers } = operationOf(api.service.whoAmI).responses[200];
  expect(Object.keys(headers)).toEqual(expect.arrayContaining(['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'ETag']));
});

describe('webhooks', () => {
  const headersOf = (name: string) =>
    document.webhooks[name].post.parameters.map(follow).map((parameter: { name: string }) => parameter.name);

  test('every event is described with its envelope and headers, and so is a test', () => {
    const names = Object.values(events).map(({ name }) => name);
    expect(Object.keys(document.webhooks)).toEqual([...names, 'webhook.test', 'channel.outbound']);
    for (const name of [...names, 'webhook.test']) {
      const { schema } = document.webhooks[name].post.requestBody.content['application/json'];
      expect(schema.properties).toMatchObject({
        id: { pattern: '^evt_' },
        type: { const: name },
        data: { type: 'object' },
      });
      expect(headersOf(name)).toEqual([
        'X-Service-Event',
        'X-Service-Signature',
        'X-Service-Signature-Previous',
        'X-Service-Idempotency-Key',
        'X-Service-Delivery',
        'X-Service-Timestamp',
      ]);
    }
  });

  test('a reply to a custom channel has no envelope and two headers', () => {
    const { schema } = document.webhooks['channel.outbound'].post.requestBody.content['application/json'];
    expect(schema.required).toEqual(['external_channel_id', 'external_client_id', 'message']);
    expect(headersOf('channel.outbound')).toEqual(['X-Service-Event', 'X-Service-Signature']);
  });
});
