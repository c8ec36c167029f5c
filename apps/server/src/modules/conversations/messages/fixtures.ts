import { api, site } from '@parley/contract';
import { addAnsweredVisitor, withToken } from '../../../../test/callers.ts';
import { type Fixtures, inBatchesOfTen, type ListExample, perOwner } from '../../../../test/fixtures.ts';
import type { TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';

const { messages } = api;

async function firstMessage(app: TestApp, owner: Owner, id: unknown) {
  const call = await withToken(app, owner);
  return (await call(messages.list, { params: { id } })).data.data.at(-1)?.id;
}

/** One visitor per owner. */
const visitorOf = perOwner(addAnsweredVisitor);

const inOneChat: Omit<ListExample, 'route'> = {
  caller: async (app, owner) => (await visitorOf(app, owner)).call,
  params: async (app, owner) => ({ id: (await visitorOf(app, owner)).chatId, button_guid: owner.buttonGuid }),
  fill: async (app, owner, names) => {
    const params = { id: (await visitorOf(app, owner)).chatId };
    const call = await withToken(app, owner);
    await inBatchesOfTen(names, (body) => call(messages.send, { params, body: { type: 'text', body } }));
  },
};

export const fixtures: Fixtures = {
  resources: {
    message: async (app, owner) => {
      const { chatId: id } = await addAnsweredVisitor(app, owner);
      return { id, message_id: await firstMessage(app, owner, id) };
    },
  },
  bodies: [
    [messages.send, () => ({ type: 'text', body: 'hello' })],
    [messages.addNote, () => ({ body: 'remember' })],
    [messages.markSeen, async (app, owner, { id }) => ({ message_id: await firstMessage(app, owner, id) })],
    [messages.markRangeSeen, async (app, owner, { id }) => ({ to_message_id: await firstMessage(app, owner, id) })],
  ],
  lists: [
    { route: messages.list, ...inOneChat },
    { route: site.visitor.listMessages, ...inOneChat },
  ],
};
