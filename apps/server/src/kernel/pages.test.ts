import { randomBytes } from 'node:crypto';
import { api, dashboard, events, type Route, site } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAnsweredVisitor, signedIn, stranger, withToken } from '../../test/callers.ts';
import { type OpenApp, type Owner, openApp, startApp, type TestApp } from '../../test/harness.ts';
import { addAgent } from '../../test/people.ts';
import { nameOf } from '../../test/resources.ts';
import { routes } from '../modules.ts';

interface List {
  route: Route;
  /** Adds rows and returns nothing: what is there is read back. */
  fill: (app: TestApp, owner: Owner, names: string[]) => Promise<unknown>;
  /** What its path names; the chat of the visitor otherwise. */
  params?: (app: TestApp, owner: Owner) => Promise<Record<string, unknown>>;
}

const { agents, chats, messages, contacts, tags, ratings, quickPhrases } = api;

const visitors = new WeakMap<Owner, ReturnType<typeof addAnsweredVisitor>>();

/** The one visitor of an owner whose chat is read. */
function visitorOf(app: TestApp, owner: Owner) {
  const found = visitors.get(owner) ?? addAnsweredVisitor(app, owner);
  visitors.set(owner, found);
  return found;
}

const subscriptions = new WeakMap<Owner, Promise<{ id: number }>>();

/** The one subscription of an owner whose log is read. */
function subscriptionOf(app: TestApp, owner: Owner) {
  const found = subscriptions.get(owner) ?? subscribe(app, owner, 'log');
  subscriptions.set(owner, found);
  return found;
}

async function subscribe(app: TestApp, owner: Owner, path: string) {
  const call = await withToken(app, owner);
  const body = { url: `https://1.1.1.1/${path}`, events: ['contact.updated' as const] };
  const { id } = (await call(api.webhookSubscriptions.create, { body })).data;
  return { id };
}

/** Something happens in the owner's widget, and gets its number. */
async function happen(app: TestApp, { accountId, widgetId, buttonGuid }: Owner, names: string[]) {
  const tenant = { accountId, widgetId, buttonGuid };
  const data = { contact_id: 'a'.repeat(32), client_id: 1, source: 'api' };
  const write = () => app.unitOfWork.write({ tenant }, async ({ emit }) => emit(events.contactUpdated, data));
  await forEach(names, write);
  await app.sql('SELECT number_events(1000)');
}

/** A few at a time: a hundred transactions at one moment wait longer for a connection than a busy machine lets them. */
async function forEach(names: string[], make: (name: string) => Promise<unknown>) {
  for (let at = 0; at < names.length; at += 10) await Promise.all(names.slice(at, at + 10).map(make));
}

/** Writes to that visitor, as an agent. */
const write: List['fill'] = async (app, owner, names) => {
  const params = { id: (await visitorOf(app, owner)).chatId };
  const call = await withToken(app, owner);
  await forEach(names, (body) => call(messages.send, { params, body: { type: 'text', body } }));
};

/** Every list, and how a row gets into it. */
const lists: List[] = [
  {
    route: chats.list,
    fill: async (app, owner, names) => {
      const [introduce, start] = [await withToken(app, owner), await withToken(app, owner)];
      const begin = async (name: string) => {
        const { data } = await introduce(contacts.create, { body: { name } });
        await start(chats.create, { body: { contact_id: data.id } });
      };
      await forEach(names, begin);
    },
  },
  { route: messages.list, fill: write },
  { route: site.visitor.listMessages, fill: write },
  {
    route: ratings.list,
    fill: async (app, owner, names) => {
      const params = { button_guid: owner.buttonGuid };
      const rate = async (comment: string) => {
        const { call } = await addAnsweredVisitor(app, owner);
        await call(site.visitor.rate, { params, body: { score: 5, comment } });
      };
      await forEach(names, rate);
    },
  },
  {
    route: contacts.list,
    fill: async (app, owner, names) => {
      const call = await withToken(app, owner);
      await Promise.all(names.map((name) => call(contacts.create, { body: { name } })));
    },
  },
  {
    route: tags.list,
    fill: async (app, owner, names) => {
      const call = await withToken(app, owner);
      // A contact has 100 tags at most.
      for (let at = 0; at < names.length; at += 100) {
        const { data } = await call(contacts.create, { body: { name: 'Ira' } });
        await call(contacts.addTags, { params: { id: data.id }, body: { tags: names.slice(at, at + 100) } });
      }
    },
  },
  {
    route: quickPhrases.list,
    fill: async (app, owner, names) => {
      const call = await withToken(app, owner);
      const phrases = names.map((name) => ({ agent_id: owner.agentId, name, phrase: name }));
      await Promise.all(phrases.map((body) => call(quickPhrases.create, { body })));
    },
  },
  {
    route: agents.list,
    fill: (app, owner, names) => forEach(names, () => addAgent(app, owner, 'operator')),
  },
  {
    route: api.agentStats.list,
    fill: (app, owner, names) => forEach(names, () => addAgent(app, owner, 'operator')),
  },
  {
    route: agents.listEvents,
    params: async (_app, { agentId }) => ({ id: agentId }),
    fill: (app, { agentId, widgetId }, names) =>
      app.sql(`INSERT INTO agent_events (widget_id, agent_id, type_code, created_at)
               SELECT ${widgetId}, ${agentId}, 1, now() FROM generate_series(1, ${names.length})`),
  },
  {
    route: api.agentInvitations.list,
    fill: (app, { accountId, widgetId }, names) =>
      forEach(names, (name) =>
        app.sql(`INSERT INTO agent_invitations (widget_id, account_id, email, token_hash, sent_at, created_at, expires_at)
                 VALUES (${widgetId}, ${accountId}, '${name}@example.test', '\\x${randomBytes(32).toString('hex')}', now(), now(), now() + interval '7 days')`),
      ),
  },
  {
    route: api.departments.list,
    fill: async (app, owner, names) => {
      const call = await withToken(app, owner);
      await forEach(names, (name) => call(api.departments.create, { body: { name } }));
    },
  },
  {
    route: api.visitors.list,
    fill: (app, { buttonGuid }, names) => {
      const params = { button_guid: buttonGuid };
      const visit = (page: string) => stranger(app)(site.visitor.visit, { params, body: { page } });
      return forEach(names, visit);
    },
  },
  {
    route: api.webhookSubscriptions.list,
    fill: (app, owner, names) => forEach(names, (name) => subscribe(app, owner, name)),
  },
  {
    route: api.webhookSubscriptions.listDeliveries,
    params: subscriptionOf,
    fill: async (app, owner, names) => {
      await subscriptionOf(app, owner);
      await happen(app, owner, names);
    },
  },
  { route: api.eventFeed.list, fill: happen },
  {
    route: api.channels.list,
    fill: async (app, owner, names) => {
      const call = await withToken(app, owner);
      await forEach(names, (name) => call(api.channels.create, { body: { name } }));
    },
  },
  {
    route: dashboard.session.list,
    fill: (app, { agentId }, names) =>
      forEach(names, (name) =>
        app.sql(`INSERT INTO sessions (hash, user_id, agent_id, widget_id, role, address, user_agent, created_at, expires_at)
          SELECT sha256('${name}'), user_id, id, widget_id, role, '', '', now(), now() + interval '1 day' FROM agents WHERE id = ${agentId}`),
      ),
  },
  {
    route: dashboard.tokens.list,
    fill: (_app, owner, names) => Promise.all(names.map(() => owner.newToken([]))),
  },
];
const named = lists.map((list): [string, List] => [nameOf(list.route), list]);

const names = (count: number) => Array.from({ length: count }, () => randomBytes(6).toString('hex'));

async function callerOf(app: TestApp, owner: Owner, { route }: List) {
  if (route.auth === 'visitor') return (await visitorOf(app, owner)).call;
  return route.auth === 'session' ? signedIn(app, owner) : withToken(app, owner);
}

interface Page {
  data: unknown[];
  next_cursor: string | null;
}

async function nameChat(app: TestApp, owner: Owner) {
  return { id: (await visitorOf(app, owner)).chatId, button_guid: owner.buttonGuid };
}

/** Reads the owner's list, as somebody who may. */
async function readerOf(app: TestApp, owner: Owner, list: List) {
  const { route, params: name = nameChat } = list;
  const call = await callerOf(app, owner, list);
  const params = route.params && (await name(app, owner));
  return async (query: Record<string, unknown> = {}) => {
    const answer = await call(route, { query, ...(params && { params }) });
    return { ...answer, page: answer.body as Page };
  };
}

type Read = Awaited<ReturnType<typeof readerOf>>;

/** What tells one row from another. */
function keyOf(row: unknown) {
  if (typeof row !== 'object') return row;
  const { id, delivery_id, contact_id, agent_id } = row as Record<string, unknown>;
  return id ?? delivery_id ?? contact_id ?? agent_id;
}

let app: OpenApp;
beforeAll(async () => {
  app = await openApp();
});
afterAll(() => app.end());

/** What nobody can add to is tested where it is read. */
const fixed: Route[] = [api.widget.listSkins];

test('every list is tested here', () => {
  const declared = routes.filter(({ route }) => route.query?.properties.cursor && !fixed.includes(route));
  expect(named.map(([name]) => name).sort()).toEqual(declared.map(({ route }) => nameOf(route)).sort());
});

test.each(named)('%s · a page has 20 rows unless 1 to 100 are asked for', async (_name, list) => {
  const ann = await app.owner();
  await list.fill(app, ann, names(101));
  const read = await readerOf(app, ann, list);
  const counts = [];
  for (const query of [{}, { limit: 1 }, { limit: 100 }]) counts.push((await read(query)).page.data.length);
  expect(counts).toEqual([20, 1, 100]);
  for (const limit of ['0', '-1', '101', '1.5', '1e1', 'x', '', ' 5', '9'.repeat(30), 'NaN']) {
    const { status, problem } = await read({ limit });
    expect({ limit, status, fields: Object.keys(problem.errors ?? {}) }).toEqual({
      limit,
      status: 422,
      fields: ['limit'],
    });
  }
});

test.each(named)('%s · a walk meets every row exactly once while others come', async (_name, list) => {
  const ann = await app.owner();
  await list.fill(app, ann, names(25));
  const read = await readerOf(app, ann, list);
  const before = (await read({ limit: 100 })).page.data.map(keyOf);
  const seen: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { page } = await read({ limit: 7, ...(cursor && { cursor }) });
    seen.push(...page.data.map(keyOf));
    cursor = page.next_cursor;
    await list.fill(app, ann, names(2));
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(expect.arrayContaining(before));
});

test.each(named)('%s · walks by one and by all meet the same rows in the same order', async (_name, list) => {
  const ann = await app.owner();
  await list.fill(app, ann, names(5));
  const read = await readerOf(app, ann, list);
  const whole = (await read({ limit: 100 })).page;
  expect(whole.next_cursor).toBeNull();
  const seen: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { page } = await read({ limit: 1, ...(cursor && { cursor }) });
    seen.push(...page.data);
    cursor = page.next_cursor;
  }
  expect(seen).toEqual(whole.data);
  // The last page is known to be the last even when it is full.
  expect((await read({ limit: whole.data.length })).page.next_cursor).toBeNull();
});

test.each(named)('%s · what is no cursor of this list and this widget is 422', async (_name, list) => {
  const [ann, bob] = [await app.owner(), await app.owner()];
  for (const owner of [ann, bob]) for (const { fill } of lists) await fill(app, owner, names(3));
  const [read, bobs] = [await readerOf(app, ann, list), await readerOf(app, bob, list)];
  const cursorOf = async (from: Read) => String((await from({ limit: 1 })).page.next_cursor);
  const own = await cursorOf(read);
  expect((await read({ cursor: own })).status).toBe(200);
  const other = lists.find((each) => each.route !== list.route) ?? list;
  const bytes = Buffer.from(own, 'base64url');
  const flipped = [0, 15, 16, bytes.length - 1].map((at) => Buffer.from(bytes).fill((bytes[at] ?? 0) ^ 1, at, at + 1));
  const wrong = [
    await cursorOf(bobs),
    await cursorOf(await readerOf(app, ann, other)),
    ...flipped.map((each) => each.toString('base64url')),
    own.slice(0, -4),
    own.slice(4),
    own + own,
    bytes.subarray(0, 16).toString('base64url'),
    Buffer.from('[1]').toString('base64url'),
    '',
    '1',
    'nonsense',
    '\u{1f600}',
    'null',
    'x'.repeat(1_025),
  ];
  for (const cursor of wrong) {
    const { status, problem } = await read({ cursor });
    expect({ cursor, status, fields: Object.keys(problem.errors ?? {}) }).toEqual({
      cursor,
      status: 422,
      fields: ['cursor'],
    });
  }
});

test('a cursor serves on every node of the installation, and on no other', async () => {
  const one = await startApp();
  const { connection } = one;
  const two = await startApp({}, { connection });
  const stranger = await startApp({}, { connection, masterKey: Buffer.alloc(32, 8) });
  const ann = await one.owner();
  for (const name of names(2)) await ann.call(contacts.create, { body: { name } });
  const headers = { authorization: `Bearer ${ann.token}` };
  const cursor = String((await ann.call(contacts.list, { query: { limit: 1 } })).data.next_cursor);
  const statuses = [];
  for (const { call } of [one, two, stranger]) {
    statuses.push((await call(contacts.list, { query: { cursor }, headers })).status);
  }
  expect(statuses).toEqual([200, 200, 422]);
});
