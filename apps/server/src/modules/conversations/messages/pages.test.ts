import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { Form } from '../../../../test/call.ts';
import { addAnsweredVisitor, withToken } from '../../../../test/callers.ts';
import { startApp } from '../../../../test/harness.ts';

const { files, messages } = api;

/** A chat with messages on five days in March, at noon UTC, after a greeting in February. */
async function startMonth() {
  const app = await startApp();
  const ann = await app.owner();
  app.clock.now = Temporal.Instant.from('2026-02-01T12:00Z');
  const { chatId, write } = await addAnsweredVisitor(app, ann);
  const params = { id: chatId };
  app.clock.now = Temporal.Instant.from('2026-03-01T12:00Z');
  for (const body of ['a', 'b', 'c', 'd', 'e']) {
    await write(body);
    app.clock.now = app.clock.now.add({ hours: 24 });
  }
  return {
    app,
    ann,
    params,
    list: (query: Record<string, unknown> = {}) => ann.call(messages.list, { params, query }),
    /** All pages of a list, in order. */
    async listAll(query: Record<string, unknown>) {
      const found: (string | null)[] = [];
      let cursor: string | null | undefined;
      do {
        const { data } = await ann.call(messages.list, { params, query: { ...query, ...(cursor && { cursor }) } });
        expect(data.data.length).toBeLessThanOrEqual(Number(query.limit ?? 20));
        found.push(...data.data.map(({ body }) => body));
        cursor = data.next_cursor;
      } while (cursor);
      return found.join(' ');
    },
  };
}

test('messages are listed newest first, page by page', async () => {
  const { list, listAll } = await startMonth();
  expect(await listAll({})).toBe('e d c b a hi hello');
  expect(await listAll({ limit: 2 })).toBe('e d c b a hi hello');
  expect(await listAll({ limit: 7 })).toBe('e d c b a hi hello');
  expect((await list({ limit: 7 })).data.next_cursor).toBeNull();
  for (const query of [{ limit: 0 }, { limit: 101 }, { cursor: 'made-up' }, { sort: 'asc' }]) {
    expect((await list(query)).problem).toMatchObject({
      status: 422,
      errors: { [Object.keys(query)[0] ?? '']: [expect.any(String)] },
    });
  }
});

test('from and to filter messages by time; from is inclusive, to exclusive', async () => {
  const { list, listAll } = await startMonth();
  expect(await listAll({ from: '2026-03-02T12:00Z', to: '2026-03-04T12:00Z' })).toBe('c b');
  expect(await listAll({ from: '2026-03-02T12:00Z', to: '2026-03-05T12:00Z', limit: 1 })).toBe('d c b');
  expect(await listAll({ to: '2026-03-01T12:00Z' })).toBe('hi hello');
  expect(await listAll({ from: '2026-03-04T15:00:00' })).toBe('e d');
  expect(await listAll({ from: '2026-03-05', to: '2026-03-06' })).toBe('e');
  expect(await listAll({ from: '2027-01-01' })).toBe('');
  for (const query of [{ from: 'yesterday' }, { to: '2026-02-30' }]) expect((await list(query)).status).toBe(422);
});

test('a message sent while paging does not shift pages', async () => {
  const { ann, params, list } = await startMonth();
  const first = (await list({ limit: 3 })).data;
  await ann.call(messages.send, { params, body: { type: 'text', body: 'late', agent_id: ann.agentId } });
  const second = (await list({ limit: 3, cursor: first.next_cursor })).data;
  expect(second.data.map(({ body }) => body)).toEqual(['b', 'a', 'hi']);
});

test('an attachment has its name and a public link that changes daily', async () => {
  const { app, ann, params, list } = await startMonth();
  const call = await withToken(app, ann);
  const { id } = (await call(files.create, { body: new Form('прайс лист.txt', 'tea: 5') })).data;
  await ann.call(messages.send, { params, body: { type: 'file', file: { id } } });
  const [message] = (await list()).data.data;
  expect(message).toMatchObject({ name: 'прайс лист.txt', file: { id, name: 'прайс лист.txt', size: 6 } });
  const fetchFile = (url: string) => app.http.inject({ url: url.replace(app.publicUrl, '') });
  const answer = await fetchFile(message?.url ?? '');
  expect({ status: answer.statusCode, body: answer.body }).toEqual({ status: 200, body: 'tea: 5' });
  app.clock.now = app.clock.now.add({ hours: 48 });
  expect((await fetchFile(message?.url ?? '')).statusCode).toBe(404);
  expect((await fetchFile((await list()).data.data[0]?.url ?? '')).statusCode).toBe(200);
});
