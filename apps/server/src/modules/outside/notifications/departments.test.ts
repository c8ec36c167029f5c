import { api, dashboard } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat, signedIn } from '../../../../test/callers.ts';
import { addDepartment } from '../../../../test/departments.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { startMailbox } from '../../../../test/mailbox.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addAgent, connect, disconnect } from '../../../../test/people.ts';
import { newBrowser, startPushService } from '../../../../test/push-service.ts';
import { runQueue } from '../../../../test/queue.ts';
import { hideChatsFromJobs } from '../../../../test/recent-chats.ts';

const NO_MAIL = 'smtp://127.0.0.1:1';

type Person = Pick<Owner, 'email' | 'agentId'>;

/** A widget with five agents, each with a push subscription and no open console. */
async function startPushing() {
  const service = await startPushService();
  const app = await startApp({ OUTBOUND_ALLOW: '127.0.0.1', PUBLIC_URL: 'https://chat.example.test' });
  const ann = await app.owner();
  const people: Person[] = [];
  const paths = new Map<string, Person>();
  for (let count = 0; count < 4; count += 1) {
    const person = await addAgent(app, ann, 'operator');
    const browser = newBrowser(service.origin);
    await (await signedIn(app, person))(dashboard.push.subscribe, { body: browser.subscription });
    paths.set(browser.path, person);
    people.push(person);
  }
  /** Agents pushed to by all pending jobs. */
  const told = async () => {
    const before = service.taken.length;
    while ((await runQueue(app, NO_MAIL)).length);
    const agents = service.taken.slice(before).map(({ path }) => paths.get(path)?.agentId);
    return agents.sort();
  };
  const [bob, kim, lee, joe] = people as [Person, Person, Person, Person];
  return { app, ann, bob, kim, lee, joe, told };
}

const idsOf = (...people: Person[]) => people.map(({ agentId }) => agentId).sort();
const setStatus = (app: TestApp, { agentId }: Person, status: string) =>
  app.sql(`UPDATE agents SET status = '${status}' WHERE id = ${agentId}`);

test('an unanswered chat notifies every member of the open departments, regardless of the owner, and no one else', async () => {
  const { app, ann, bob, kim, lee, joe, told } = await startPushing();
  await addDepartment(ann, [bob]);
  await addDepartment(ann, [bob, kim]);
  await addDepartment(ann, [lee], { schedule: {} });
  await addDepartment(ann, [joe], { channels: ['tg'] });
  await connect(app, bob);
  const { visitor, read } = await addChat(app, ann);
  expect((await read()).agent_id).toBe(bob.agentId);
  await disconnect(app, bob);
  expect(await told()).toEqual(idsOf(bob, kim));
  await visitor.write('anybody?');
  expect(await told()).toEqual(idsOf(bob, kim));
});

test('an answered chat notifies only its owner', async () => {
  const { app, ann, bob, kim, told } = await startPushing();
  await addDepartment(ann, [bob, kim]);
  await connect(app, bob);
  const { visitor, params } = await addChat(app, ann);
  await ann.call(api.messages.send, { params, body: { type: 'text', body: 'hi' } });
  await told();
  await visitor.write('thanks');
  await disconnect(app, bob);
  expect(await told()).toEqual(idsOf(bob));
});

test('a suspended member stays in the department and is notified; one on a break is not', async () => {
  const { app, ann, bob, kim, lee, joe, told } = await startPushing();
  await addDepartment(ann, [bob, kim, lee]);
  await setStatus(app, kim, 'banned');
  await setStatus(app, lee, 'relaxation');
  await setStatus(app, joe, 'banned');
  await addChat(app, ann);
  expect(await told()).toEqual(idsOf(bob, kim));
});

test('when no department lists the channel, an unowned chat notifies everyone, and an owned one its owner', async () => {
  const { app, ann, bob, kim, lee, joe, told } = await startPushing();
  await addDepartment(ann, [bob], { channels: ['tg'] });
  await addChat(app, ann);
  expect(await told()).toEqual(idsOf(bob, kim, lee, joe));
  await connect(app, kim);
  await addChat(app, ann);
  await disconnect(app, kim);
  expect(await told()).toEqual(idsOf(kim));
});

test('agents who follow all chats are notified of other departments too', async () => {
  const { app, ann, bob, joe, told } = await startPushing();
  await addDepartment(ann, [bob]);
  await app.sql(`UPDATE agents SET notifications = '{"about": "all"}' WHERE id = ${joe.agentId}`);
  await addChat(app, ann);
  expect(await told()).toEqual(idsOf(bob, joe));
});

/** Mails for a visitor who wrote that many minutes ago. */
async function mailed(app: TestApp, minutes = 0) {
  const mailbox = await startMailbox();
  app.clock.now = app.clock.now.add({ minutes });
  await app.run('notifications.alert');
  await runQueue(app, mailbox.url);
  return mailbox.letters.map(({ to }) => to).sort();
}

async function startMailing() {
  const app = await startApp({ PUBLIC_URL: 'https://chat.example.test' });
  await hideChatsFromJobs(app);
  const ann = await app.owner();
  const people = [await addAgent(app, ann, 'operator'), await addAgent(app, ann, 'operator')] as const;
  await app.sql(`UPDATE agents SET notifications = '{"email_offline": true, "email_unanswered": true}'
    WHERE widget_id = ${ann.widgetId}`);
  return { app, ann, bob: people[0], kim: people[1] };
}

test('members are mailed about a message sent while none of them was online, though others were', async () => {
  const { app, ann, bob } = await startMailing();
  await connect(app, ann);
  await addDepartment(ann, [bob]);
  await addChat(app, ann);
  expect(await mailed(app)).toEqual([bob.email]);
});

test('a suspended member is mailed like the others', async () => {
  const { app, ann, bob, kim } = await startMailing();
  await addDepartment(ann, [bob, kim]);
  await setStatus(app, kim, 'banned');
  await addChat(app, ann);
  expect(await mailed(app)).toEqual([bob.email, kim.email].sort());
});

test('members of open departments are mailed, or of closed ones when none is open', async () => {
  const { app, ann, bob, kim } = await startMailing();
  await addDepartment(ann, [bob]);
  const { params } = await addDepartment(ann, [kim], { schedule: {} });
  await addChat(app, ann);
  expect(await mailed(app)).toEqual([bob.email]);
  const { data } = await ann.call(api.departments.list);
  const open = data.data.find(({ id }) => id !== params.id)?.id;
  await ann.call(api.departments.setSchedule, { params: { id: open }, body: { schedule: {} } });
  await addChat(app, ann);
  expect(await mailed(app)).toEqual([bob.email, kim.email].sort());
});
