/** The files of a new module, by path: the smallest that works, to be changed rather than filled in. */
export function moduleFiles(area: string, plural: string): Record<string, string> {
  const names = namesOf(plural);
  const folder = `apps/server/src/modules/${area}/${plural}`;
  return {
    [`packages/contract/src/${plural}/${plural}.ts`]: contract(names),
    [`${folder}/tables.ts`]: tables(names),
    [`${folder}/store.ts`]: store(names),
    [`${folder}/service.ts`]: service(names),
    [`${folder}/routes.ts`]: routes(names),
    [`${folder}/manifest.ts`]: MANIFEST,
    [`${folder}/${plural}.test.ts`]: test(names),
    [`${folder}/fixtures.ts`]: fixtures(names),
    [`${folder}/routes.test.ts`]: ROUTES_TEST,
  };
}

interface Names {
  /** `quick-phrases` */
  plural: string;
  /** `quickPhrases` */
  camel: string;
  /** `QuickPhrase` */
  type: string;
  /** `quick_phrases` */
  snake: string;
}

export function namesOf(plural: string): Names {
  const camel = plural.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
  const singular = camel.replace(/ies$/, 'y').replace(/s$/, '');
  return {
    plural,
    camel,
    type: singular.charAt(0).toUpperCase() + singular.slice(1),
    snake: plural.replaceAll('-', '_'),
  };
}

const contract = ({ plural, camel, type }: Names) => `import { Type } from 'typebox';
import { route } from '../route/route.ts';
import { doc, Id, one, page, pageOf } from '../route/schemas.ts';

export const ${type} = Type.Object({
  id: doc('Unique id.', Id),
  name: doc('Name, as agents see it.', Type.String({ minLength: 1, maxLength: 255 })),
});

// The scope of what is alike, until this has its own in scopes.ts.
const read = { scope: 'contacts:read', rate: 'read' } as const;
const write = { scope: 'contacts:write', rate: 'write' } as const;

export const ${camel} = {
  list: route({
    ...read,
    method: 'GET',
    path: '/v1/${plural}',
    summary: 'All ${plural}, newest first',
    description: 'What a caller must know besides.',
    query: page({}),
    replies: { 200: pageOf(${type}) },
    beyond: true,
  }),
  create: route({
    ...write,
    method: 'POST',
    path: '/v1/${plural}',
    summary: 'Create one',
    description: 'What a caller must know besides.',
    key: 'required',
    body: Type.Omit(${type}, ['id']),
    replies: { 201: one(${type}) },
    beyond: true,
  }),
};
`;

const tables = ({ camel, snake }: Names) => `import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id } from '../../../infra/postgres/columns.ts';
import { widgets } from '../../account/widgets/tables.ts';

export const ${camel} = pgTable(
  '${snake}',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id()
      .notNull()
      .references(() => widgets.id),
    name: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.widget_id, table.id] })],
);
`;

const store = ({ camel, snake }: Names) => `import { pick } from '../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import type { Context, Read } from '../../../kernel/data/context.ts';
import { ${camel} } from './tables.ts';

const columns = pick(${camel}, 'id', 'name');

export function list({ sql, widgetId }: Context<Read>, { before, limit }: { before: number | undefined; limit: number }) {
  return sql(columns)\`
    SELECT id, name FROM ${snake}
    WHERE widget_id = \${widgetId} AND id < \${before ?? Number.MAX_SAFE_INTEGER} ORDER BY id DESC LIMIT \${limit}\`;
}

export async function insert({ sql, widgetId }: Context, { name }: { name: string }) {
  const rows = await sql(columns)\`
    INSERT INTO ${snake} (widget_id, name) VALUES (\${widgetId}, \${name}) RETURNING id, name\`;
  return onlyRow(rows);
}
`;

const service = ({ camel }: Names) => `import type { api } from '@parley/contract';
import type { Context, Read } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Body, Query } from '../../../kernel/http/inputs.ts';
import * as store from './store.ts';

export function list(ctx: Context<Read>, query: Query<typeof api.${camel}.list, 'cursor' | 'limit'>) {
  return paged(ctx, query, {
    position: ({ id }: { id: number }) => [id],
    read: ([before], limit) => store.list(ctx, { before, limit }),
    item: (row) => row,
  });
}

export const create = (ctx: Context, body: Body<typeof api.${camel}.create, 'name'>) => store.insert(ctx, body);
`;

const routes = ({ camel }: Names) => `import { api } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import * as ${camel} from './service.ts';

export const routes = bind(api.${camel}, {
  list: (ctx, { query }) => ${camel}.list(ctx, query),
  create: (ctx, { body }) => ${camel}.create(ctx, body),
});
`;

const test = ({ camel }: Names) => `import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/harness.ts';

const { ${camel} } = api;

test('what was created is in the list, and nobody else sees it', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const { data } = await ann.call(${camel}.create, { body: { name: 'first' } });
  expect((await ann.call(${camel}.list)).data.data).toEqual([data]);
  expect((await bob.call(${camel}.list)).data.data).toEqual([]);
});
`;

const fixtures = ({ camel }: Names) => `import { api } from '@parley/contract';
import { withToken } from '../../../../test/callers.ts';
import { inBatchesOfTen, type Fixtures } from '../../../../test/fixtures.ts';

const { ${camel} } = api;

export const fixtures: Fixtures = {
  lists: [
    {
      route: ${camel}.list,
      fill: async (app, owner, names) => {
        const call = await withToken(app, owner);
        await inBatchesOfTen(names, (name) => call(${camel}.create, { body: { name } }));
      },
    },
  ],
};
`;

const MANIFEST = `import { defineModule } from '../../../kernel/module.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({ routes });
`;

const ROUTES_TEST = `import { testRoutes } from '../../../../test/matrix/index.ts';
import { routes } from './routes.ts';

testRoutes(routes);
`;
