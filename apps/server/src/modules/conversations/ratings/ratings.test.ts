import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, addVisitor } from '../../../../test/callers.ts';
import { listEventData } from '../../../../test/events.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addAgent } from '../../../../test/people.ts';

const { chats, contacts, messages, ratings } = api;

async function startAccount() {
  const app = await startApp();
  const ann = await app.owner();
  return { app, ann };
}

/** An answered visitor, who can rate. */
async function addRater(app: TestApp, owner: Owner) {
  const visitor = await addAnsweredVisitor(app, owner);
  const params = { button_guid: owner.buttonGuid };
  return {
    ...visitor,
    rate: (score: unknown, comment?: unknown) =>
      visitor.call(site.visitor.rate, { params, body: { score, ...(comment !== undefined && { comment }) } }),
    open: async () =>
      (
        await app.call(site.visitor.open, {
          params,
          body: {},
          headers: { authorization: `Bearer ${visitor.token}` },
        })
      ).data,
  };
}

/** A chat of the same contact on another channel, handled by the owner. */
async function addOtherChat(app: TestApp, { widgetId, agentId }: Owner, chatId: number) {
  const [other] = await app.sql<{ id: number }>(`
    WITH made AS (
      INSERT INTO chats (widget_id, contact_id, channel, source, created_at, accepted_by, accepted_type, handled_by, handled_type)
      SELECT widget_id, contact_id, 'tg', source, created_at, ${agentId}, 'human', ${agentId}, 'human' FROM chats
      WHERE widget_id = ${widgetId} AND id = ${chatId} RETURNING *
    )
    INSERT INTO chat_heads (widget_id, chat_id, created_at, updated_at, activity)
    SELECT widget_id, id, created_at, created_at, 0 FROM made RETURNING chat_id::int AS id`);
  return other?.id ?? 0;
}

test('a visitor rates from 1 to 5 with an optional comment, and both are read from the chat', async () => {
  const { app, ann } = await startAccount();
  for (const [score, comment] of [
    [1, undefined],
    [5, 'quick & kind <3'],
  ] as const) {
    const { chatId, contactId, rate } = await addRater(app, ann);
    expect(await rate(score, comment)).toMatchObject({ status: 201, data: { score, comment: comment ?? null } });
    const at = expect.any(String);
    expect((await ann.call(chats.readRating, { params: { id: chatId } })).data).toEqual({
      agent_id: ann.agentId,
      contact_id: contactId,
      contact_name: null,
      score,
      comment: comment ?? null,
      chat_id: chatId,
      created_at: at,
      updated_at: at,
    });
  }
});

test('any other score, and a comment that is blank or too long, is 422 and stores nothing', async () => {
  const { app, ann } = await startAccount();
  const { rate } = await addRater(app, ann);
  for (const score of [0, 6, 2.5, '5', null, undefined]) {
    expect((await rate(score)).problem).toMatchObject({ status: 422, errors: { score: [expect.any(String)] } });
  }
  for (const comment of ['', ' ', 'x'.repeat(2_001), 7]) {
    const { status, problem } = await rate(5, comment);
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ['comment']]);
  }
  expect(await app.sql(`SELECT FROM ratings WHERE widget_id = ${ann.widgetId}`)).toEqual([]);
});

test('a later rating of the same agent replaces the score and updated_at, but not created_at', async () => {
  const { app, ann } = await startAccount();
  const { chatId, rate } = await addRater(app, ann);
  const read = async () => (await ann.call(chats.readRating, { params: { id: chatId } })).data;
  await rate(2, 'slow');
  const first = await read();
  app.clock.now = app.clock.now.add({ hours: 1 });
  await rate(4);
  expect(await read()).toEqual({
    ...first,
    score: 4,
    comment: null,
    updated_at: expect.not.stringMatching(first.updated_at),
  });
  expect((await ann.call(ratings.list)).data.data).toHaveLength(1);
});

test('a rating replaced in another chat of the contact is no longer in the first one', async () => {
  const { app, ann } = await startAccount();
  const { chatId, rate } = await addRater(app, ann);
  const otherId = await addOtherChat(app, ann, chatId);
  const ours = `widget_id = ${ann.widgetId}`;
  // The visitor rates in the site's chat: first this one, then the other.
  const swapChannels = () =>
    app.sql(`
      UPDATE chats SET external_channel_id = 'x' WHERE ${ours} AND channel = 'service';
      UPDATE chats SET channel = 'service' WHERE ${ours} AND channel = 'tg';
      UPDATE chats SET channel = 'tg', external_channel_id = '' WHERE ${ours} AND external_channel_id = 'x'`);
  const read = (id: number) => ann.call(chats.readRating, { params: { id } });
  await rate(5);
  const { created_at } = (await read(chatId)).data;
  expect((await read(otherId)).status).toBe(404);
  app.clock.now = app.clock.now.add({ hours: 1 });
  await swapChannels();
  await rate(3);
  expect((await read(chatId)).status).toBe(404);
  expect((await read(otherId)).data).toMatchObject({ score: 3, chat_id: otherId, created_at });
  expect((await ann.call(ratings.list)).data.data).toHaveLength(1);
});

test('the rating of a chat is 404 if there is none, or the chat is unknown or of another account', async () => {
  const { app, ann } = await startAccount();
  const { chatId } = await addRater(app, ann);
  const foreign = await addRater(app, await app.owner());
  await foreign.rate(5);
  for (const id of [chatId, foreign.chatId, 987_654]) {
    expect((await ann.call(chats.readRating, { params: { id } })).status).toBe(404);
  }
});

test('a rating is of the agent who handles the chat, human or AI, and each has their own', async () => {
  const { app, ann } = await startAccount();
  const { chatId, contactId, rate } = await addRater(app, ann);
  const bob = await addAgent(app, ann, 'operator');
  await rate(5);
  const body = { type: 'text', body: 'it is me now', agent_id: bob.agentId };
  await ann.call(messages.send, { params: { id: chatId }, body });
  await rate(2);
  const [ai] = await app.sql<{ id: number }>(
    `INSERT INTO agents (widget_id, account_id, type, role, created_at)
     VALUES (${ann.widgetId}, ${ann.accountId}, 'ai', 'operator', now()) RETURNING id::int`,
  );
  await app.sql(`UPDATE chats SET handled_by = ${ai?.id}, handled_type = 'ai' WHERE id = ${chatId}`);
  app.clock.now = app.clock.now.add({ seconds: 1 });
  await rate(3);
  const list = (await ann.call(ratings.list, { query: { contact_id: contactId } })).data.data;
  expect(new Map(list.map(({ agent_id, score }) => [agent_id, score]))).toEqual(
    new Map([
      [ann.agentId, 5],
      [bob.agentId, 2],
      [ai?.id, 3],
    ]),
  );
  expect((await ann.call(chats.readRating, { params: { id: chatId } })).data).toMatchObject({
    agent_id: ai?.id,
    score: 3,
  });
});

test('a chat without a reply cannot be rated', async () => {
  const { app, ann } = await startAccount();
  const visitor = await addVisitor(app, ann);
  const rate = () => visitor.call(site.visitor.rate, { params: { button_guid: ann.buttonGuid }, body: { score: 5 } });
  const refusal = { status: 409, problem: { reason: 'nobody_to_rate' } };
  expect(await rate()).toMatchObject(refusal);
  await visitor.write('hello');
  expect(await rate()).toMatchObject(refusal);
  expect(await app.sql(`SELECT FROM ratings WHERE widget_id = ${ann.widgetId}`)).toEqual([]);
});

test('a rating emits chat.rated with ids only, and raises the version of the chat', async () => {
  const { app, ann } = await startAccount();
  const { chatId, rate } = await addRater(app, ann);
  const readVersion = async () => (await ann.call(chats.read, { params: { id: chatId } })).data.version;
  const version = await readVersion();
  await rate(1, 'never again');
  expect(await listEventData(app, ann, 'chat.rated')).toEqual([
    {
      button_guid: ann.buttonGuid,
      chat_id: chatId,
      client_id: expect.any(Number),
      contact_id: expect.any(String),
      channel: 'service',
      agent_id: ann.agentId,
      operator_type: 'human',
      at: expect.any(String),
    },
  ]);
  expect(await readVersion()).toBe(version + 1);
});

test('a rating request is shown to the visitor until they rate', async () => {
  const { app, ann } = await startAccount();
  const { chatId, rate, open } = await addRater(app, ann);
  const params = { id: chatId };
  expect((await open()).rating_requested_at).toBeNull();
  const asked = await ann.call(chats.requestRating, { params });
  expect(asked).toMatchObject({ status: 202, data: { id: chatId } });
  expect(Temporal.Instant.from(asked.data.rating_requested_at ?? '').equals(app.clock.now)).toBe(true);
  expect((await open()).rating_requested_at).toBe(asked.data.rating_requested_at);
  await rate(5);
  expect((await open()).rating_requested_at).toBeNull();
  expect((await ann.call(chats.read, { params })).data.rating_requested_at).toBeNull();
  for (const id of [987_654, 0]) expect((await ann.call(chats.requestRating, { params: { id } })).status).toBe(404);
});

test('a rating cannot be requested in an internal chat', async () => {
  const { app, ann } = await startAccount();
  const { chatId } = await addRater(app, ann);
  await app.sql(`UPDATE chats SET contact_id = NULL, is_internal = true WHERE id = ${chatId}`);
  expect(await ann.call(chats.requestRating, { params: { id: chatId } })).toMatchObject({
    status: 409,
    problem: { reason: 'chat_has_no_client' },
  });
});

/** Ratings on four days in March: of two agents in turn, each by another visitor. */
async function startMonth() {
  const { app, ann } = await startAccount();
  const bob = await addAgent(app, ann, 'operator');
  const raters: Awaited<ReturnType<typeof addRater>>[] = [];
  app.clock.now = Temporal.Instant.from('2026-03-01T12:00Z');
  for (const [score, agent_id] of [ann.agentId, bob.agentId, ann.agentId, bob.agentId].map((id, at) => [at + 1, id])) {
    const rater = await addRater(app, ann);
    await ann.call(messages.send, { params: { id: rater.chatId }, body: { type: 'text', body: 'hi', agent_id } });
    await rater.rate(score);
    raters.push(rater);
    app.clock.now = app.clock.now.add({ hours: 24 });
  }
  /** Scores of all pages, in order. */
  const list = async (query: Record<string, unknown>) => {
    const found: number[] = [];
    let cursor: string | null | undefined;
    do {
      const { data } = await ann.call(ratings.list, { query: { ...query, ...(cursor && { cursor }) } });
      found.push(...data.data.map(({ score }) => score));
      cursor = data.next_cursor;
    } while (cursor);
    return found;
  };
  return { app, ann, bob, raters, list };
}

test('ratings are listed newest first by the time of the current score, page by page', async () => {
  const { raters, list } = await startMonth();
  expect(await list({})).toEqual([4, 3, 2, 1]);
  expect(await list({ limit: 1 })).toEqual([4, 3, 2, 1]);
  await raters[0]?.rate(5);
  expect(await list({ limit: 3 })).toEqual([5, 4, 3, 2]);
});

test('ratings with the same time are neither lost nor repeated between pages', async () => {
  const { app, ann, list } = await startMonth();
  await app.sql(`UPDATE ratings SET updated_at = '2026-03-01T12:00Z' WHERE widget_id = ${ann.widgetId}`);
  expect((await list({ limit: 1 })).toSorted()).toEqual([1, 2, 3, 4]);
});

test('agent, contact and period filter the list', async () => {
  const { ann, bob, raters, list } = await startMonth();
  expect(await list({ agent_id: bob.agentId, limit: 1 })).toEqual([4, 2]);
  expect(await list({ agent_id: ann.agentId, from: '2026-03-02T12:00Z' })).toEqual([3]);
  expect(await list({ contact_id: raters[1]?.contactId })).toEqual([2]);
  expect(await list({ contact_id: raters[1]?.contactId, agent_id: ann.agentId })).toEqual([]);
  expect(await list({ from: '2026-03-02T12:00Z', to: '2026-03-04T12:00Z' })).toEqual([3, 2]);
  await raters[1]?.rate(5);
  expect(await list({ from: '2026-03-02T12:00Z', to: '2026-03-04T12:00Z' })).toEqual([3]);
});

test('an agent or contact that is unknown or of another account is 404, and an invalid id is 422', async () => {
  const { app, ann } = await startAccount();
  const foreign = await app.owner();
  const { id: theirs } = (await foreign.call(contacts.create, { body: { name: 'Ira' } })).data;
  for (const [query, status] of [
    [{ agent_id: 987_654 }, 404],
    [{ agent_id: foreign.agentId }, 404],
    [{ contact_id: 'f'.repeat(32) }, 404],
    [{ contact_id: theirs }, 404],
    [{ agent_id: 0 }, 422],
    [{ contact_id: 'ira' }, 422],
    [{ from: 'yesterday' }, 422],
    [{ stars: 5 }, 422],
    [{ score: 6 }, 422],
    [{ cursor: 'made-up' }, 422],
  ] as const) {
    expect((await ann.call(ratings.list, { query })).status).toBe(status);
  }
});

test('ratings can be listed by score and by whether they have a comment, with the name of the contact', async () => {
  const { app, ann } = await startAccount();
  const [plain, commented] = [await addRater(app, ann), await addRater(app, ann)];
  await ann.call(contacts.update, { params: { id: commented.contactId }, body: { name: 'Maria' } });
  await plain.rate(2);
  await commented.rate(5, 'quick');
  const list = async (query: Record<string, unknown>) =>
    (await ann.call(ratings.list, { query })).data.data.map(({ contact_name, score }) => [contact_name, score]);
  expect(await list({})).toEqual([
    ['Maria', 5],
    [null, 2],
  ]);
  expect(await list({ score: 2 })).toEqual([[null, 2]]);
  expect(await list({ commented: 1 })).toEqual([['Maria', 5]]);
  expect(await list({ commented: 0, score: 5 })).toEqual([]);
});
