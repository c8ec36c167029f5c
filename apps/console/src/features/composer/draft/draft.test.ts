import { expect, test, vi } from 'vitest';
import { until } from '../../../../../server/test/until.ts';
import type { StoredFile } from './attachments.ts';
import { createSheet, isSendable, messagesOf, roomLeft } from './draft.ts';
import { createDrafts } from './draft-storage.ts';

const storedAs = (id: number, type = 'text/plain') => ({ id, type }) as StoredFile;

/** A sheet whose uploads end when the test says so. */
function startSheet() {
  const kept = new Map<string, string>();
  const shelf = { getItem: (name: string) => kept.get(name) ?? null, setItem: kept.set.bind(kept) };
  const uploads: PromiseWithResolvers<StoredFile>[] = [];
  const desk = { send: vi.fn(() => ''), note: vi.fn(() => ''), type: vi.fn() };
  const drafts = createDrafts('d', () => shelf);
  const upload = () => {
    uploads.push(Promise.withResolvers<StoredFile>());
    return (uploads.at(-1) as PromiseWithResolvers<StoredFile>).promise;
  };
  const sheet = createSheet({ chatId: 1, desk, drafts, upload });
  const begun = (count: number) => until(() => uploads.length === count, `${count} uploads have begun`);
  return {
    sheet,
    desk,
    drafts,
    uploads,
    begun,
    sent: () => desk.send.mock.calls.map(([, message]: unknown[]) => message),
  };
}

const file = (name: string, size = 1) => new File([new Uint8Array(size)], name);

test('a reply goes to the visitor and a note to colleagues, each without the blanks around it', () => {
  const { sheet, desk, drafts } = startSheet();
  sheet.write('  hello\n');
  sheet.send([7]);
  expect(desk.send).toHaveBeenCalledExactlyOnceWith(1, { type: 'text', body: 'hello' });
  sheet.turn('note');
  sheet.write('rude');
  expect(drafts.find(1, 'note')).toBe('rude');
  sheet.send([7]);
  expect(desk.note).toHaveBeenCalledExactlyOnceWith(1, 'rude', [7]);
  expect([sheet.state.reply, sheet.state.note, drafts.find(1, 'note')]).toEqual(['', '', '']);
});

test('only who writes to the visitor is seen typing, until nothing is left or the chat is', () => {
  const { sheet, desk } = startSheet();
  const said = () => desk.type.mock.calls.splice(0).map(([, state]) => state);
  sheet.write('h');
  sheet.write('');
  sheet.write('h');
  expect(said()).toEqual(['start', 'stop', 'start']);
  sheet.turn('note');
  expect(said()).toEqual(['stop']);
  sheet.write('n');
  expect(said()).toEqual([]);
  sheet.leave();
  expect(said()).toEqual(['stop']);
});

test('one file has the text as its caption, several come after it in order', () => {
  expect(messagesOf('look', [storedAs(5, 'image/png')])).toEqual([{ type: 'image', file: { id: 5 }, body: 'look' }]);
  expect(messagesOf('look', [storedAs(5), storedAs(6, 'image/svg+xml')])).toEqual([
    { type: 'text', body: 'look' },
    { type: 'file', file: { id: 5 } },
    { type: 'file', file: { id: 6 } },
  ]);
  expect(messagesOf('', [storedAs(5)])).toEqual([{ type: 'file', file: { id: 5 } }]);
});

test('what is sent waits for its files', async () => {
  const { sheet, uploads, begun, sent } = startSheet();
  sheet.write('two files');
  sheet.attach([file('a'), file('b')]);
  sheet.send([]);
  expect([sheet.state.isWaiting, sent()]).toEqual([true, []]);
  await begun(1);
  uploads[0]?.resolve(storedAs(1));
  await begun(2);
  uploads[1]?.resolve(storedAs(2));
  await until(() => !sheet.state.isWaiting, 'nothing is waited for');
  expect(sent()).toHaveLength(3);
  expect(sheet.state).toMatchObject({ reply: '', attachments: [] });
});

test('a file that fails keeps everything as it was, and can be tried again or left out', async () => {
  const { sheet, uploads, begun, sent } = startSheet();
  sheet.write('two files');
  sheet.attach([file('a'), file('b')]);
  sheet.send([]);
  await begun(1);
  uploads[0]?.reject(new Error('no network'));
  await begun(2);
  uploads[1]?.resolve(storedAs(2));
  await until(() => sheet.state.attachments.every(({ stored, failure }) => stored || failure), 'both have ended');
  expect(sheet.state).toMatchObject({ reply: 'two files', isWaiting: false });
  expect([sent(), isSendable(sheet.state)]).toEqual([[], false]);
  const [failed] = sheet.state.attachments;
  sheet.retry(failed?.id ?? '');
  await begun(3);
  uploads[2]?.resolve(storedAs(3));
  await until(() => isSendable(sheet.state), 'it can be sent');
  sheet.detach(failed?.id ?? '');
  sheet.send([]);
  expect(sent()).toEqual([{ type: 'file', file: { id: 2 }, body: 'two files' }]);
});

test('more than 10 MB is not even tried', async () => {
  const { sheet, uploads } = startSheet();
  sheet.attach([file('large', 10 * 1_024 * 1_024 + 1)]);
  expect(sheet.state.attachments).toMatchObject([{ failure: 'too-large' }]);
  sheet.send([]);
  expect([uploads, sheet.state.isWaiting]).toEqual([[], false]);
});

test('blanks are nothing to send, and neither is too long a text', () => {
  const { sheet, desk } = startSheet();
  for (const text of ['', ' \n', '😀'.repeat(65_537)]) {
    sheet.write(text);
    sheet.send([]);
  }
  expect(desk.send).not.toHaveBeenCalled();
  sheet.write('😀'.repeat(65_536));
  sheet.send([]);
  expect(desk.send).toHaveBeenCalledOnce();
});

test('the room that is left is told when there is little of it, in characters as people count them', () => {
  expect([roomLeft(''), roomLeft('x'.repeat(64_000)), roomLeft('😀'.repeat(40_000))]).toEqual(Array(3).fill(undefined));
  expect([roomLeft('x'.repeat(65_000)), roomLeft('😀'.repeat(65_537))]).toEqual([536, -1]);
});
