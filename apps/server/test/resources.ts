import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Route } from '@parley/contract';
import { Ajv } from 'ajv';
import type { Fixtures } from './fixtures.ts';
import type { TestApp } from './harness.ts';
import type { Owner } from './owners.ts';

// Builds a valid call of any route. A new route needs nothing as long as its schema says everything; the rest is in
// `fixtures.ts` of its module.

type Values = Record<string, unknown>;

/** Input of a call. */
export interface Arranged {
  params: Values;
  query: Values;
  body: Values | undefined;
}

const files = globSync(fileURLToPath(new URL('../src/modules/*/*/fixtures.ts', import.meta.url)));
const modules = await Promise.all(files.map((file): Promise<{ fixtures: Fixtures }> => import(file)));
const examples = modules.map((module) => module.fixtures);

const resources = Object.assign({}, ...examples.map((each) => each.resources)) as NonNullable<Fixtures['resources']>;
const bodies = new Map(examples.flatMap((each) => each.bodies ?? []));
const needs = new Map(examples.flatMap((each) => each.needs ?? []));
const queries = new Map(examples.flatMap((each) => each.queries ?? []));
export const lists = examples.flatMap((each) => each.lists ?? []);

/** Ids in a query or body refer to the owner's rows. */
const ids: Record<string, (owner: Owner) => number> = {
  agent_id: ({ agentId }) => agentId,
  widget_id: ({ widgetId }) => widgetId,
};

/** `PATCH /v1/contacts/{id}` */
export function nameOf({ method, path }: Route) {
  return `${method} ${path}`;
}

/** Creates a row for the route's path, and returns its parameters, if any. */
export async function arrangeRow(app: TestApp, owner: Owner, route: Route): Promise<Values> {
  await needs.get(route)?.(app, owner);
  if (!route.params && !route.resource) return {};
  const make = resources[route.resource ?? ''];
  if (!make) {
    throw new Error(
      `${nameOf(route)} names the resource "${route.resource}", which no test can make: add it to \`resources\` in the fixtures.ts of its module`,
    );
  }
  return make(app, owner);
}

/** The parameters with another value for the first one. */
export function withFirstParam(params: Values, value: unknown): Values {
  const [first = 'id'] = Object.keys(params);
  return { ...params, [first]: value };
}

/** A valid call with everything the route accepts. */
export async function arrange(app: TestApp, owner: Owner, route: Route): Promise<Arranged> {
  const own = await queries.get(route)?.(owner, app);
  const { cursor: _, ...query } = own ?? (exampleOf(route.query ?? {}, route, owner) as Values);
  const params = await arrangeRow(app, owner, route);
  const makeBody = bodies.get(route);
  const body =
    route.body && ((await makeBody?.(app, owner, params)) ?? (exampleOf(route.body, route, owner) as Values));
  return { params, query, body };
}

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  minimum?: number;
}

/** Texts of which one fits nearly every text schema. */
const TEXTS = [
  'sample',
  'ira@example.test',
  '2099-01-31T12:00:00+03:00',
  '+7 900 000-00-00',
  'example.test',
  '123456',
  'a long enough text',
  'f'.repeat(32),
  'en-GB',
  'Europe/Paris',
  'https://example.test/',
  'v'.repeat(22),
  'email',
];

const ajv = new Ajv({
  allowUnionTypes: true,
  formats: {
    'date-time': /^\d{4}-.*T.*[+-]\d\d:\d\d$/,
    moment: /^\d{4}-/,
    email: /@/,
    'time-zone': /^[A-Z]\w+\/\w+$/,
    'https-link': /^https:/i,
    'web-link': /^http/,
  },
});

/** The simplest value that a schema accepts, with every optional field. */
function exampleOf(schema: Schema, route: Route, owner: Owner, name = 'body'): unknown {
  const { type, properties, items, anyOf, enum: allowed } = schema;
  if (allowed) return allowed[0];
  if (anyOf?.[0] && !type) return exampleOf(anyOf[0], route, owner, name);
  switch ([type].flat()[0]) {
    case 'object': {
      const members = Object.entries(properties ?? {});
      return Object.fromEntries(members.map(([key, member]) => [key, exampleOf(member, route, owner, key)]));
    }
    case 'array':
      return items ? [exampleOf(items, route, owner, name)] : [];
    case 'integer':
    case 'number':
      return ids[name]?.(owner) ?? schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'string': {
      const text = TEXTS.find((each) => ajv.validate(schema, each));
      if (text !== undefined) return text;
    }
  }
  throw new Error(
    `${nameOf(route)} takes a "${name}" that no test can make up: add a text that fits to TEXTS in apps/server/test/resources.ts, or a body to \`bodies\` in the fixtures.ts of its module`,
  );
}
