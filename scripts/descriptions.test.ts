import { expect, test } from 'vitest';
import { toOpenApi } from '../packages/contract/src/index.ts';
import { findUndescribed } from './descriptions.ts';

const found = findUndescribed(
  JSON.parse(JSON.stringify(toOpenApi({ publicUrl: 'https://chat.example.com', version: '1.2.3' }))),
);

test('every operation, member and parameter of the API has a description', () => {
  expect(
    found,
    'describe them where they are declared: doc(…) for members and parameters, `description` for routes',
  ).toEqual({});
});

test('what lacks a description is found wherever it is', () => {
  const bare = { type: 'string' };
  const described = { ...bare, description: 'A text.' };
  const schema = {
    properties: {
      data: { items: { properties: { a: bare, b: { ...described, properties: { c: bare } } } } },
      next_cursor: described,
    },
  };
  const operation = {
    description: 'Lists parcels.',
    parameters: [{ name: 'id' }, { name: 'limit', description: 'How many.' }],
    requestBody: { content: { 'application/json': { schema: { anyOf: [bare, { properties: { d: bare } }] } } } },
    responses: { 200: { content: { 'application/json': { schema } } } },
  };
  const document = {
    paths: { '/parcels': { servers: {}, get: operation, post: { responses: {} } } },
    webhooks: {},
    components: {
      schemas: {
        Parcel: { additionalProperties: { properties: { weight: bare } } },
        Address: { properties: { street: described }, anyOf: [{ properties: { street: bare } }] },
      },
    },
  };
  expect(findUndescribed(JSON.parse(JSON.stringify(document)))).toEqual({
    'GET /parcels': ['parameter id', 'body d', 'response a', 'response b.c'],
    'POST /parcels': ['the operation'],
    Parcel: ['weight'],
  });
});
