import { api, type Chat, type ChatView } from '@parley/contract';
import { chatViews, compareByWaiting, matchesInbox } from '@parley/live';
import { expect, test } from 'vitest';
import { signedIn, withToken } from '../../../../../test/callers.ts';
import { idsOf, openManyChats, walkChats } from '../../../../../test/many-chats.ts';

const { chats } = api;

const isOpen = (chat: Chat) => chat.done_at === null && chat.snoozed_at === null && chat.status !== 'spam';
const isByAi = ({ handling }: Chat) => handling === 'ai' || handling === 'human_to_ai';

/** Every view, with its rule in plain code. */
const viewsOf = (agentId: number): [ChatView, (chat: Chat) => boolean][] => [
  ['open', isOpen],
  ['mine', (chat) => isOpen(chat) && chat.agent_id === agentId],
  ['unassigned', (chat) => isOpen(chat) && chat.agent_id === null && !isByAi(chat)],
  ['ai', (chat) => isOpen(chat) && chat.agent_id === null && isByAi(chat)],
  ['snoozed', (chat) => chat.snoozed_at !== null],
  ['done', (chat) => chat.done_at !== null && chat.status !== 'spam'],
  ['spam', (chat) => chat.status === 'spam'],
];

test('each view is consistent on every page, in both orders and in the counts', async () => {
  const { app, ann, all } = await openManyChats();
  const session = await signedIn(app, ann);
  const { data: counts } = await session(chats.counts);
  for (const [view, fits] of viewsOf(ann.agentId)) {
    const expected = idsOf(all.filter(fits));
    expect({ view, isMet: expected.length > 0 }).toEqual({ view, isMet: true });
    for (const limit of [3, 100]) {
      expect({ view, ids: idsOf(await walkChats(session, { view }, limit)) }).toEqual({ view, ids: expected });
      const sorted = idsOf(await walkChats(session, { view, sort: 'waiting' }, limit));
      expect({ view, ids: sorted.toSorted((one, other) => other - one) }).toEqual({ view, ids: expected });
    }
    expect({ view, count: counts[view] }).toEqual({ view, count: expected.length });
  }
});

test('a view combines with the other filters, in both orders', async () => {
  const { app, ann, colleague, all, tagged } = await openManyChats();
  const others: [Record<string, unknown>, (chat: Chat) => boolean][] = [
    [{ awaiting_reply: 1 }, (chat) => chat.awaiting_reply],
    [{ unread: 1 }, (chat) => chat.unread > 0],
    [{ tag: 'vip' }, ({ id }) => tagged.has(id)],
    [{ channel: 'tg', status: 'ready' }, (chat) => chat.channel === 'tg' && chat.status === 'ready'],
    [{ agent_id: colleague.agentId }, (chat) => chat.agent_id === colleague.agentId],
    [{ contact_id: all[9]?.contact_id }, (chat) => chat.contact_id === all[9]?.contact_id],
    [{ from: all[40]?.created_at, to: all[20]?.created_at }, (chat) => isWithin(chat, all[40], all[20])],
  ];
  for (const [query, keeps] of others) {
    const call = await withToken(app, ann);
    const agent_id = query.agent_id ?? ann.agentId;
    for (const [view, fits] of viewsOf(agent_id as number)) {
      for (const sort of ['created', 'waiting']) {
        const asked = { ...query, view, sort, ...(view === 'mine' && { agent_id }) };
        const found = idsOf(await walkChats(call, asked, 4)).toSorted((one, other) => other - one);
        expect({ asked, found }).toEqual({ asked, found: idsOf(all.filter((chat) => fits(chat) && keeps(chat))) });
      }
    }
  }
});

function isWithin({ created_at }: Chat, from: Chat | undefined, to: Chat | undefined) {
  return created_at >= String(from?.created_at) && created_at < String(to?.created_at);
}

test('the console finds the same chats in a view as the server, in the same order', async () => {
  const { app, ann, colleague } = await openManyChats();
  await ann.call(api.departments.create, { body: { name: 'Sales' } });
  const session = await signedIn(app, ann);
  const all = await walkChats(session, {}, 100);
  expect(all.some(({ is_internal }) => is_internal)).toBe(true);
  const filters = [{}, { channel: 'tg' }, { agent_id: colleague.agentId }, { unread: 1 }, { unread: 0 }];
  for (const view of chatViews) {
    for (const filter of filters) {
      const query = { ...filter, view };
      const matching = all.filter((chat) => matchesInbox(chat, query, ann.agentId)).toSorted(compareByWaiting);
      const listed = await walkChats(session, { ...query, sort: 'waiting' }, 20);
      expect({ query, ids: idsOf(matching) }).toEqual({ query, ids: idsOf(listed) });
    }
  }
});

test('the view mine is of the signed-in agent or of agent_id, which a token must pass', async () => {
  const { app, ann, colleague, all } = await openManyChats();
  const mineOf = (agentId: number) => idsOf(all.filter((chat) => isOpen(chat) && chat.agent_id === agentId));
  const session = await signedIn(app, colleague);
  const view = 'mine';
  expect(idsOf(await walkChats(session, { view }, 100))).toEqual(mineOf(colleague.agentId));
  for (const call of [session, ann.call]) {
    expect(idsOf(await walkChats(call, { view, agent_id: ann.agentId }, 100))).toEqual(mineOf(ann.agentId));
  }
  const { status, problem } = await ann.call(chats.list, { query: { view } });
  expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ['agent_id']]);
});

test('views contain no chats of another widget', async () => {
  const { app, ann } = await openManyChats();
  const bob = await app.owner();
  const session = await signedIn(app, bob);
  for (const [view] of viewsOf(bob.agentId)) {
    const found = await walkChats(session, { view }, 100);
    expect(found.some(({ agent_id }) => agent_id === ann.agentId)).toBe(false);
  }
  expect((await session(chats.list, { query: { view: 'mine', agent_id: ann.agentId } })).status).toBe(404);
});
