import { describe, expect, test } from 'vitest';
import {
  api,
  dashboard,
  events,
  problemCodes,
  problems,
  problemsOf,
  type Route,
  resourceName,
  toOpenApi,
} from './index.ts';

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

test('every route of the API is an operation with a name of its own, and no route of the dashboard is', () => {
  const operations = Object.values<object>(document.paths).flatMap(Object.values);
  expect(operations).toHaveLength(routes.length);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(routes.length);
  const paths = Object.values(dashboard).flatMap((group) => Object.values<Route>(group).map(({ path }) => path));
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
    const expected = route.scopes.length ? route.scopes.map((scope) => ({ bearer: [scope] })) : [{ bearer: [] }];
    expect(operation.security).toEqual(expected);
    const key = operation.parameters.map(follow).find(({ name }: { name: string }) => /Idempotency/.test(name));
    expect(key?.required).toBe(route.key && route.key === 'required');
  });

  test('answers with objects that have a name', () => {
    const items = Object.values(route.replies).flatMap((reply) => (reply.shape === 'none' ? [] : reply.item));
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

test('knows every event, every problem and every header of the limits', () => {
  expect(Object.keys(document.webhooks)).toEqual(Object.values(events).map(({ name }) => name));
  expect(Object.keys(document.components.examples)).toEqual(problemCodes);
  const { headers } = operationOf(api.root.read).responses[200];
  expect(Object.keys(headers)).toEqual(expect.arrayContaining(['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'ETag']));
});
