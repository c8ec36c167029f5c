import { expect, test } from 'vitest';
import { findViolations } from './architecture.ts';

const src = 'apps/server/src';
const violations = (from: string, ...to: string[]) => findViolations(new Map([[from, to]]));

test('imports point from modules to kernel to infra, and the app may import all', () => {
  expect(violations(`${src}/modules/people/tags/service.ts`, `${src}/kernel/http.ts`, `${src}/infra/log.ts`)).toEqual(
    [],
  );
  expect(violations(`${src}/app.ts`, `${src}/modules/people/tags/index.ts`, `${src}/infra/log.ts`)).toEqual([]);
  expect(violations(`${src}/infra/log.ts`, `${src}/kernel/http.ts`)).toHaveLength(1);
  expect(violations(`${src}/kernel/http.ts`, `${src}/modules/people/tags/index.ts`)).toHaveLength(1);
  expect(violations(`${src}/kernel/http.ts`, `${src}/config.ts`)).toHaveLength(1);
});

test('folders of the kernel import downwards', () => {
  expect(violations(`${src}/kernel/live/sockets.ts`, `${src}/kernel/http/guard.ts`)).toEqual([]);
  expect(violations(`${src}/kernel/data/context.ts`, `${src}/kernel/problems.ts`)).toEqual([]);
  expect(violations(`${src}/kernel/module.ts`, `${src}/kernel/live/calls.ts`)).toEqual([]);
  expect(violations(`${src}/kernel/data/context.ts`, `${src}/kernel/live/rooms.ts`)).toHaveLength(1);
});

test('a module is imported through its index, and its routes do not import the store, nor the store the service', () => {
  expect(violations(`${src}/modules/conversations/chats/service.ts`, `${src}/modules/people/tags/index.ts`)).toEqual(
    [],
  );
  expect(
    violations(`${src}/modules/conversations/chats/service.ts`, `${src}/modules/people/tags/store.ts`),
  ).toHaveLength(1);
  expect(
    violations(`${src}/modules/conversations/chats/routes.ts`, `${src}/modules/conversations/chats/store.ts`),
  ).toHaveLength(1);
  expect(
    violations(`${src}/modules/conversations/chats/store.ts`, `${src}/modules/conversations/chats/service.ts`),
  ).toHaveLength(1);
});

test('a store imports tables and other stores of its module, also in a folder', () => {
  const chats = `${src}/modules/conversations/chats`;
  expect(violations(`${chats}/list/store/newest.ts`, `${chats}/store.ts`, `${chats}/tables.ts`)).toEqual([]);
  expect(violations(`${chats}/list/store/newest.ts`, `${chats}/list/list.ts`)).toHaveLength(1);
  expect(violations(`${chats}/routes.ts`, `${chats}/list/store/newest.ts`)).toHaveLength(1);
  expect(violations(`${chats}/list/store/newest.ts`, `${src}/modules/people/tags/tables.ts`)).toEqual([]);
});

test('only stores and tables import tables of other modules', () => {
  expect(violations(`${src}/modules/conversations/chats/store.ts`, `${src}/modules/people/tags/tables.ts`)).toEqual([]);
  expect(violations(`${src}/modules/conversations/chats/tables.ts`, `${src}/modules/people/tags/tables.ts`)).toEqual(
    [],
  );
  expect(
    violations(`${src}/modules/conversations/chats/service.ts`, `${src}/modules/people/tags/tables.ts`),
  ).toHaveLength(1);
  expect(violations(`${src}/modules/conversations/chats/store.ts`, `${src}/modules/people/tags/store.ts`)).toHaveLength(
    1,
  );
});

test('a workspace is imported by its package name', () => {
  expect(violations(`${src}/app.ts`, 'packages/contract/src/index.ts')).toEqual([]);
  expect(violations(`${src}/app.ts`, 'packages/contract/src/problems/problems.ts')).toHaveLength(1);
  expect(violations('apps/console/src/app.ts', `${src}/app.ts`)).toHaveLength(1);
  expect(violations(`${src}/app.ts`, 'apps/server/test/harness.ts')).toHaveLength(1);
});

test('the reference does not import the contract', () => {
  const page = 'packages/reference/src/docs-page.ts';
  expect(violations(page, 'packages/html/src/index.ts', 'packages/reference/src/document.ts')).toEqual([]);
  expect(violations(page, 'packages/contract/src/index.ts')).toHaveLength(1);
});

test('parts of the widget and of the live clients import downwards, and deferred parts are loaded on demand', () => {
  const widget = 'apps/widget/src';
  expect(violations(`${widget}/loader/main.ts`, `${widget}/loader/launcher.ts`, `${widget}/shell.ts`)).toEqual([]);
  expect(violations(`${widget}/loader/main.ts`, `${widget}/chat/main.tsx`)).toHaveLength(1);
  expect(violations(`${widget}/legacy/main.ts`, `${widget}/loader/site-api.ts`)).toEqual([]);
  expect(violations(`${widget}/legacy/main.ts`, `${widget}/loader/launcher.ts`)).toHaveLength(1);
  expect(violations(`${widget}/chat/forms/rating.tsx`, `${widget}/chat/model/model.ts`)).toEqual([]);
  expect(violations(`${widget}/chat/forms/rating.tsx`, `${widget}/chat/composer/composer.tsx`)).toHaveLength(1);
  expect(violations(`${widget}/chat/model/model.ts`, `${widget}/chat/ui/focus.ts`)).toHaveLength(1);
  expect(violations(`${widget}/shell.ts`, `${widget}/chat/model/model.ts`)).toHaveLength(1);
  expect(violations(`${widget}/chat/ui/deferred.tsx`, `${widget}/chat/deferred-parts.ts`)).toEqual([]);
  expect(violations(`${widget}/chat/main.tsx`, `${widget}/chat/deferred-parts.ts`)).toHaveLength(1);
  expect(violations(`${widget}/preview/invitation.ts`, `${widget}/invitations/bubble.ts`)).toEqual([]);
  expect(violations('packages/live/src/agent/agent.ts', 'packages/live/src/store.ts')).toEqual([]);
  expect(violations('packages/live/src/agent/agent.ts', 'packages/live/src/visitor/state.ts')).toHaveLength(1);
  expect(violations('packages/live/src/connection/connection.ts', 'packages/live/src/store.ts')).toHaveLength(1);
});

test('an area imports only those below it, and modules do not import each other in a circle', () => {
  const index = (module: string) => `${src}/modules/${module}/index.ts`;
  expect(violations(index('conversations/chats'), index('people/contacts'))).toEqual([]);
  expect(violations(index('people/contacts'), index('conversations/chats'))).toHaveLength(1);
  const circle = new Map([
    [`${src}/modules/account/users/service.ts`, [index('account/agents')]],
    [`${src}/modules/account/agents/store.ts`, [`${src}/modules/account/users/tables.ts`]],
  ]);
  expect(findViolations(circle)).toHaveLength(1);
});

test('a circular import is found', () => {
  const graph = new Map([
    [`${src}/infra/a.ts`, [`${src}/infra/b.ts`]],
    [`${src}/infra/b.ts`, [`${src}/infra/c.ts`]],
    [`${src}/infra/c.ts`, [`${src}/infra/a.ts`]],
  ]);
  expect(findViolations(graph)).toHaveLength(1);
});

test('in the console imports point from app down to locales', () => {
  const screen = 'apps/console/src/app/screens/inbox-screen.tsx';
  const list = 'apps/console/src/features/inbox/list/chat-list.tsx';
  const avatar = 'apps/console/src/ui/person/person-avatar.tsx';
  expect(violations(screen, list, avatar, 'apps/console/src/data/api.ts')).toEqual([]);
  expect(violations(list, 'apps/console/src/entities/agent/team.ts', 'apps/console/src/locales/en.ts')).toEqual([]);
  expect(violations(list, screen)).toHaveLength(1);
  expect(violations(avatar, 'apps/console/src/entities/agent/team.ts')).toHaveLength(1);
  expect(violations('apps/console/src/data/api.ts', avatar)).toHaveLength(1);
  expect(violations('apps/console/src/stray.ts', avatar)).toHaveLength(1);
});

test('features of the console do not import each other, and neither do entities', () => {
  const src = 'apps/console/src';
  expect(violations(`${src}/features/inbox/list/row.tsx`, `${src}/features/inbox/views/view.ts`)).toEqual([]);
  expect(violations(`${src}/features/inbox/list/row.tsx`, `${src}/features/composer/draft/draft.ts`)).toHaveLength(1);
  expect(violations(`${src}/entities/chat/name.ts`, `${src}/entities/contact/name.ts`)).toHaveLength(1);
});

test('folders of the console do not import each other in a circle, even if their files do not', () => {
  const src = 'apps/console/src';
  const graph = new Map([
    [`${src}/app/shell/a.ts`, [`${src}/app/palette/b.ts`]],
    [`${src}/app/palette/c.ts`, [`${src}/app/shell/d.ts`]],
    [`${src}/locales/en.ts`, [`${src}/locales/en/inbox.ts`]],
    [`${src}/locales/en/chats.ts`, [`${src}/locales/en.ts`]],
  ]);
  expect(findViolations(graph)).toEqual([
    `${src}/app/shell → ${src}/app/palette → ${src}/app/shell: imports in a circle`,
  ]);
});
