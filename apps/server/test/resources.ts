import { api, dashboard, type Route } from '@parley/contract';
import { Ajv } from 'ajv';
import { TOTP } from 'otpauth';
import * as users from '../src/modules/users/index.ts';
import { stranger, withToken } from './callers.ts';
import { type Owner, PASSWORD, type TestApp } from './harness.ts';

// How tests call any route so that it works. A new route needs nothing here as long as its schema says all there is to
// know; what its path names goes into `resources`, and what the schema can not say into `bodies`.

type Values = Record<string, unknown>;

/** What a call is made of. */
export interface Arranged {
  params: Values;
  query: Values;
  body: Values | undefined;
}

/** Rows by the name that a route gives in `resource`: each makes one of the owner's and returns what the path needs. */
const resources: Record<string, (app: TestApp, owner: Owner) => Promise<Values>> = {
  contact: async (app, owner) => {
    const call = await withToken(app, owner);
    return { id: (await call(api.contacts.create, { body: { name: 'Ira' } })).data.id };
  },
  taggedContact: async (app, owner) => {
    const call = await withToken(app, owner);
    const { id } = (await call(api.contacts.create, { body: { name: 'Ira' } })).data;
    await call(api.contacts.addTags, { params: { id }, body: { tags: ['vip'] } });
    return { id, tag: 'vip' };
  },
  quickPhrase: async (app, owner) => {
    const call = await withToken(app, owner);
    const body = { agent_id: owner.agentId, name: 'hi', phrase: 'Hello!' };
    return { id: (await call(api.quickPhrases.create, { body })).data.id };
  },
  token: async (app, owner) => {
    const headers = { authorization: `Bearer ${await owner.newToken([])}` };
    return { id: (await stranger(app)(api.root.read, { headers })).data.token?.id };
  },
};

/** Bodies with a rule that no schema can say, by route. */
const bodies: Record<string, (app: TestApp, owner: Owner) => Values | Promise<Values>> = {
  [nameOf(dashboard.session.create)]: (_app, { email }) => ({ email, password: PASSWORD }),
  [nameOf(dashboard.session.changePassword)]: () => ({ current_password: PASSWORD, password: PASSWORD }),
  [nameOf(dashboard.session.requestReset)]: (_app, { email }) => ({ email }),
  [nameOf(dashboard.session.confirmReset)]: async (app, owner) => ({
    token: await app.unitOfWork.write({}, async (work) => users.beginReset(work, (await userOf(app, owner)).id)),
    password: PASSWORD,
  }),
  [nameOf(dashboard.session.beginTotp)]: () => ({ password: PASSWORD }),
  [nameOf(dashboard.session.confirmTotp)]: async (app, owner) => {
    const user = await userOf(app, owner);
    const { secret } = await app.unitOfWork.write({}, (work) => users.beginTotp(work, user));
    return { code: new TOTP({ secret }).generate({ timestamp: app.clock.now.epochMilliseconds }) };
  },
  [nameOf(dashboard.session.removeTotp)]: () => ({ password: PASSWORD }),
};

/** Ids in a query or a body name something of the owner's. */
const ids: Record<string, (owner: Owner) => number> = {
  agent_id: ({ agentId }) => agentId,
  widget_id: ({ widgetId }) => widgetId,
};

/** `PATCH /v1/contacts/{id}` */
export function nameOf({ method, path }: Route) {
  return `${method} ${path}`;
}

/** A row for the route's path, as its parameters; none for a path that names nothing. */
export async function arrangeRow(app: TestApp, owner: Owner, route: Route): Promise<Values> {
  if (!route.params) return {};
  const make = resources[route.resource ?? ''];
  if (!make) {
    throw new Error(
      `${nameOf(route)} names the resource "${route.resource}", which no test can make: add it to \`resources\` in apps/server/test/resources.ts`,
    );
  }
  return make(app, owner);
}

/** The parameters with another value for what the path names first. */
export function renamed(params: Values, value: unknown): Values {
  const [first = 'id'] = Object.keys(params);
  return { ...params, [first]: value };
}

/** A call of the route that works, of everything the route takes. */
export async function arrange(app: TestApp, owner: Owner, route: Route): Promise<Arranged> {
  const { cursor: _, ...query } = exampleOf(route.query ?? {}, route, owner) as Values;
  const own = bodies[nameOf(route)];
  const body = route.body && ((await own?.(app, owner)) ?? (exampleOf(route.body, route, owner) as Values));
  return { params: await arrangeRow(app, owner, route), query, body };
}

async function userOf({ unitOfWork }: TestApp, { email }: Owner) {
  const user = await unitOfWork.read((work) => users.findByEmail(work, email));
  if (!user) throw new Error(`${email} is nobody`);
  return user;
}

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
}

/** Texts of which one fits nearly every schema of a text. */
const TEXTS = [
  'sample',
  'ira@example.test',
  '2099-01-31T12:00:00+03:00',
  '+7 900 000-00-00',
  'example.test',
  '123456',
  'a long enough text',
  'f'.repeat(32),
];

const ajv = new Ajv({ formats: { 'date-time': /^\d{4}-.*T.*[+-]\d\d:\d\d$/, moment: /^\d{4}-/, email: /@/ } });

/** The plainest value that a schema takes, with every optional member. */
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
      return ids[name]?.(owner) ?? 1;
    case 'boolean':
      return true;
    case 'string': {
      const text = TEXTS.find((each) => ajv.validate(schema, each));
      if (text !== undefined) return text;
    }
  }
  throw new Error(
    `${nameOf(route)} takes a "${name}" that no test can make up: add a text that fits to TEXTS, or a body to \`bodies\`, in apps/server/test/resources.ts`,
  );
}
