import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { Form } from '../../../../../test/call.ts';
import { signedIn } from '../../../../../test/callers.ts';
import { startApp } from '../../../../../test/harness.ts';
import { addAgent } from '../../../../../test/people.ts';

const { quickPhrases } = api;

async function start() {
  const app = await startApp();
  const ann = await app.owner();
  const call = await signedIn(app, ann);
  const bob = await addAgent(app, ann, 'operator');
  const file = (text: string) => ({ body: new Form('phrases.csv', text) });
  return {
    app,
    ann,
    bob,
    call,
    send: async (text: string, by = call) => (await by(quickPhrases.import, file(text))).data,
    preview: async (text: string, by = call) => (await by(quickPhrases.previewImport, file(text))).data,
    refuse: async (text: string) => (await call(quickPhrases.import, file(text))).problem,
    add: async (name: string, phrase: string, agent_id = ann.agentId) =>
      (await call(quickPhrases.create, { body: { agent_id, name, phrase } })).data,
    all: async () => (await call(quickPhrases.list, { query: { limit: 100 } })).data.data.toReversed(),
    exported: async (query = '') => {
      const headers = { authorization: `Bearer ${await ann.newToken(['quick_phrases:read'])}` };
      return (await app.http.inject({ url: `/api/v1/quick-phrases/export${query}`, headers })).body;
    },
  };
}

const counts = (created: number, updated: number, unchanged: number) => ({ created, updated, unchanged });

test('a row is the phrase with its id, or the one of its agent with its name; any other is new', async () => {
  const { ann, bob, send, add, all } = await start();
  const [hi, bye] = [await add('hi', 'Hello!'), await add('bye', 'Bye!', bob.agentId)];
  const file = [
    'id,agent,name,phrase',
    `${hi.id},,Hi there,`,
    `,${bob.email.toUpperCase()},bye,"Goodbye, {{contact.name|friend}}!\nYours"`,
    `,${ann.agentId},bye,See you`,
    ',,wait,One moment',
  ].join('\n');
  expect(await send(file)).toEqual({ ...counts(2, 2, 0), refused: [], refused_count: 0 });
  const stored = [
    { ...hi, name: 'Hi there' },
    { ...bye, phrase: 'Goodbye, {{contact.name|friend}}!\nYours' },
    { id: expect.any(Number), agent_id: ann.agentId, name: 'bye', phrase: 'See you' },
    { id: expect.any(Number), agent_id: ann.agentId, name: 'wait', phrase: 'One moment' },
  ];
  expect(await all()).toEqual(stored);
  expect(await send(file)).toMatchObject(counts(0, 0, 4));
  expect(await all()).toEqual(stored);
});

test('an exported file can be imported unchanged, and restores what was changed since', async () => {
  const { bob, call, send, add, all, exported } = await start();
  for (const phrase of ['=1+1', "'=1", 'a "b", c;\r\nd', ' spaces ']) await add(`=${phrase}`, phrase);
  await add('same', 'one');
  await add('same', 'two', bob.agentId);
  const before = await all();
  const file = await exported();
  expect(file.startsWith('\ufeffid,agent,name,phrase\r\n')).toBe(true);
  expect(await exported(`?agent_id=${bob.agentId}`)).toBe(
    `\ufeffid,agent,name,phrase\r\n${before.at(-1)?.id},${bob.email},same,two\r\n`,
  );
  expect(await send(file)).toMatchObject(counts(0, 0, 6));
  for (const { id } of before) await call(quickPhrases.update, { params: { id }, body: { phrase: 'changed' } });
  expect(await send(file)).toMatchObject(counts(0, 6, 0));
  expect(await all()).toEqual(before);
});

test('a preview has the outcome of every row, and stores nothing', async () => {
  const { ann, preview, send, add, all } = await start();
  const hi = await add('hi', 'Hello!');
  await add('bye', 'Bye!');
  const file = 'name,phrase\nhi,Hey!\nbye,Bye!\nwait,One moment\nlong,\n';
  const row = { agent_id: ann.agentId };
  const previewed = await preview(file);
  expect(previewed).toEqual({
    ...counts(1, 1, 1),
    rows: [
      { ...row, line: 2, outcome: 'updated', name: 'hi', phrase: 'Hey!', before: { name: 'hi', phrase: 'Hello!' } },
      { ...row, line: 3, outcome: 'unchanged', name: 'bye', phrase: 'Bye!', before: { name: 'bye', phrase: 'Bye!' } },
      { ...row, line: 4, outcome: 'created', name: 'wait', phrase: 'One moment' },
    ],
    refused: [{ line: 5, columns: ['phrase'], message: expect.stringContaining('phrase is required') }],
    refused_count: 1,
  });
  expect(await all()).toMatchObject([hi, { name: 'bye' }]);
  const { rows: _, ...result } = previewed;
  expect(await send(file)).toEqual(result);
});

test('invalid rows are reported with their columns, and the others are imported', async () => {
  const { app, send, add, all } = await start();
  const other = await app.owner();
  const foreign = { agent_id: other.agentId, name: 'hi', phrase: 'Hello!' };
  const { data: theirs } = await other.call(quickPhrases.create, { body: foreign });
  const own = await add('twice', 'one');
  await add('twice', 'two');
  const rows: [row: string, column?: string, message?: RegExp][] = [
    [',,hi,Hello!'],
    [',,,Hello!', 'name', /is required/],
    [`,,${'x'.repeat(256)},Hello!`, 'name', /255/],
    [`,,long,${'x'.repeat(256)}`, 'phrase', /255/],
    [`${theirs.id},,hi,Hello!`, 'id', /is not a quick phrase of this widget/],
    ['x,,hi,Hello!', 'id', /is not a quick phrase/],
    [`,${other.agentId},hey,Hello!`, 'agent', /is not the e-mail or id/],
    [',nobody@example.test,hey,Hello!', 'agent', /is not the e-mail or id/],
    [`${own.id},${other.agentId},hey,Hello!`, 'agent', /is not the e-mail or id/],
    [',, hi ,Hey!', 'name', /repeats the phrase on line 2/],
    [',,twice,three', 'name', /several phrases/],
    [',,twice,two'],
    [',,n\0l,Hello!', 'name', /NUL/],
  ];
  const result = await send(['id,agent,name,phrase', ...rows.map(([row]) => row)].join('\n'));
  expect(result.refused).toEqual(
    rows.flatMap(([, column, message], at) =>
      column ? [{ line: at + 2, columns: [column], message: expect.stringMatching(message ?? /./) }] : [],
    ),
  );
  expect(result).toMatchObject(counts(1, 0, 1));
  expect((await all()).map(({ name, phrase }) => `${name} ${phrase}`)).toEqual(['twice one', 'twice two', 'hi Hello!']);
});

test('an import is one entry of the audit log with its counts, and a preview none', async () => {
  const { call, preview, send } = await start();
  await preview('name,phrase\nhi,Hello!\n');
  await send('name,phrase\nhi,Hello!\nbye,Bye!\n');
  const { data } = await call(api.auditLog.list, { query: { subject_type: 'quick_phrase' } });
  expect(data.data).toMatchObject([{ action: 'quick_phrase.imported', after: { created: 2, updated: 0 } }]);
});

test('an agent of a phrase cannot be changed by a file', async () => {
  const { bob, send, add } = await start();
  const { id } = await add('hi', 'Hello!');
  expect((await send(`id,agent,name\n${id},${bob.email},hey\n`)).refused).toMatchObject([
    { columns: ['agent'], message: expect.stringContaining('cannot be changed') },
  ]);
});

test.each([
  ['that is empty', ''],
  ['without names and texts', 'id,agent\n1,a@example.test\n'],
  ['with a column that phrases lack', 'name,phrase,folder\nhi,Hello!,x\n'],
  ['with too many rows', `name,phrase\n${'hi,Hello!\n'.repeat(1_001)}`],
])('a file %s is refused as a whole', async (_what, text) => {
  const { refuse, all } = await start();
  expect(await refuse(text)).toMatchObject({ status: 422, errors: { file: [expect.any(String)] } });
  expect(await all()).toEqual([]);
});

test('an import by a token needs the agent of each row', async () => {
  const { ann, bob } = await start();
  const body = new Form('phrases.csv', `agent,name,phrase\n,hi,Hello!\n${bob.email},hi,Hello!\n`);
  expect((await ann.call(quickPhrases.import, { body })).data).toMatchObject({
    created: 1,
    refused: [{ line: 2, columns: ['agent'], message: expect.stringContaining('is required') }],
  });
});

test('two files with the same phrases imported at once create them once', async () => {
  const { send, all } = await start();
  const file = 'name,phrase\nhi,Hello!\nbye,Bye!\n';
  const results = await Promise.all([send(file), send(file), send(file)]);
  expect(results.map(({ created }) => created).toSorted()).toEqual([0, 0, 2]);
  expect(await all()).toHaveLength(2);
});
