import { api, type Page } from '@parley/contract';
import { expect, test } from 'vitest';
import { withToken } from '../../../../test/callers.ts';
import { startApp } from '../../../../test/harness.ts';
import { addWidget } from '../../../../test/people.ts';

const { listSkins, purgeCache, readEmbed, updateSettings } = api.widget;

test('there are four skins, all available', async () => {
  const ann = await (await startApp()).owner();
  const { data } = await ann.call(listSkins);
  const ids = ['classic', 'minimal', 'capsule', 'liquid'];
  expect(data).toEqual({ data: ids.map((id) => ({ id, premium: false, available: true })), next_cursor: null });
  for (const { id } of data.data) {
    expect(await ann.call(updateSettings, { body: { skin: id } })).toMatchObject({ status: 200, data: { skin: id } });
  }
});

test('skins are paginated like every list', async () => {
  const ann = await (await startApp()).owner();
  const walked: string[] = [];
  let query: Record<string, unknown> | undefined = { limit: 1 };
  while (query) {
    const page: Page<{ id: string }> = (await ann.call(listSkins, { query })).data;
    walked.push(...page.data.map(({ id }) => id));
    query = page.next_cursor === null ? undefined : { limit: 1, cursor: page.next_cursor };
  }
  expect(walked).toEqual(['classic', 'minimal', 'capsule', 'liquid']);
  for (const query of [{ limit: 0 }, { limit: 101 }, { limit: 'x' }, { cursor: 'nonsense' }]) {
    expect((await ann.call(listSkins, { query })).status).toBe(422);
  }
});

test('the embed tag is a script of the widget at the public URL', async () => {
  const app = await startApp({ PUBLIC_URL: 'https://chat.example.com' });
  const [ann, bob] = [await app.owner(), await app.owner()];
  const script_url = `https://chat.example.com/w/${ann.buttonGuid}.js`;
  expect((await ann.call(readEmbed)).data).toEqual({
    button_guid: ann.buttonGuid,
    script_url,
    html: `<script async src="${script_url}"></script>`,
  });
  expect((await bob.call(readEmbed)).data.button_guid).toBe(bob.buttonGuid);
});

test('a purge raises the revision once and returns it', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const other = await addWidget(app, ann);
  const revisions = () =>
    app.sql<{ id: number; at: number }>(
      `SELECT id::int, config_revision::int AS at FROM widgets WHERE account_id = ${ann.accountId}`,
    );
  const before = await revisions();
  const { status, data } = await ann.call(purgeCache);
  const after = await revisions();
  const of = (rows: typeof before, id: number) => rows.find((row) => row.id === id)?.at ?? 0;
  expect([status, data]).toEqual([200, { purged: true, revision: of(before, ann.widgetId) + 1 }]);
  expect(of(after, ann.widgetId)).toBe(data.revision);
  expect(of(after, other.widgetId)).toBe(of(before, other.widgetId));
});

test('concurrent purges return different revisions', async () => {
  const ann = await (await startApp()).owner();
  const answers = await Promise.all(Array.from({ length: 5 }, () => ann.call(purgeCache)));
  expect(new Set(answers.map(({ data }) => data.revision)).size).toBe(5);
});

test('a widget is purged up to six times a minute over all its tokens, independent of other widgets', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const callers = await Promise.all(Array.from({ length: 3 }, () => withToken(app, ann)));
  for (const call of [...callers, ...callers]) expect((await call(purgeCache)).status).toBe(200);
  for (const call of callers) {
    const { status, problem, headers } = await call(purgeCache);
    expect([status, problem.reason]).toEqual([429, 'rate_limited']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await bob.call(purgeCache)).status).toBe(200);
  expect((await ann.call(updateSettings, { body: { skin: 'minimal' } })).status).toBe(200);
});

test('a refused purge does not count', async () => {
  const ann = await (await startApp()).owner();
  await ann.call(updateSettings, { body: { skin: 'minimal' }, key: 'used' });
  const refusals = {
    400: { key: null },
    409: { key: 'used' },
    415: { headers: { 'content-type': 'text/plain' } },
    422: { body: { all: true } },
  };
  for (const [status, given] of Object.entries(refusals)) {
    for (let again = 2; again > 0; again -= 1) expect((await ann.call(purgeCache, given)).status).toBe(Number(status));
  }
  for (let left = 6; left > 0; left -= 1) expect((await ann.call(purgeCache)).status).toBe(200);
  expect((await ann.call(purgeCache)).status).toBe(429);
});

test('a purge takes no body', async () => {
  const ann = await (await startApp()).owner();
  expect((await ann.call(purgeCache, { body: {} })).status).toBe(200);
  expect(await ann.call(purgeCache, { body: { all: true } })).toMatchObject({
    status: 422,
    problem: { errors: { all: [expect.any(String)] } },
  });
});
