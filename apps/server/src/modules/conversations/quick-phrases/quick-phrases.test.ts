import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/harness.ts';
import { addAgent } from '../../../../test/people.ts';

const { quickPhrases } = api;
const hello = { name: 'hello', phrase: 'Hello! How can we help?' };

test('a phrase belongs to an agent of the widget and can be read, changed and deleted', async () => {
  const ann = await (await startApp()).owner();
  const made = await ann.call(quickPhrases.create, { body: { ...hello, agent_id: ann.agentId } });
  expect(made.status).toBe(201);
  expect(made.data).toEqual({ id: expect.any(Number), agent_id: ann.agentId, ...hello });
  const params = { id: made.data.id };
  const changed = await ann.call(quickPhrases.update, { params, body: { phrase: 'Hi!' } });
  expect(changed.data).toEqual({ ...made.data, phrase: 'Hi!' });
  expect((await ann.call(quickPhrases.list)).body).toEqual({ data: [changed.data], next_cursor: null });
  expect((await ann.call(quickPhrases.remove, { params })).status).toBe(204);
  expect((await ann.call(quickPhrases.list)).body).toEqual({ data: [], next_cursor: null });
});

test('an agent of another account, or one that does not exist, cannot own a phrase', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  for (const agent_id of [bob.agentId, 987_654, 0, 1.5, '1', null]) {
    expect((await ann.call(quickPhrases.create, { body: { ...hello, agent_id } })).problem).toMatchObject({
      status: 422,
      errors: { agent_id: [expect.any(String)] },
    });
  }
});

test('agent, name and phrase are required; texts have up to 255 characters and are not blank', async () => {
  const ann = await (await startApp()).owner();
  const whole = { ...hello, agent_id: ann.agentId };
  for (const field of ['agent_id', 'name', 'phrase']) {
    const { problem } = await ann.call(quickPhrases.create, { body: { ...whole, [field]: undefined } });
    expect(problem.errors).toEqual({ [field]: ['is required'] });
  }
  for (const field of ['name', 'phrase']) {
    for (const value of ['', ' ', 'я'.repeat(256)]) {
      expect((await ann.call(quickPhrases.create, { body: { ...whole, [field]: value } })).status).toBe(422);
    }
    expect((await ann.call(quickPhrases.create, { body: { ...whole, [field]: 'я'.repeat(255) } })).status).toBe(201);
  }
});

test('the agent of a phrase cannot change, and an empty change is refused', async () => {
  const ann = await (await startApp()).owner();
  const { data } = await ann.call(quickPhrases.create, { body: { ...hello, agent_id: ann.agentId } });
  const params = { id: data.id };
  expect((await ann.call(quickPhrases.update, { params, body: { agent_id: ann.agentId } })).problem).toMatchObject({
    status: 422,
    errors: { agent_id: [expect.any(String)] },
  });
  expect((await ann.call(quickPhrases.update, { params, body: {} })).status).toBe(422);
});

test('phrases of one agent or of all are listed newest first; an unknown agent is 404', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const operator = await addAgent(app, ann, 'operator');
  for (const agent_id of [ann.agentId, operator.agentId, ann.agentId]) {
    await ann.call(quickPhrases.create, { body: { ...hello, agent_id } });
  }
  const owners = async (query: object) =>
    (await ann.call(quickPhrases.list, { query: { ...query } })).data.data.map(({ agent_id }) => agent_id);
  expect(await owners({})).toEqual([ann.agentId, operator.agentId, ann.agentId]);
  expect(await owners({ agent_id: operator.agentId })).toEqual([operator.agentId]);
  for (const [agent_id, status] of [
    [bob.agentId, 404],
    [987_654, 404],
    [0, 422],
    ['x', 422],
    [2 ** 53, 422],
  ] as const) {
    expect((await ann.call(quickPhrases.list, { query: { agent_id } })).status).toBe(status);
  }
});
