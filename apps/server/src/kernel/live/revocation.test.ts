import { api, dashboard } from '@parley/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addAnsweredVisitor, addVisitor, signedInHeaders, withHeaders } from '../../../test/callers.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { startPair } from '../../../test/nodes.ts';
import { type Owner, PASSWORD } from '../../../test/owners.ts';
import { addAgent } from '../../../test/people.ts';
import { type AgentSocket, connectAgent, connected, connectVisitor, openSocket } from '../../../test/sockets.ts';
import { until } from '../../../test/until.ts';
import * as widgets from '../../modules/account/widgets/index.ts';

/** Less than the TTL of the caches: a change seen within it came by a notice, not by expiry. */
const AT_ONCE_MS = 4_500;

async function startBoth() {
  const { one: app, two: node } = await startPair();
  return { app, node, ann: await app.owner() };
}

type Any = Pick<AgentSocket, 'socket' | 'heard'>;

/** All sockets get the reason and are disconnected. */
async function untilRefused(sockets: Any[], reason: string) {
  const isOut = ({ socket }: Any) => socket.disconnected;
  await until(() => sockets.every(isOut), `all are disconnected: ${reason}`, AT_ONCE_MS);
  for (const { heard } of sockets) {
    expect(heard.filter(({ name }) => name === 'refused')).toEqual([
      { name: 'refused', data: { reason, detail: expect.any(String) } },
    ]);
  }
}

/** Still connected after all earlier notices. */
async function expectToStay(sockets: (Any & { call: unknown })[]) {
  for (const each of sockets as AgentSocket[]) {
    expect(each.heard.filter(({ name }) => name === 'refused')).toEqual([]);
    expect(await each.socket.timeout(5_000).emitWithAck('nothing', {})).toMatchObject({ problem: { status: 404 } });
  }
}

/** One session on both nodes. */
async function connectBoth({ app, node }: { app: TestApp; node: TestApp }, person: { email: string }) {
  const extraHeaders = await signedInHeaders(app, person);
  const open = (on: TestApp) =>
    connected(openSocket(on, 'agent', { extraHeaders }), 'agent') as unknown as Promise<AgentSocket>;
  return { sockets: [await open(app), await open(node)], call: withHeaders(app, extraHeaders), extraHeaders };
}

/** One visitor on both nodes. */
async function connectVisitorOnBoth(
  { app, node, ann }: { app: TestApp; node: TestApp; ann: Owner },
  origin?: string,
): Promise<{ contactId: string; sockets: Awaited<ReturnType<typeof connectVisitor>>[] }> {
  const visitor = await addAnsweredVisitor(app, ann);
  const options = origin === undefined ? {} : { extraHeaders: { origin } };
  const sockets = [await connectVisitor(app, ann, visitor, options), await connectVisitor(node, ann, visitor, options)];
  return { contactId: visitor.contactId, sockets };
}

test("a sign-out disconnects the session's sockets on every node, and no others", async () => {
  const pair = await startBoth();
  const [one, two] = [await connectBoth(pair, pair.ann), await connectBoth(pair, pair.ann)];
  const visitor = await connectVisitorOnBoth(pair);
  expect((await one.call(dashboard.session.remove)).status).toBe(204);
  await untilRefused(one.sockets, 'session_required');
  await expectToStay([...two.sockets, ...visitor.sockets]);
  const again = connected(openSocket(pair.node, 'agent', { extraHeaders: one.extraHeaders }), 'agent');
  await expect(again).rejects.toMatchObject({ reason: 'session_required' });
});

test('a sign-out disconnects a long-polling client, with the reason', async () => {
  const app = await startApp({}, { live: true });
  const ann = await app.owner();
  const extraHeaders = await signedInHeaders(app, ann);
  const options = { extraHeaders, transports: ['polling'] };
  const agent = await connected(openSocket(app, 'agent', options), 'agent');
  await withHeaders(app, extraHeaders)(dashboard.session.remove);
  await untilRefused([agent], 'session_required');
});

test("signing out everywhere disconnects all of the user's sockets on every node", async () => {
  const pair = await startBoth();
  const [one, two] = [await connectBoth(pair, pair.ann), await connectBoth(pair, pair.ann)];
  const bob = await connectBoth(pair, await addAgent(pair.app, pair.ann, 'operator'));
  await one.call(dashboard.session.removeAll);
  await untilRefused([...one.sockets, ...two.sockets], 'session_required');
  await expectToStay(bob.sockets);
});

test("a password change disconnects all of the user's sockets, and the new session can connect", async () => {
  const pair = await startBoth();
  const [one, two] = [await connectBoth(pair, pair.ann), await connectBoth(pair, pair.ann)];
  const bob = await connectBoth(pair, await addAgent(pair.app, pair.ann, 'operator'));
  const body = { current_password: PASSWORD, password: `${PASSWORD} staple` };
  const { status, headers } = await one.call(dashboard.session.changePassword, { body });
  expect(status).toBe(204);
  await untilRefused([...one.sockets, ...two.sockets], 'session_required');
  await expectToStay(bob.sockets);
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  const extraHeaders = { cookie, origin: pair.node.publicUrl };
  await expectToStay([await connected(openSocket(pair.node, 'agent', { extraHeaders }), 'agent')]);
});

test.each(['suspended', 'given another role'])('an agent who is %s is disconnected on every node', async (what) => {
  const pair = await startBoth();
  const bob = await addAgent(pair.app, pair.ann, 'admin');
  const { sockets } = await connectBoth(pair, bob);
  const ann = await connectBoth(pair, pair.ann);
  const change = what === 'suspended' ? "status = 'banned'" : "role = 'operator'";
  await pair.app.sql(`UPDATE agents SET ${change} WHERE id = ${bob.agentId};
    SELECT pg_notify('parley', 'agent:${bob.agentId}')`);
  await untilRefused(sockets, 'session_required');
  await expectToStay(ann.sockets);
});

test('switching the widget of a session disconnects its sockets', async () => {
  const pair = await startBoth();
  const { sockets, call } = await connectBoth(pair, pair.ann);
  await call(dashboard.session.update, { body: { widget_id: pair.ann.widgetId } });
  await untilRefused(sockets, 'session_required');
});

test('a blocked visitor is disconnected on every node', async () => {
  const pair = await startBoth();
  const [blocked, other] = [await connectVisitorOnBoth(pair), await connectVisitorOnBoth(pair)];
  const agent = await connectAgent(pair.node, pair.ann);
  await pair.ann.call(api.contacts.block, { params: { id: blocked.contactId } });
  await untilRefused(blocked.sockets, 'visitor_blocked');
  await expectToStay([...other.sockets, agent]);
});

test('a visitor who became a contact over the socket is disconnected when blocked', async () => {
  const { app, node, ann } = await startBoth();
  const visitor = await addVisitor(app, ann);
  const sockets = [await connectVisitor(app, ann, visitor), await connectVisitor(node, ann, visitor)];
  await sockets[0]?.call('send', { client_message_id: '1', type: 'text', body: 'hello' });
  await sockets[1]?.hears('stale');
  const [contact] = (await ann.call(api.contacts.list)).data.data;
  await ann.call(api.contacts.block, { params: { id: contact?.id } });
  await untilRefused(sockets, 'visitor_blocked');
});

test('a visitor whose contact is erased is disconnected on every node', async () => {
  const pair = await startBoth();
  const [erased, other] = [await connectVisitorOnBoth(pair), await connectVisitorOnBoth(pair)];
  await pair.ann.call(api.contacts.remove, { params: { id: erased.contactId } });
  await untilRefused(erased.sockets, 'token_invalid');
  await expectToStay(other.sockets);
});

test('a domain change disconnects visitors outside the new domain on every node', async () => {
  const pair = await startBoth();
  const { app, node, ann } = pair;
  const set = (on: TestApp, domain: string) =>
    on.unitOfWork.write({}, (work) => widgets.updateAndPurge(work, ann.widgetId, { domains: [domain] }));
  await set(app, 'shop.example');
  const there = await connectVisitorOnBoth(pair, 'https://shop.example');
  const [sub, nowhere] = [
    await connectVisitorOnBoth(pair, 'https://new.shop.example'),
    await connectVisitorOnBoth(pair),
  ];
  await set(node, 'new.shop.example');
  await untilRefused(there.sockets, 'domain_not_allowed');
  await expectToStay([...sub.sockets, ...nowhere.sockets]);
});

test('disabling the API disconnects nobody', async () => {
  const pair = await startBoth();
  const visitor = await connectVisitorOnBoth(pair, 'http://localhost:8080');
  const agent = await connectBoth(pair, pair.ann);
  await agent.call(dashboard.widgetAccess.update, { body: { api_enabled: false } });
  // Notices arrive in order: this one comes after it.
  const bob = await connectBoth(pair, await addAgent(pair.app, pair.ann, 'operator'));
  await bob.call(dashboard.session.remove);
  await untilRefused(bob.sockets, 'session_required');
  await expectToStay([...visitor.sockets, ...agent.sockets]);
});

/** Ends the notice connection of every node. */
const cutNotices = (app: TestApp) =>
  app.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name LIKE 'parley notices %' AND datname = current_database()`);

test('a client revoked while a node could not receive notices is disconnected once it listens again', async () => {
  const pair = await startBoth();
  const { app, ann } = pair;
  const bob = await addAgent(app, ann, 'operator');
  const [agent, visitor] = [await connectBoth(pair, bob), await connectVisitorOnBoth(pair)];
  const others = [...(await connectBoth(pair, ann)).sockets, ...(await connectVisitorOnBoth(pair)).sockets];
  // Without a notice, as if it was lost with the connection.
  await app.sql(`UPDATE agents SET status = 'banned' WHERE id = ${bob.agentId};
    UPDATE contacts SET blocked_at = now() WHERE guid = '${visitor.contactId}'`);
  expect(await cutNotices(app)).toHaveLength(2);
  await untilRefused(agent.sockets, 'session_required');
  await untilRefused(visitor.sockets, 'visitor_blocked');
  await expectToStay(others);
});

/** Moves the time past the TTL of the caches. */
function expireCaches() {
  const { now } = performance;
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 5_000);
  onTestFinished(() => later.mockRestore());
}

test('a socket whose session has expired is disconnected at its next resume', async () => {
  const app = await startApp({}, { live: true });
  const agent = await connectAgent(app, await app.owner());
  app.clock.now = app.clock.now.add({ hours: 24 * 91 });
  expireCaches();
  agent.socket.emit('resume', {});
  await until(() => agent.socket.disconnected, 'the agent is disconnected');
  expect(agent.heard.at(-1)).toMatchObject({ name: 'refused', data: { reason: 'session_required' } });
});
