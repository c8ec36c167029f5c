import { api, dashboard, type Explanation, type NotificationLine, type RoutingLine } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat, signedIn } from '../../../../test/callers.ts';
import { addDepartment } from '../../../../test/departments.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { startMailbox } from '../../../../test/mailbox.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addAgent, addConnectedAgent, connect, disconnect } from '../../../../test/people.ts';
import { newBrowser, startPushService } from '../../../../test/push-service.ts';
import { runQueue } from '../../../../test/queue.ts';
import { hideChatsFromJobs } from '../../../../test/recent-chats.ts';

const { chats, departments, messages } = api;

type Person = Pick<Owner, 'agentId'>;

async function start() {
  const app = await startApp({ OUTBOUND_ALLOW: '127.0.0.1', PUBLIC_URL: 'https://chat.example.test' });
  const ann = await app.owner();
  return { app, ann };
}

async function explain({ call }: Pick<Owner, 'call'>, params: { id: number }) {
  return ((await call(chats.explain, { params })).body as Explanation).data;
}

/** `step reason agent`, with names of agents and departments. */
function told(lines: RoutingLine[], people: Names, places: Names = {}) {
  return lines.map(({ step, reason, agent_id, department_id }) =>
    [step, reason, nameIn(people, agent_id), nameIn(places, department_id)].filter(Boolean).join(' '),
  );
}

type Names = Record<string, number>;
const nameIn = (names: Names, id: number | null) => Object.keys(names).find((name) => names[name] === id) ?? '';

const setStatus = (app: TestApp, { agentId }: Person, status: string) =>
  app.sql(`UPDATE agents SET status = '${status}' WHERE id = ${agentId}`);
const choose = (app: TestApp, { agentId }: Person, wishes: object) =>
  app.sql(`UPDATE agents SET notifications = '${JSON.stringify(wishes)}' WHERE id = ${agentId}`);

test('the chosen agent comes first, then the departments and everyone who was passed over', async () => {
  const { app, ann } = await start();
  const [bob, kim] = [await addConnectedAgent(app, ann), await addConnectedAgent(app, ann)];
  const [lee, joe] = [await addConnectedAgent(app, ann), await addAgent(app, ann, 'operator')];
  const [pat, zoe] = [await addConnectedAgent(app, ann), await addConnectedAgent(app, ann)];
  const sales = await addDepartment(ann, [bob, kim, lee, joe, zoe]);
  const night = await addDepartment(ann, [pat], { schedule: {} });
  await setStatus(app, lee, 'relaxation');
  await setStatus(app, zoe, 'banned');
  const { params } = await addChat(app, ann);
  const names = {
    ...{ Ann: ann.agentId, Bob: bob.agentId, Kim: kim.agentId, Lee: lee.agentId, Joe: joe.agentId },
    ...{ Pat: pat.agentId, Zoe: zoe.agentId },
  };
  const places = { Sales: sales.params.id, Night: night.params.id };
  const { routing } = await explain(ann, params);
  expect(told(routing, names, places)).toEqual([
    'decision assigned Bob Sales',
    'department open Sales',
    'department closed Night',
    'agent later_turn Kim Sales',
    'agent on_break Lee',
    'agent offline Joe',
    'agent department_closed Pat',
    'agent suspended Zoe',
    'agent not_in_department Ann',
  ]);
  expect(new Set(routing.map(({ at }) => at)).size).toBe(1);

  await addChat(app, ann);
  const third = await addChat(app, ann);
  const again = told((await explain(ann, third.params)).routing, names, places);
  expect(again.filter((line) => /assigned|turn|busier/.test(line))).toEqual([
    'decision assigned Bob Sales',
    'agent later_turn Kim Sales',
  ]);
  await ann.call(chats.close, { params, body: {} });
  await ann.call(chats.close, { params: third.params, body: {} });
  const last = await addChat(app, ann);
  expect(told((await explain(ann, last.params)).routing, names, places)).toContain('agent busier Kim Sales');
});

test('a chat that nobody gets says whether its departments were closed or nobody was at work', async () => {
  const { app, ann } = await start();
  const [first, names] = [await addChat(app, ann), { Ann: ann.agentId }];
  expect(told((await explain(ann, first.params)).routing, names)).toEqual([
    'decision nobody_there',
    'agent offline Ann',
  ]);
  await connect(app, ann);
  const { params } = await addDepartment(ann, [ann], { schedule: {} });
  const second = await addChat(app, ann);
  expect(told((await explain(ann, second.params)).routing, names, { Sales: params.id })).toEqual([
    'decision departments_closed',
    'department closed Sales',
    'agent department_closed Ann',
  ]);
  await second.visitor.write('anybody?');
  expect((await explain(ann, second.params)).routing).toHaveLength(3);
});

test.each([
  ['away', 'owner_away', "left_at = now() - interval '1 hour'"],
  ['suspended', 'owner_suspended', "status = 'banned'"],
])('an owner who is %s is named, and why they lost the chat', async (_what, reason, change) => {
  const { app, ann } = await start();
  const bob = await addConnectedAgent(app, ann);
  const { params, visitor } = await addChat(app, ann);
  await disconnect(app, bob);
  await app.sql(`UPDATE agents SET ${change} WHERE id = ${bob.agentId}`);
  await connect(app, ann);
  app.clock.now = app.clock.now.add({ hours: 1 });
  await visitor.write('there?');
  const [result, owner] = told((await explain(ann, params)).routing, { Ann: ann.agentId, Bob: bob.agentId });
  expect([result, owner]).toEqual(['decision assigned Ann', `owner ${reason} Bob`]);
});

test('an owner who is away keeps the chat while nobody is at work, and one who is there keeps it anyway', async () => {
  const { app, ann } = await start();
  await connect(app, ann);
  const { params, visitor } = await addChat(app, ann);
  const department = await addDepartment(ann, [ann]);
  await visitor.write('there?');
  const names = { Ann: ann.agentId };
  expect(told((await explain(ann, params)).routing, names)[0]).toBe('decision owner_stays Ann');
  await ann.call(departments.remove, { params: department.params });
  await disconnect(app, ann);
  app.clock.now = app.clock.now.add({ hours: 1 });
  await app.sql(`UPDATE agents SET left_at = '${app.clock.now.subtract({ minutes: 6 })}' WHERE id = ${ann.agentId}`);
  const other = await addChat(app, ann);
  await ann.call(chats.transfer, { params: other.params, body: { agent_id: ann.agentId } });
  app.clock.now = app.clock.now.add({ seconds: 1 });
  await other.visitor.write('there?');
  expect(told((await explain(ann, other.params)).routing, names)).not.toContain('decision assigned Ann');
});

test('chats that people take, assign and answer say so', async () => {
  const { app, ann } = await start();
  const bob = await addAgent(app, ann, 'operator');
  const names = { Ann: ann.agentId, Bob: bob.agentId };
  const next = () => {
    app.clock.now = app.clock.now.add({ seconds: 1 });
  };
  const { params } = await addChat(app, ann);
  const call = await connect(app, bob);
  next();
  await call(chats.claim, { params, body: { agent_id: bob.agentId } });
  next();
  await call(chats.transfer, { params, body: { agent_id: ann.agentId } });
  next();
  await ann.call(chats.transfer, { params, body: { agent_id: bob.agentId } });
  expect(told((await explain(ann, params)).routing, names).slice(0, 3)).toEqual([
    'decision assigned_by_api Bob',
    'decision assigned_by_agent Ann',
    'decision taken Bob',
  ]);
  const sales = await addDepartment(ann, [ann]);
  next();
  await call(chats.transfer, { params, body: { department_id: sales.params.id } });
  expect(told((await explain(ann, params)).routing, names, { Sales: sales.params.id }).slice(0, 3)).toEqual([
    'decision nobody_there Sales',
    'agent offline Ann',
    'decision transferred Sales',
  ]);
  await connect(app, ann);
  await call(chats.transfer, { params, body: { department_id: sales.params.id } });
  expect(told((await explain(ann, params)).routing, names, { Sales: sales.params.id })).toContain(
    'decision assigned Ann Sales',
  );
  await ann.call(departments.remove, { params: sales.params });
  for (const person of [ann, bob]) await disconnect(app, person);
  const other = await addChat(app, ann);
  next();
  await ann.call(messages.send, { params: other.params, body: { type: 'text', body: 'hi', agent_id: ann.agentId } });
  expect(told((await explain(ann, other.params)).routing, names)[0]).toBe('decision answered Ann');
});

const shown = (lines: NotificationLine[], names: Names) =>
  lines.map(({ kind, agent_id, sent, reason }) => `${kind} ${nameIn(names, agent_id)} ${sent} ${reason}`).sort();

/** Bob has a browser, Ann has none. */
async function startPushing() {
  const { app, ann } = await start();
  const [service, bob] = [await startPushService(), await addAgent(app, ann, 'operator')];
  const browser = newBrowser(service.origin);
  await (await signedIn(app, bob))(dashboard.push.subscribe, { body: browser.subscription });
  const names = { Ann: ann.agentId, Bob: bob.agentId };
  const run = async () => {
    while ((await runQueue(app, 'smtp://127.0.0.1:1')).length);
  };
  const pushes = async (params: { id: number }) =>
    shown((await explain(ann, params)).notifications, names).filter((line) => line.startsWith('push'));
  return { app, ann, bob, service, run, pushes };
}

test.each([
  ['was sent', 'true sent', async () => {}],
  ['is turned off', 'false turned_off', ({ app, bob }: Pushing) => choose(app, bob, { push: false })],
  ['finds the agent on a break', 'false on_break', ({ app, bob }: Pushing) => setStatus(app, bob, 'relaxation')],
  ['finds the agent online', 'false online', ({ app, bob }: Pushing) => connect(app, bob)],
  ['finds the agent suspended', 'false suspended', ({ app, bob }: Pushing) => setStatus(app, bob, 'banned')],
  ['is not for members', 'false not_a_member', ({ ann }: Pushing) => addDepartment(ann, [ann])],
  [
    'is about the chat of another agent',
    'false not_theirs',
    ({ app, ann, params }: Pushing) =>
      app.sql(`UPDATE chats SET agent_id = ${ann.agentId}, accepted_by = ${ann.agentId} WHERE id = ${params.id}`),
  ],
])('a push that %s is told as such', async (_what, expected, change) => {
  const { app, ann, bob, run, pushes } = await startPushing();
  const { params } = await addChat(app, ann);
  await change({ app, ann, bob, params });
  await run();
  expect(await pushes(params)).toContain(`push Bob ${expected}`);
});

interface Pushing {
  app: TestApp;
  ann: Owner;
  bob: Awaited<ReturnType<typeof addAgent>>;
  params: { id: number };
}

test.each([
  ['refused', { act: async () => {}, status: 410 }, 'refused'],
  ['answered meanwhile', { act: answerChats, status: 201 }, 'answered'],
])('a push that is %s is told as such', async (_what, { act, status }, reason) => {
  const { app, ann, run, service, pushes } = await startPushing();
  service.answer.status = status;
  const { params } = await addChat(app, ann);
  await runQueue(app, 'smtp://127.0.0.1:1');
  await act(ann, params);
  await run();
  expect(await pushes(params)).toContain(`push Bob false ${reason}`);
});

async function answerChats({ call, agentId }: Owner, params: { id: number }) {
  await call(messages.send, { params, body: { type: 'text', body: 'hi', agent_id: agentId } });
}

test('an agent without a browser is not pushed to, and one who got the chat was online', async () => {
  const { app, ann, pushes, run } = await startPushing();
  const first = await addChat(app, ann);
  await run();
  expect(await pushes(first.params)).toContain('push Ann false no_device');
  await connect(app, ann);
  const second = await addChat(app, ann);
  expect(await pushes(second.params)).toEqual(['push Ann false online']);
});

async function startMailing() {
  const { app, ann } = await start();
  await hideChatsFromJobs(app);
  const mailbox = await startMailbox();
  const mails = async (params: { id: number }) =>
    shown((await explain(ann, params)).notifications, { Ann: ann.agentId }).filter((line) => line.startsWith('email'));
  const round = async (url: string | undefined = mailbox.url, minutes = 0) => {
    app.clock.now = app.clock.now.add({ minutes });
    await app.run('notifications.alert');
    await runQueue(app, url);
  };
  return { app, ann, mails, round };
}

test.each([
  ['was sent', 'true sent', {}],
  ['is turned off', 'false turned_off', { email_offline: false, email_unanswered: false }],
])('an e-mail that %s is told as such', async (_what, expected, wishes) => {
  const { app, ann, mails, round } = await startMailing();
  await choose(app, ann, wishes);
  const { params } = await addChat(app, ann);
  await round();
  expect(await mails(params)).toEqual([`email_offline Ann ${expected}`]);
});

test('an e-mail that the mail server refuses is told as such once, and as sent when it is', async () => {
  const { app, ann, mails, round } = await startMailing();
  const { params } = await addChat(app, ann);
  await round('smtp://127.0.0.1:1');
  await round('smtp://127.0.0.1:1', 2);
  expect(await mails(params)).toEqual(['email_offline Ann false refused']);
  await round(undefined, 2);
  expect(await mails(params)).toEqual(['email_offline Ann false refused', 'email_offline Ann true sent']);
});

test('after ten minutes an e-mail is not sent to who got one, or wants one only if nobody was online', async () => {
  const { app, ann, mails, round } = await startMailing();
  const first = await addChat(app, ann);
  await round();
  await connect(app, ann);
  await choose(app, ann, { email_unanswered: false });
  const second = await addChat(app, ann);
  await round(undefined, 10);
  expect(await mails(first.params)).toEqual(['email_offline Ann true sent', 'email_unanswered Ann false already_sent']);
  expect(await mails(second.params)).toEqual([
    'email_offline Ann false online',
    'email_unanswered Ann false somebody_online',
  ]);
});

test('a mention says why the agent got neither a push nor an e-mail', async () => {
  const { app, ann, bob, run } = await startPushing();
  const { params } = await addChat(app, ann);
  await run();
  const call = await signedIn(app, ann);
  await choose(app, bob, { push: false, email_personal: false });
  await call(messages.addNote, { params, body: { body: '@Bob', mentions: [bob.agentId] } });
  await run();
  const { notifications } = await explain(ann, params);
  const lines = notifications.filter(({ agent_id }) => agent_id === bob.agentId);
  expect(lines).toContainEqual(expect.objectContaining({ kind: 'push', sent: false, reason: 'turned_off' }));
  expect(lines).toContainEqual(expect.objectContaining({ kind: 'email_personal', sent: false, reason: 'turned_off' }));
});

test('twenty decisions of a chat are kept, for 30 days, and go with the chat', async () => {
  const { app, ann } = await start();
  const { params, visitor } = await addChat(app, ann);
  for (let count = 0; count < 22; count += 1) {
    await (count % 2 ? disconnect : connect)(app, ann);
    await app.sql(`UPDATE chats SET agent_id = NULL WHERE id = ${params.id}`);
    app.clock.now = app.clock.now.add({ minutes: 1 });
    await visitor.write('hello?');
  }
  const { routing } = await explain(ann, params);
  expect(routing.filter(({ step }) => step === 'decision')).toHaveLength(20);
  app.clock.now = app.clock.now.add({ hours: 24 * 30 });
  expect((await explain(ann, params)).routing).toEqual([]);
  await app.run('decisions.forget');
  const kept = () => app.sql(`SELECT id FROM chat_decisions WHERE widget_id = ${ann.widgetId}`);
  expect(await kept()).toEqual([]);
  await addChat(app, ann);
  expect(await kept()).toHaveLength(1);
  const contacts = (await ann.call(api.contacts.list)).data.data;
  for (const { id } of contacts) await ann.call(api.contacts.remove, { params: { id } });
  expect(await kept()).toEqual([]);
});

test('another account does not see why, nor an operator outside the department of an internal chat', async () => {
  const { app, ann } = await start();
  const [eve, bob] = [await app.owner(), await addConnectedAgent(app, ann)];
  const { params } = await addChat(app, ann);
  expect((await eve.call(chats.explain, { params })).status).toBe(404);
  const { internal_chat_id } = await addDepartment(ann, [ann]);
  const internal = { params: { id: internal_chat_id } };
  expect((await bob.call(chats.explain, internal)).status).toBe(404);
  expect((await ann.call(chats.explain, internal)).status).toBe(200);
  expect((await explain(ann, internal.params)).routing).toEqual([]);
});
