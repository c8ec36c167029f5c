import { expect, test } from 'vitest';
import { findViolations } from './architecture.ts';

const src = 'apps/server/src';
const violations = (from: string, ...to: string[]) => findViolations(new Map([[from, to]]));

test('arrows point from modules to kernel to infra, and whatever composes them sees all', () => {
  expect(violations(`${src}/modules/tags/service.ts`, `${src}/kernel/http.ts`, `${src}/infra/log.ts`)).toEqual([]);
  expect(violations(`${src}/app.ts`, `${src}/modules/tags/index.ts`, `${src}/infra/log.ts`)).toEqual([]);
  expect(violations(`${src}/infra/log.ts`, `${src}/kernel/http.ts`)).toHaveLength(1);
  expect(violations(`${src}/kernel/http.ts`, `${src}/modules/tags/index.ts`)).toHaveLength(1);
  expect(violations(`${src}/kernel/http.ts`, `${src}/config.ts`)).toHaveLength(1);
});

test('a module is reached through its index, and its files know their place', () => {
  expect(violations(`${src}/modules/chats/service.ts`, `${src}/modules/tags/index.ts`)).toEqual([]);
  expect(violations(`${src}/modules/chats/service.ts`, `${src}/modules/tags/store.ts`)).toHaveLength(1);
  expect(violations(`${src}/modules/chats/routes.ts`, `${src}/modules/chats/store.ts`)).toHaveLength(1);
  expect(violations(`${src}/modules/chats/store.ts`, `${src}/modules/chats/service.ts`)).toHaveLength(1);
});

test('SQL joins tables of other modules, and nothing else does', () => {
  expect(violations(`${src}/modules/chats/store.ts`, `${src}/modules/tags/tables.ts`)).toEqual([]);
  expect(violations(`${src}/modules/chats/tables.ts`, `${src}/modules/tags/tables.ts`)).toEqual([]);
  expect(violations(`${src}/modules/chats/service.ts`, `${src}/modules/tags/tables.ts`)).toHaveLength(1);
  expect(violations(`${src}/modules/chats/store.ts`, `${src}/modules/tags/store.ts`)).toHaveLength(1);
});

test('a workspace is reached by the name of its package', () => {
  expect(violations(`${src}/app.ts`, 'packages/contract/src/index.ts')).toEqual([]);
  expect(violations(`${src}/app.ts`, 'packages/contract/src/problems/problems.ts')).toHaveLength(1);
  expect(violations('apps/console/src/app.ts', `${src}/app.ts`)).toHaveLength(1);
  expect(violations(`${src}/app.ts`, 'apps/server/test/harness.ts')).toHaveLength(1);
});

test('a circle is found', () => {
  const graph = new Map([
    [`${src}/infra/a.ts`, [`${src}/infra/b.ts`]],
    [`${src}/infra/b.ts`, [`${src}/infra/c.ts`]],
    [`${src}/infra/c.ts`, [`${src}/infra/a.ts`]],
  ]);
  expect(findViolations(graph)).toHaveLength(1);
});
