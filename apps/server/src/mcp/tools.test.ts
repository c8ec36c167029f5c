import { api, type Route, type RouteGroup } from '@parley/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { apiTools } from './tools.ts';

const routes = Object.values<RouteGroup>(api).flatMap((group) => Object.values<Route>(group));
const tools = [...apiTools().values()];
const find = (name: string) => apiTools().get(name) ?? expect.fail(`there is no tool ${name}`);

test('every route of the API is a tool exactly once', () => {
  expect(routes.length).toBeGreaterThan(240);
  expect(tools.map(({ route }) => route)).toEqual(routes);
});

test('names of tools and arguments are those that the APIs of models accept', () => {
  for (const { definition } of tools) {
    expect(definition.name).toMatch(/^[a-z][a-z_]{2,48}$/);
    for (const name of Object.keys(definition.inputSchema.properties ?? {})) expect(name).toMatch(/^[\w.-]{1,64}$/);
  }
  expect(find('quick_phrases_list').definition.title).toBe(api.quickPhrases.list.summary);
});

test('every input schema is valid JSON Schema of an object without conditions at the top', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const { definition } of tools) {
    const { inputSchema } = definition;
    expect(() => ajv.compile(inputSchema), definition.name).not.toThrow();
    expect(inputSchema).toMatchObject({ type: 'object', properties: expect.anything() });
    expect(Object.keys(inputSchema).filter((each) => /^(anyOf|allOf|oneOf|if|\$ref)$/.test(each))).toEqual([]);
    expect(Object.keys(inputSchema.properties ?? {})).toEqual(expect.arrayContaining(inputSchema.required ?? []));
  }
});

test('arguments of path, query and body stand side by side, with their descriptions', () => {
  const { inputSchema } = find('chats_list').definition;
  expect(inputSchema.properties).toMatchObject({
    cursor: { description: 'The `next_cursor` of the page before.' },
    limit: { type: 'integer', default: 10, maximum: 100 },
  });
  const transfer = find('chats_transfer').definition.inputSchema;
  expect(transfer.properties).toMatchObject({
    id: { description: 'Id of the chat.' },
    idempotency_key: { type: 'string' },
  });
  expect(transfer.required).toContain('id');
  expect(transfer.required).not.toContain('idempotency_key');
});

test('reads, writes and what cannot be taken back are marked', () => {
  const hints = (name: string) => find(name).definition.annotations;
  expect(hints('chats_list')).toMatchObject({ readOnlyHint: true, destructiveHint: false, idempotentHint: true });
  expect(hints('chats_close')).toMatchObject({ readOnlyHint: false, destructiveHint: false, idempotentHint: false });
  expect(hints('departments_set_schedule')).toMatchObject({ destructiveHint: false, idempotentHint: true });
  for (const name of ['contacts_remove', 'contacts_merge', 'campaigns_send', 'webhooks_rotate_secret']) {
    expect(hints(name)).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  }
  for (const { route, definition } of tools) {
    expect(definition.annotations?.readOnlyHint).toBe(route.method === 'GET');
    if (route.method === 'DELETE') expect(definition.annotations?.destructiveHint).toBe(true);
  }
});

test('a description names guides as resources', () => {
  const text = tools.map(({ definition }) => definition.description).join();
  expect(text).not.toContain('](/docs/guides/');
});
