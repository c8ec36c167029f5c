import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, addChat, signedIn } from '../../../../test/callers.ts';
import { startApp } from '../../../../test/harness.ts';
import { addAgent } from '../../../../test/people.ts';

const { agents, chats } = api;

async function startTeam() {
  const app = await startApp();
  const ann = await app.owner();
  const bob = await addAgent(app, ann, 'operator');
  return {
    app,
    ann,
    bob,
    workload: async (agentId = bob.agentId) =>
      (await ann.call(agents.listWorkloads)).data.data.find(({ agent_id }) => agent_id === agentId),
    give: (id: number) => ann.call(chats.transfer, { params: { id }, body: { agent_id: bob.agentId } }),
  };
}

test("an agent's workload counts what the inbox lists as open and theirs, and how many of these wait", async () => {
  const { app, ann, bob, workload, give } = await startTeam();
  const answered = (await addAnsweredVisitor(app, ann)).chatId;
  await addChat(app, ann);
  const [done, snoozed, spam] = [await addChat(app, ann), await addChat(app, ann), await addChat(app, ann)];
  await app.sql(`UPDATE chats SET agent_id = ${bob.agentId} WHERE widget_id = ${ann.widgetId}`);
  await give(answered);
  await ann.call(chats.close, { params: done.params, body: {} });
  await ann.call(chats.snooze, { params: snoozed.params, body: { until: null } });
  await ann.call(chats.setState, { params: spam.params, body: { state: 'spam' } });
  expect(await workload()).toMatchObject({ agent_id: bob.agentId, open_chats: 2, waiting_chats: 1 });
  expect(await workload(ann.agentId)).toMatchObject({ open_chats: 0, waiting_chats: 0 });
});

test('a suspended agent is listed with the chats that stay theirs', async () => {
  const { app, ann, bob, workload, give } = await startTeam();
  await give((await addAnsweredVisitor(app, ann)).chatId);
  await ann.call(agents.suspend, { params: { id: bob.agentId } });
  expect(await workload()).toMatchObject({ open_chats: 1 });
});

test('the last activity is what the agent did or when they disconnected, not what was done to them', async () => {
  const { app, ann, bob, workload, give } = await startTeam();
  expect((await workload())?.last_active_at).toBeNull();
  await signedIn(app, bob);
  const signedInAt = app.clock.now;
  const isActiveAt = async (time: Temporal.Instant) =>
    Temporal.Instant.from(String((await workload())?.last_active_at)).equals(time);
  app.clock.now = app.clock.now.add({ minutes: 5 });
  await give((await addAnsweredVisitor(app, ann)).chatId);
  expect(await isActiveAt(signedInAt)).toBe(true);
  const leftAt = app.clock.now.add({ minutes: 1 });
  await app.sql(`UPDATE agents SET left_at = '${leftAt}' WHERE id = ${bob.agentId}`);
  expect(await isActiveAt(leftAt)).toBe(true);
});
