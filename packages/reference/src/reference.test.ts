import { readFileSync } from 'node:fs';
import { toOpenApi } from '@parley/contract';
import { expect, test } from 'vitest';
import { curlFor } from './curl.ts';
import { renderDocs, renderProblems } from './index.ts';
import { getOperation, readReference } from './reference.ts';
import { BY_NAME, FILES } from './sample-values.ts';
import { TITLES } from './titles.ts';

const published = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'));

test('the published document renders the same pages as the contract', () => {
  const document = toOpenApi({ publicUrl: 'https://chat.example.com', version: published.info.version });
  expect(renderDocs(published)).toEqual(renderDocs(document));
  expect(renderProblems(published)).toEqual(renderProblems(document));
});

test('titles and samples belong to existing operations', () => {
  const operations = readReference(published).groups.flatMap((group) => group.operations);
  const names = operations.map(({ name }) => name);
  expect(Object.keys({ ...TITLES, ...FILES }).filter((name) => !names.includes(name))).toEqual([]);
  const calls = operations.map(({ method, path }) => `${method} ${path}`);
  const sampled = Object.keys(BY_NAME).flatMap((name) => /^[A-Z]+ .+(?=\.)/.exec(name) ?? []);
  expect(sampled.length).toBeGreaterThan(5);
  expect(sampled.filter((call) => !calls.includes(call))).toEqual([]);
});

const Parcel = { type: 'object', properties: { weight: { type: 'integer', minimum: 1 } } };
const notFound = {
  summary: 'Not found',
  value: { type: 'https://x.test/p/not-found', status: 404 },
  'x-help': 'Check it.',
};
const parcels = {
  openapi: '3.1.1',
  info: { version: '1.2.3' },
  servers: [{ url: 'https://post.test/api' }],
  tags: [{ name: 'Air parcels' }],
  paths: {
    '/parcels/{id}': {
      get: {
        operationId: 'airParcelsRead',
        tags: ['Air parcels'],
        summary: 'Retrieve a parcel',
        security: [{ bearer: ['parcels:read'] }],
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Parcel' } } } },
          304: {},
          404: { $ref: '#/components/responses/NotFound' },
        },
      },
    },
  },
  webhooks: {},
  components: {
    schemas: { Parcel },
    responses: {
      NotFound: {
        content: {
          'application/problem+json': { examples: { not_found: { $ref: '#/components/examples/not_found' } } },
        },
      },
    },
    examples: { not_found: notFound },
    securitySchemes: { bearer: { 'x-scopes': { 'parcels:read': 'Read.' }, 'x-scope-marks': {}, 'x-presets': {} } },
  },
};

test('an operation is read with its references resolved', () => {
  const reference = readReference(parcels);
  const operation = getOperation(reference, 'airParcelsRead');
  expect(operation).toMatchObject({
    id: 'air-parcels-read',
    title: 'Read an air parcel',
    scopes: ['parcels:read'],
    replies: [{ status: '200', shape: 'bare', item: { ...Parcel, title: 'Parcel' } }],
    problems: [{ code: 'not_found', slug: 'not-found', status: 404, title: 'Not found', help: 'Check it.' }],
  });
  expect(reference.groups).toMatchObject([{ id: 'air-parcels', objects: [{ title: 'Parcel' }] }]);
  expect(curlFor(operation)).toBe(
    'curl "https://post.test/api/parcels/$PARCEL_ID" \\\n  -H "Authorization: Bearer $PARLEY_TOKEN"',
  );
});
