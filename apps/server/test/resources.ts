import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api, dashboard, type EventName, type Route, site } from '@parley/contract';
import { Ajv } from 'ajv';
import { TOTP } from 'otpauth';
import * as users from '../src/modules/users/index.ts';
import { type Call, Form } from './call.ts';
import { addAnsweredVisitor, signedIn, stranger, withToken } from './callers.ts';
import { type Owner, PASSWORD, type TestApp } from './harness.ts';
import { proofOf } from './identities.ts';
import { addInvitation, addSeats } from './invitations.ts';
import { addAgent, addConnectedAgent } from './people.ts';
import { newSubscription } from './push-service.ts';

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
  department: async (app, owner) => {
    const call = await withToken(app, owner);
    return { id: (await call(api.departments.create, { body: newDepartment(owner) })).data.id };
  },
  webhookSubscription: async (app, owner) => {
    const call = await withToken(app, owner);
    return { id: (await call(api.webhookSubscriptions.create, { body: newWebhook() })).data.id };
  },
  /** Something was sent there, or is about to be. */
  usedWebhookSubscription: async (app, owner) => {
    const call = await withToken(app, owner);
    const { id } = (await call(api.webhookSubscriptions.create, { body: newWebhook() })).data;
    await changeContact(call);
    return { id };
  },
  event: async (app, owner) => {
    await changeContact(await withToken(app, owner));
    // As a server does in the background.
    await app.sql('UPDATE events SET number = id WHERE number IS NULL');
    return {};
  },
  channel: async (app, owner) => {
    const call = await withToken(app, owner);
    return { id: (await call(api.channels.create, { body: { name: 'Shop app' } })).data.id };
  },
  /** Its path has the secret of a channel. */
  legacyChannel: async (app, owner) => {
    const call = await withToken(app, owner);
    const body = { name: 'Old shop app', legacy_compat_enabled: true };
    return { secret: (await call(api.channels.create, { body })).data.secret };
  },
  /** Its path has a token. */
  botToken: async (_app, owner) => ({ token: await owner.newToken(['responder:inject']) }),
  visit: async (app, { buttonGuid }) => {
    const params = { button_guid: buttonGuid };
    await stranger(app)(site.visitor.visit, { params, body: { page: 'https://shop.example/' } });
    return {};
  },
  /** Of somebody who has a chat, and so an agent who can write to them without being named. */
  visitInChat: async (app, owner) => {
    const params = { button_guid: owner.buttonGuid };
    const { call } = await addAnsweredVisitor(app, owner);
    return { id: (await call(site.visitor.visit, { params, body: { page: 'https://shop.example/' } })).data.visit_id };
  },
  agentInvitation: async (app, owner) => ({ id: (await addInvitation(app, owner)).id }),
  /** Whom an owner can shut out. */
  colleague: async (app, owner) => ({ id: (await addAgent(app, owner, 'operator')).agentId }),
  /** Their log says that they came. */
  agent: async (app, owner) => {
    const agent = await addAgent(app, owner, 'operator');
    await signedIn(app, agent);
    return { id: agent.agentId };
  },
  chat: async (app, owner) => {
    const { chatId: id } = await addAnsweredVisitor(app, owner);
    return { id };
  },
  ratedChat: async (app, owner) => {
    const { chatId: id, call } = await addAnsweredVisitor(app, owner);
    await call(site.visitor.rate, { params: { button_guid: owner.buttonGuid }, body: { score: 5 } });
    return { id };
  },
  attachedAgent: async (app, owner) => {
    const { chatId: id } = await addAnsweredVisitor(app, owner);
    const { agentId: agent_id } = await addConnectedAgent(app, owner);
    const call = await withToken(app, owner);
    await call(api.ownership.attach, { params: { id }, body: { agent_id } });
    return { id, agent_id };
  },
  file: async (app, owner) => {
    const call = await withToken(app, owner);
    return { id: (await call(api.files.create, { body: new Form('hello.txt', 'hello') })).data.id };
  },
  widget: async (_app, { buttonGuid }) => ({ button_guid: buttonGuid }),
  session: async (app, owner) => {
    const { data } = await (await signedIn(app, owner))(dashboard.session.list);
    return { id: data.data.find(({ current }) => current)?.id };
  },
  token: async (app, owner) => {
    const headers = { authorization: `Bearer ${await owner.newToken([])}` };
    return { id: (await stranger(app)(api.root.read, { headers })).data.token?.id };
  },
};

/** Bodies with a rule that no schema can say, by route. */
const bodies: Record<string, (app: TestApp, owner: Owner, params: Values) => Values | Promise<Values>> = {
  [nameOf(api.chats.create)]: async (app, owner) => {
    const call = await withToken(app, owner);
    return { contact_id: (await call(api.contacts.create, { body: { name: 'Ira' } })).data.id };
  },
  [nameOf(api.contactMerging.merge)]: async (app, owner) => {
    const call = await withToken(app, owner);
    return { contact_id: (await call(api.contacts.create, { body: { name: 'Irina' } })).data.id };
  },
  [nameOf(api.chats.snooze)]: () => ({ until: null }),
  [nameOf(api.departments.create)]: (_app, owner) => newDepartment(owner),
  [nameOf(api.departments.update)]: () => ({ name: 'Support', channels: ['svc', 'tg'] }),
  [nameOf(api.departments.setAgents)]: (_app, { agentId }) => ({ agent_ids: [agentId] }),
  [nameOf(api.departments.setSchedule)]: () => ({ schedule: { Monday: { from: '09:00', to: '18:00' } } }),
  [nameOf(api.ownership.bulk)]: async (app, owner) => ({
    ids: [(await addAnsweredVisitor(app, owner)).chatId],
    action: 'close',
  }),
  [nameOf(api.ownership.transfer)]: async (app, owner) => ({
    agent_id: (await addAgent(app, owner, 'operator')).agentId,
    comment: 'over to you',
  }),
  // Whoever was at work when it was written has it: it is taken from them.
  [nameOf(api.ownership.claim)]: async (app, owner, { id }) => {
    await app.sql(`UPDATE chats SET agent_id = NULL WHERE id = ${id}`);
    return { agent_id: (await addConnectedAgent(app, owner)).agentId, note: 'mine' };
  },
  [nameOf(api.ownership.attach)]: async (app, owner) => ({ agent_id: (await addConnectedAgent(app, owner)).agentId }),
  [nameOf(api.ownership.detach)]: (_app, { agentId }) => ({ actor_agent_id: agentId, note: 'thanks' }),
  [nameOf(api.messages.send)]: () => ({ type: 'text', body: 'hello' }),
  [nameOf(api.visitors.startChat)]: () => ({ body: 'May I help?' }),
  [nameOf(api.messages.addNote)]: () => ({ body: 'remember' }),
  [nameOf(api.messages.see)]: async (app, owner, params) => ({ message_id: await firstMessage(app, owner, params) }),
  [nameOf(api.messages.seeRange)]: async (app, owner, params) => ({
    to_message_id: await firstMessage(app, owner, params),
  }),
  [nameOf(api.agentInvitations.create)]: async (app, owner) => {
    await addSeats(app, owner);
    return { email: `${randomUUID()}@example.test` };
  },
  [nameOf(dashboard.invitation.open)]: async (app, owner) => ({ token: (await addInvitation(app, owner)).token }),
  [nameOf(dashboard.invitation.accept)]: async (app, owner) => ({
    token: (await addInvitation(app, owner)).token,
    name: 'Ira',
    password: PASSWORD,
  }),
  [nameOf(api.files.create)]: async () => ({ url: await fileAddress() }),
  [nameOf(api.webhookSubscriptions.create)]: () => newWebhook(),
  [nameOf(api.webhookSubscriptions.update)]: () => ({ ...newWebhook(), is_active: true }),
  [nameOf(api.webhookSubscriptions.redeliver)]: async (app, owner, { id }) => {
    const call = await withToken(app, owner);
    await changeContact(call);
    const log = await call(api.webhookSubscriptions.listDeliveries, { params: { id: id as number } });
    return { delivery_id: log.data.data[0]?.delivery_id };
  },
  [nameOf(api.webhookSubscriptions.replay)]: () => ({ from: '2026-01-01', to: '2026-01-02' }),
  [nameOf(api.channels.create)]: () => ({ name: 'Shop app', outbound_url: 'https://1.1.1.1/replies' }),
  [nameOf(api.channels.update)]: () => ({ name: 'Shop app', outbound_url: 'https://1.1.1.1/replies' }),
  [nameOf(api.channels.receive)]: () => ({ external_client_id: 'c1', external_channel_id: 'room', message: 'hello' }),
  [nameOf(api.compat.bot)]: async (app, owner) => ({
    message_type: 'BOT_MESSAGE',
    chat_id: (await addAnsweredVisitor(app, owner)).chatId,
    message: { type: 'TEXT', text: 'hello' },
  }),
  [nameOf(api.compat.receive)]: () => ({ sender: { id: 'c1' }, message: { type: 'text', text: 'hello' } }),
  [nameOf(api.widget.updateSettings)]: () => ({
    skin: 'minimal',
    widget_name: 'Shop',
    device_profiles: { enabled: true },
  }),
  [nameOf(site.visitor.send)]: () => ({ client_message_id: randomUUID(), type: 'text', body: 'hello' }),
  [nameOf(site.visitor.identify)]: (app, owner) => proofOf(app, owner, randomUUID()),
  [nameOf(site.visitor.setCustomData)]: () => ({ fields: [{ title: 'Plan', content: 'Pro' }] }),
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
  [nameOf(dashboard.push.subscribe)]: () => newSubscription('https://1.1.1.1/'),
};

/** Queries whose members do not all fit together, by route. */
const queries: Record<string, (owner: Owner) => Values> = {
  [nameOf(api.chats.list)]: ({ agentId }) => ({ status: 'active', agent_id: agentId }),
  [nameOf(api.ratings.list)]: ({ agentId }) => ({ agent_id: agentId }),
  [nameOf(api.agents.list)]: () => ({ online: 0, type: 'human', status: 'active' }),
  [nameOf(api.stats.read)]: () => ({ period: 'week', metric: 'chats_total,messages_total' }),
  [nameOf(api.stats.channels)]: () => ({ from: '2026-01-01', to: '2026-01-31' }),
  [nameOf(api.stats.timeseries)]: () => ({ period: 'month', interval: 'week', metric: 'chats_missed' }),
  [nameOf(api.agentStats.list)]: () => ({ period: 'yesterday', metric: 'chats_total', limit: 5 }),
  [nameOf(api.agentStats.read)]: () => ({ period: 'today', metric: 'rating_average' }),
  [nameOf(dashboard.profile.stats)]: () => ({ from: '2026-01-01', metric: 'chats_handled' }),
};

/** Something happens that webhooks of tests ask for. */
async function changeContact(call: Call) {
  const { id } = (await call(api.contacts.create, { body: { name: 'Ira' } })).data;
  await call(api.contacts.update, { params: { id }, body: { name: 'Irina' } });
}

function newDepartment({ agentId }: Owner) {
  return { name: 'Sales', channels: ['svc'], agent_ids: [agentId], schedule: { Monday: 'full' as const } };
}

/** An account has one subscription a URL. */
function newWebhook(): { url: string; events: EventName[] } {
  return { url: `https://1.1.1.1/${randomUUID()}`, events: ['contact.updated'] };
}

async function firstMessage(app: TestApp, owner: Owner, { id }: Values) {
  const call = await withToken(app, owner);
  return (await call(api.messages.list, { params: { id } })).data.data.at(-1)?.id;
}

let fileServer: Promise<string> | undefined;

/** Where a file can be fetched, on this machine. */
function fileAddress() {
  fileServer ??= new Promise((resolve) => {
    const server = createServer((_request, response) => void response.end('hello'));
    server.listen(0, '127.0.0.1', () => {
      server.unref();
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hello.txt`);
    });
  });
  return fileServer;
}

// Tests of every route call each of them more often than a whole widget may; such a limit is tested where its route is.
for (const route of [api.widget, api.agentInvitations].flatMap((group) => Object.values<Route>(group))) {
  if (route.cap) route.cap = { ...route.cap, limit: 1_000 };
}

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
  if (!route.params && !route.resource) return {};
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
  const { cursor: _, ...query } =
    queries[nameOf(route)]?.(owner) ?? (exampleOf(route.query ?? {}, route, owner) as Values);
  const params = await arrangeRow(app, owner, route);
  const own = bodies[nameOf(route)];
  const body = route.body && ((await own?.(app, owner, params)) ?? (exampleOf(route.body, route, owner) as Values));
  return { params, query, body };
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
  'en-GB',
  'https://example.test/',
  'v'.repeat(22),
];

const ajv = new Ajv({
  formats: {
    'date-time': /^\d{4}-.*T.*[+-]\d\d:\d\d$/,
    moment: /^\d{4}-/,
    email: /@/,
    'https-link': /^https:/i,
    'web-link': /^http/,
  },
});

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
