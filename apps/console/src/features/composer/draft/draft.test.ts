import { type AgentState, createStore, newId } from '@parley/live';
import { ParleyProblem } from '@parley/sdk';
import { expect, test, vi } from 'vitest';
import { until } from '../../../../../server/test/until.ts';
import type { StoredFile } from './attachments.ts';
import { charactersLeft, createDraft, isSendable, toMessages } from './draft.ts';
import { createDraftStorage } from './draft-storage.ts';

const storedAs = (id: number, type = 'text/plain') => ({ id, type }) as StoredFile;

/** A draft whose uploads the test settles. */
function startDraft() {
  const kept = new Map<string, string>();
  const area = { getItem: (name: string) => kept.get(name) ?? null, setItem: kept.set.bind(kept) };
  const uploads: PromiseWithResolvers<StoredFile>[] = [];
  const outbox = createStore<Pick<AgentState, 'pending'>>({ pending: [] });
  const add = () => {
    const client_message_id = newId();
    const entry = { chat_id: 1, client_message_id, message: { type: 'text', body: '' }, problem: null } as const;
    outbox.set({ pending: [...outbox.state.pending, entry] });
    return client_message_id;
  };
  const live = Object.assign(outbox, { send: vi.fn(add), note: vi.fn(add), type: vi.fn() });
  const storage = createDraftStorage('d', () => area);
  const upload = () => {
    uploads.push(Promise.withResolvers<StoredFile>());
    return (uploads.at(-1) as PromiseWithResolvers<StoredFile>).promise;
  };
  const sendAiDraft = vi.fn(async (_id: number, _body: string): Promise<unknown> => undefined);
  const draft = createDraft({ chatId: 1, live, storage, upload, sendAiDraft });
  const untilUploads = (count: number) => until(() => uploads.length === count, `${count} uploads have started`);
  return {
    draft,
    live,
    storage,
    sendAiDraft,
    uploads,
    untilUploads,
    sent: () => live.send.mock.calls.map(([, message]: unknown[]) => message),
  };
}

const file = (name: string, size = 1) => new File([new Uint8Array(size)], name);

test('a reply is trimmed and sent to the visitor, and a note goes to agents with its mentions', () => {
  const { draft, live, storage } = startDraft();
  draft.write('  hello\n');
  draft.send([7]);
  expect(live.send).toHaveBeenCalledExactlyOnceWith(1, { type: 'text', body: 'hello' });
  draft.setMode('note');
  draft.write('rude');
  expect(storage.read(1, 'note')).toBe('rude');
  draft.send([7]);
  expect(live.note).toHaveBeenCalledExactlyOnceWith(1, { body: 'rude' }, [7]);
  expect([draft.state.reply, draft.state.note, storage.read(1, 'note')]).toEqual(['', '', '']);
});

test('what follows a message runs once the server has stored it, and not if it cannot be sent', async () => {
  const { draft, live, uploads, untilUploads } = startDraft();
  const onSent = vi.fn();
  draft.write('bye');
  draft.attach([file('a')]);
  draft.send([], { onSent });
  await untilUploads(1);
  uploads[0]?.resolve(storedAs(5));
  await until(() => live.state.pending.length === 1, 'it is being sent');
  expect(onSent).not.toHaveBeenCalled();
  live.set({ pending: [] });
  live.set({ pending: [] });
  expect(onSent).toHaveBeenCalledOnce();

  draft.write('bye');
  draft.send([], { onSent });
  const problem = { type: '', reason: 'not_found', title: '', status: 404, detail: '', instance: '' } as const;
  live.set({ pending: live.state.pending.map((entry) => ({ ...entry, problem })) });
  live.set({ pending: [] });
  expect(onSent).toHaveBeenCalledOnce();
});

test('files of a note go into notes, and never into the reply', async () => {
  const { draft, live, uploads, untilUploads, sent } = startDraft();
  draft.setMode('note');
  draft.write('see @Ann');
  draft.attach([file('a'), file('b')]);
  draft.send([7]);
  draft.setMode('reply');
  expect([draft.state.isWaiting, isSendable(draft.state)]).toEqual([{ reply: false, note: true }, false]);
  await untilUploads(1);
  uploads[0]?.resolve(storedAs(5));
  await untilUploads(2);
  uploads[1]?.resolve(storedAs(6, 'image/png'));
  await until(() => !draft.state.isWaiting.note, 'the note is sent');
  expect(live.note.mock.calls).toEqual([
    [1, { body: 'see @Ann' }, [7]],
    [1, { file: { id: 5 } }, []],
    [1, { file: { id: 6 } }, []],
  ]);
  expect([sent(), draft.state.attachments]).toEqual([[], { reply: [], note: [] }]);
});

test('typing is reported only for replies, and ends when the draft is empty or the chat is left', () => {
  const { draft, live } = startDraft();
  const typingStates = () => live.type.mock.calls.splice(0).map(([, state]) => state);
  draft.write('h');
  draft.write('');
  draft.write('h');
  expect(typingStates()).toEqual(['start', 'stop', 'start']);
  draft.setMode('note');
  expect(typingStates()).toEqual(['stop']);
  draft.write('n');
  expect(typingStates()).toEqual([]);
  draft.leave();
  expect(typingStates()).toEqual(['stop']);
});

test('text is the caption of a single file, and comes before several files', () => {
  expect(toMessages('look', [storedAs(5, 'image/png')])).toEqual([{ type: 'image', file: { id: 5 }, body: 'look' }]);
  expect(toMessages('look', [storedAs(5), storedAs(6, 'image/svg+xml')])).toEqual([
    { type: 'text', body: 'look' },
    { type: 'file', file: { id: 5 } },
    { type: 'file', file: { id: 6 } },
  ]);
  expect(toMessages('', [storedAs(5)])).toEqual([{ type: 'file', file: { id: 5 } }]);
});

test('sending waits for uploads', async () => {
  const { draft, uploads, untilUploads, sent } = startDraft();
  draft.write('two files');
  draft.attach([file('a'), file('b')]);
  draft.send([]);
  expect([draft.state.isWaiting.reply, sent()]).toEqual([true, []]);
  await untilUploads(1);
  uploads[0]?.resolve(storedAs(1));
  await untilUploads(2);
  uploads[1]?.resolve(storedAs(2));
  await until(() => !draft.state.isWaiting.reply, 'the uploads are done');
  expect(sent()).toHaveLength(3);
  expect(draft.state).toMatchObject({ reply: '', attachments: { reply: [] } });
});

test('a failed upload keeps the draft, and can be retried or removed', async () => {
  const { draft, uploads, untilUploads, sent } = startDraft();
  draft.write('two files');
  draft.attach([file('a'), file('b')]);
  draft.send([]);
  await untilUploads(1);
  uploads[0]?.reject(new Error('no network'));
  await untilUploads(2);
  uploads[1]?.resolve(storedAs(2));
  await until(() => draft.state.attachments.reply.every(({ stored, failure }) => stored || failure), 'both have ended');
  expect(draft.state).toMatchObject({ reply: 'two files', isWaiting: { reply: false } });
  expect([sent(), isSendable(draft.state)]).toEqual([[], false]);
  const [failed] = draft.state.attachments.reply;
  draft.retry(failed?.id ?? '');
  await untilUploads(3);
  uploads[2]?.resolve(storedAs(3));
  await until(() => isSendable(draft.state), 'it can be sent');
  draft.detach(failed?.id ?? '');
  draft.send([]);
  expect(sent()).toEqual([{ type: 'file', file: { id: 2 }, body: 'two files' }]);
});

test('a file over 10 MB is not uploaded', async () => {
  const { draft, uploads } = startDraft();
  draft.attach([file('large', 10 * 1_024 * 1_024 + 1)]);
  expect(draft.state.attachments.reply).toMatchObject([{ failure: 'too-large' }]);
  draft.send([]);
  expect([uploads, draft.state.isWaiting.reply]).toEqual([[], false]);
});

test('a draft that is blank or too long is not sent', () => {
  const { draft, live } = startDraft();
  for (const text of ['', ' \n', '😀'.repeat(65_537)]) {
    draft.write(text);
    draft.send([]);
  }
  expect(live.send).not.toHaveBeenCalled();
  draft.write('😀'.repeat(65_536));
  draft.send([]);
  expect(live.send).toHaveBeenCalledOnce();
});

test('the remaining characters are shown near the limit, counted in code points', () => {
  expect([charactersLeft(''), charactersLeft('x'.repeat(64_000)), charactersLeft('😀'.repeat(40_000))]).toEqual(
    Array(3).fill(undefined),
  );
  expect([charactersLeft('x'.repeat(65_000)), charactersLeft('😀'.repeat(65_537))]).toEqual([536, -1]);
});

test('an edited draft of the AI is sent in its place, after what was written and before attached files', async () => {
  const { draft, live, sendAiDraft, sent, uploads, untilUploads } = startDraft();
  const onSent = vi.fn();
  draft.write('Hi!');
  draft.adopt({ id: 7, text: 'It is blue.' });
  expect(draft.state.reply).toBe('Hi!\n\nIt is blue.');
  draft.write('It is green.');
  draft.adopt({ id: 7, text: 'It is blue.' });
  draft.attach([file('a')]);
  await untilUploads(1);
  uploads[0]?.resolve(storedAs(5));
  draft.send([], { onSent });
  await until(() => live.state.pending.length === 1, 'the file is being sent');
  expect(sendAiDraft).toHaveBeenCalledExactlyOnceWith(7, 'It is green.');
  expect(sent()).toEqual([{ type: 'file', file: { id: 5 } }]);
  expect(draft.state).toMatchObject({ reply: '', aiDraftId: null, isStoring: false });
  live.set({ pending: [] });
  expect(onSent).toHaveBeenCalledOnce();
});

test('an edited draft that somebody else has used keeps its text, which is then sent as a message', async () => {
  const { draft, sendAiDraft, sent } = startDraft();
  const onFailed = vi.fn();
  draft.adopt({ id: 7, text: 'It is blue.' });
  sendAiDraft.mockRejectedValueOnce(new Error('no connection'));
  draft.send([], { onFailed });
  draft.send([], { onFailed });
  await until(() => !draft.state.isStoring, 'it failed');
  expect(draft.state).toMatchObject({ reply: 'It is blue.', aiDraftId: 7 });
  sendAiDraft.mockRejectedValueOnce(new ParleyProblem({ status: 409, code: 'draft_used', title: '', detail: '' }));
  draft.send([], { onFailed });
  await until(() => !draft.state.isStoring, 'it was refused');
  expect(draft.state).toMatchObject({ reply: 'It is blue.', aiDraftId: null });
  expect(onFailed).toHaveBeenCalledTimes(2);
  draft.send([]);
  expect(sent()).toEqual([{ type: 'text', body: 'It is blue.' }]);
  draft.adopt({ id: 8, text: 'It is red.' });
  draft.write('');
  draft.write('My own');
  draft.send([]);
  expect(sendAiDraft).toHaveBeenCalledTimes(2);
});
