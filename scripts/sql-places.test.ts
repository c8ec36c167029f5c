import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { findSqlOutsideStores } from './sql-places.ts';

const linesWithSql = (source: string, file = 'apps/server/src/modules/people/contacts/service.ts') =>
  findSqlOutsideStores(file, source, parseSync(file, source)).map((each) => each.slice(0, each.indexOf(': ')));

test.each([
  'const rows = await sql({ id: integer() })`SELECT id FROM contacts`;',
  'const rows = await ctx.sql.prepared`\n  UPDATE contacts SET name = NULL`;',
  "await client.query('DELETE FROM contacts');",
  'const part = `WITH found AS (SELECT 1) SELECT`;',
  'await db.insert(contacts).values(rows);',
  'await ctx.db.select().from(contacts);',
  "import { eq } from 'drizzle-orm';",
  "import { fragment } from '../../../infra/postgres/sql.ts';",
])('%s is SQL', (source) => {
  expect(linesWithSql(source)).toEqual(['apps/server/src/modules/people/contacts/service.ts:1']);
});

test.each([
  'const label = t`Select a chat`;',
  "const title = 'Update the address';",
  "const help = 'SELECTED';",
  'known.delete(key);',
  "import type { SQL } from 'drizzle-orm';",
  "import type { Fragment } from '../../../infra/postgres/sql.ts';",
])('%s is not SQL', (source) => {
  expect(linesWithSql(source)).toEqual([]);
});

test.each([
  'apps/server/src/modules/people/contacts/store.ts',
  'apps/server/src/modules/conversations/chats/store/newest.ts',
  'apps/server/src/modules/conversations/chats/list/store/newest.ts',
  'apps/server/src/modules/people/contacts/tables.ts',
  'apps/server/src/infra/postgres/verify.ts',
])('%s may contain SQL', (file) => {
  expect(linesWithSql("await client.query('SELECT 1');", file)).toEqual([]);
});

test.each([
  'apps/server/src/modules/people/contacts/user-store.ts',
  'apps/console/src/features/inbox/list/chat-row.tsx',
  'apps/widget/src/chat/model/outbox/outgoing.ts',
  'packages/live/src/outbox.ts',
])('%s may not contain SQL', (file) => {
  expect(linesWithSql("await client.query('SELECT 1');", file)).toEqual([`${file}:1`]);
});
