import { readFileSync } from 'node:fs';
import { toOpenApi } from '@parley/contract';
import { expect, test } from 'vitest';
import { curlFor } from './curl.ts';
import { dereference } from './document.ts';
import { renderDocs, renderProblems } from './index.ts';
import { markdown } from './markdown.ts';
import { membersOf } from './members.ts';
import { getOperation, readReference } from './reference.ts';
import { BY_NAME, FILES } from './sample-values.ts';
import { sample, sampleBody } from './samples.ts';
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

test('what is said beside a reference counts more than what its target says', () => {
  const sender = { $ref: '#/components/schemas/Person', description: 'Who sent it.', examples: ['Ann'] };
  const schemas = { Parcel: { properties: { sender } }, Person: { type: 'string', description: 'A person.' } };
  const { components } = dereference({ ...parcels, components: { ...parcels.components, schemas } });
  expect(components).toMatchObject({
    schemas: { Parcel: { properties: { sender: { type: 'string', title: 'Person', description: 'Who sent it.' } } } },
  });
});

test('a member is shown with its description, example and first version', () => {
  const weight = { type: 'integer', description: 'In `grams`.', examples: [500], 'x-since': '1.2.0' };
  const [member] = membersOf({ properties: { weight } });
  expect(member?.description?.html).toBe('In <code>grams</code>.');
  expect(member?.example?.html).toBe('<code>500</code>');
  expect(member?.notes.map(({ html }) => html)).toEqual(['since 1.2.0']);
});

test('an operation is shown with its own server, description and version', () => {
  const path = parcels.paths['/parcels/{id}'];
  const get = { ...path.get, security: [{ visitor: [] }], description: 'Weighed **daily**.', 'x-since': '1.2.0' };
  const paths = { '/parcels/{id}': { servers: [{ url: 'https://visits.test' }], get } };
  const operation = getOperation(readReference({ ...parcels, paths }), 'airParcelsRead');
  expect(operation).toMatchObject({ credential: 'visitor', description: 'Weighed **daily**.', since: '1.2.0' });
  expect(operation.scopes).toBeUndefined();
  expect(curlFor(operation)).toBe(
    'curl "https://visits.test/parcels/$PARCEL_ID" \\\n  -H "Authorization: Bearer $VISITOR_TOKEN"',
  );
  const { text } = renderDocs({
    ...published,
    paths: { ...published.paths, ...paths },
    tags: [...published.tags, ...parcels.tags],
  });
  expect(text).toContain('<p>Weighed <strong>daily</strong>.</p>');
});

test('a sample is the example of the schema before one by its name', () => {
  expect(sample({ type: 'string' }, 'email')).toBe('ann@example.com');
  expect(sample({ type: 'string', examples: ['bob@example.com'] }, 'email')).toBe('bob@example.com');
  const body = { properties: { email: { type: 'string' } }, examples: [{ email: 'bob@example.com' }] };
  expect(sampleBody(body)).toEqual({ email: 'bob@example.com' });
});

test('Markdown is paragraphs, lists, code, emphasis and links within this server', () => {
  const text =
    'See **all** of [chats](/docs/guides/chats).\n\n- `one` <b>\n- [two](/docs#two)\n\n[out](https://x.test)';
  expect(markdown(text).map(({ html }) => html.trim())).toEqual([
    '<p>See <strong>all</strong> of <a href="/docs/guides/chats">chats</a>.</p>',
    '<ul class="points"><li><code>one</code> &lt;b&gt;</li><li><a href="#two">two</a></li></ul>',
    '<p>[out](https://x.test)</p>',
  ]);
});
