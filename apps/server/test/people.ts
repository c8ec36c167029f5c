import { randomUUID } from 'node:crypto';
import { api, type Role } from '@parley/contract';
import * as accounts from '../src/modules/account/accounts/index.ts';
import * as agents from '../src/modules/account/agents/index.ts';
import * as users from '../src/modules/account/users/index.ts';
import * as widgets from '../src/modules/account/widgets/index.ts';
import { type Call, createCall } from './call.ts';
import { signedIn } from './callers.ts';
import type { TestApp } from './harness.ts';
import { hashQuickly, type Owner, PASSWORD } from './owners.ts';
import { until } from './until.ts';

/** An agent of the owner's widget, as an invitation creates them. */
export async function addAgent(app: TestApp, { accountId, widgetId }: Owner, role: Role) {
  const email = `${randomUUID()}@example.test`;
  const passwordHash = await hashQuickly(PASSWORD);
  return app.unitOfWork.write({}, async (work) => {
    const user = await users.create(work, { email, name: 'Bob', passwordHash });
    const agent = await agents.create(work, { accountId, widgetId, userId: user.id, role });
    return { email, userId: user.id, agentId: agent.id };
  });
}

const NODE = 'a node that never dies';

/** Marks an agent as at work, without a socket. */
export async function connect(app: TestApp, person: { email: string; agentId: number }) {
  const call = await signedIn(app, person);
  await app.sql(`INSERT INTO nodes (id, seen_at) VALUES ('${NODE}', 'infinity') ON CONFLICT DO NOTHING`);
  await app.sql(`INSERT INTO connections (id, node_id, widget_id, agent_id)
    SELECT '${randomUUID()}', '${NODE}', widget_id, id FROM agents WHERE id = ${person.agentId}`);
  return call;
}

/** Waits until the server knows that an agent is online. Until then visitors get a form instead of the chat. */
export async function untilOnline(owner: Owner) {
  const query = { online: 1 };
  await until(async () => (await owner.call(api.agents.list, { query })).data.data.length > 0, 'somebody is at work');
}

/** Marks an agent as long gone. */
export async function disconnect(app: TestApp, { agentId }: { agentId: number }) {
  await app.sql(`DELETE FROM connections WHERE agent_id = ${agentId}`);
}

/** A connected agent of the owner's widget. */
export async function addConnectedAgent(app: TestApp, owner: Owner) {
  const agent = await addAgent(app, owner, 'operator');
  return { ...agent, call: await connect(app, agent) };
}

export function addWidget(app: TestApp, { accountId }: Owner) {
  return app.unitOfWork.write({}, (work) => accounts.createWidget(work, accountId, { apiEnabled: true }));
}

/** Calls on this node with a session that may be from another. */
export function withCookie(app: TestApp, cookie: string): Call {
  return createCall((request) => app.http.inject(request), { cookie, origin: app.publicUrl });
}

export function withToken(app: TestApp, token: string): Call {
  return createCall((request) => app.http.inject(request), { authorization: `Bearer ${token}` });
}

/** Calls anonymously, from a given address. */
export function fromAddress(app: TestApp, remoteAddress: string): Call {
  return createCall((request) => app.http.inject({ ...request, remoteAddress }), {});
}

/** The cookie a browser has after this response. */
export function cookieAfter({ headers }: { headers: Record<string, unknown> }) {
  return cookiesOf({ headers }).at(-1)?.split(';')[0] ?? '';
}

export function cookiesOf({ headers }: { headers: Record<string, unknown> }) {
  return [headers['set-cookie'] ?? []].flat() as string[];
}

/** Sets the sites that the widget is allowed on. */
export function allowDomains({ unitOfWork }: TestApp, { widgetId }: { widgetId: number }, domains: string[]) {
  return unitOfWork.write({}, (work) => widgets.updateAndPurge(work, widgetId, { domains }));
}
