import { api, weekdays } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat } from '../../../../test/callers.ts';
import { addDepartment } from '../../../../test/departments.ts';
import { startApp } from '../../../../test/harness.ts';
import { addAgent, addConnectedAgent, connect } from '../../../../test/people.ts';

const { agents, departments } = api;

async function start() {
  const app = await startApp();
  const ann = await app.owner();
  return {
    app,
    ann,
    preview: async (query: Record<string, string> = {}) =>
      (await ann.call(departments.previewRouting, { query: { channel: 'svc', ...query } })).data,
    /** Where a new visitor's chat really goes. */
    write: async () => {
      const { agent_id, department_id } = await (await addChat(app, ann)).read();
      return { agent_id, department_id };
    },
  };
}

test('the preview names the agent and department that routing chooses next, and changes nothing', async () => {
  const { app, ann, preview, write } = await start();
  const team = [
    await addConnectedAgent(app, ann),
    await addConnectedAgent(app, ann),
    await addConnectedAgent(app, ann),
  ];
  await addDepartment(ann, team.slice(0, 2));
  await addDepartment(ann, team.slice(1));
  const chosen = [];
  for (let count = 0; count < 7; count += 1) {
    app.clock.now = app.clock.now.add({ seconds: 1 });
    const { agent_id, department_id } = await preview();
    expect(await preview()).toMatchObject({ agent_id, department_id });
    expect(await write()).toEqual({ agent_id, department_id });
    chosen.push(agent_id);
  }
  expect(new Set(chosen).size).toBe(3);
  const { candidates } = await preview();
  expect(candidates.map(({ active_chats }) => active_chats)).toEqual([2, 2, 3]);
});

test('without departments for the channel, everyone at work is a candidate', async () => {
  const { app, ann, preview } = await start();
  const bob = await addConnectedAgent(app, ann);
  await addAgent(app, ann, 'operator');
  await addDepartment(ann, [], { channels: ['tg'] });
  expect(await preview()).toMatchObject({
    is_forecast: false,
    timezone: 'Europe/Moscow',
    agent_id: bob.agentId,
    department_id: null,
    departments: [],
    candidates: [{ agent_id: bob.agentId, active_chats: 0, assigned_at: null }],
  });
});

test('while no member is at work, the chat waits in the oldest open department', async () => {
  const { app, ann, preview, write } = await start();
  const bob = await addAgent(app, ann, 'operator');
  const closed = await addDepartment(ann, [bob], { schedule: {} });
  const open = await addDepartment(ann, [bob]);
  expect(await preview()).toMatchObject({
    agent_id: null,
    department_id: open.id,
    departments: [
      { id: closed.id, is_open: false },
      { id: open.id, is_open: true },
    ],
    candidates: [],
  });
  expect(await write()).toEqual({ agent_id: null, department_id: open.id });
});

test("a time of the week is read in the account's time zone, and means the next such moment", async () => {
  const { app, ann, preview } = await start();
  await app.sql(`UPDATE accounts SET timezone = 'Asia/Tokyo' WHERE id = ${ann.accountId}`);
  await addDepartment(ann, [], { schedule: { Sunday: { from: '09:00', to: '22:00' } } });
  const isOpen = async (weekday: string, time: string) =>
    (await preview({ weekday, time })).departments.map(({ is_open }) => is_open);
  expect(await isOpen('Sunday', '09:00')).toEqual([true]);
  expect(await isOpen('Sunday', '21:59')).toEqual([true]);
  expect(await isOpen('Sunday', '22:00')).toEqual([false]);
  expect(await isOpen('Monday', '10:00')).toEqual([false]);
  const now = app.clock.now.toZonedDateTimeISO('Asia/Tokyo');
  for (const weekday of weekdays) {
    const { at, is_forecast } = await preview({ weekday, time: '12:30' });
    const then = Temporal.Instant.from(at).toZonedDateTimeISO('Asia/Tokyo');
    expect(is_forecast).toBe(true);
    expect([weekdays[then.dayOfWeek - 1], then.hour, then.minute]).toEqual([weekday, 12, 30]);
    const ahead = now.until(then).total('hours');
    expect(ahead >= 0 && ahead < 7 * 24).toBe(true);
  }
});

test('at another time everyone who is not suspended counts as at work', async () => {
  const { app, ann, preview } = await start();
  const [bob, kim, lee] = [
    await addConnectedAgent(app, ann),
    await addAgent(app, ann, 'operator'),
    await addAgent(app, ann, 'operator'),
  ];
  await app.sql(`UPDATE agents SET status = 'relaxation' WHERE id = ${kim.agentId}`);
  await addDepartment(ann, [bob, kim, lee]);
  await ann.call(agents.suspend, { params: { id: lee.agentId } });
  await connect(app, kim);
  const candidatesOf = async (query = {}) => (await preview(query)).candidates.map(({ agent_id }) => agent_id);
  expect(await candidatesOf()).toEqual([bob.agentId]);
  expect(await candidatesOf({ weekday: 'Sunday', time: '22:00' })).toEqual([bob.agentId, kim.agentId]);
});

test('a weekday needs a time and a time a weekday', async () => {
  const { ann } = await start();
  for (const [query, field] of [
    [{ weekday: 'Sunday' }, 'time'],
    [{ time: '22:00' }, 'weekday'],
    [{ weekday: 'Sunday', time: '24:00' }, 'time'],
  ] as const) {
    const answer = await ann.call(departments.previewRouting, { query: { channel: 'svc', ...query } });
    expect(answer).toMatchObject({ status: 422, problem: { errors: { [field]: [expect.any(String)] } } });
  }
});
