import { api } from '@parley/contract';
import { addAnsweredVisitor, withToken } from '../../../../test/callers.ts';
import { type Fixtures, inBatchesOfTen } from '../../../../test/fixtures.ts';

const { chats, contacts } = api;

export const fixtures: Fixtures = {
  resources: {
    chat: async (app, owner) => ({ id: (await addAnsweredVisitor(app, owner)).chatId }),
  },
  bodies: [
    [
      chats.create,
      async (app, owner) => {
        const call = await withToken(app, owner);
        return { contact_id: (await call(contacts.create, { body: { name: 'Ira' } })).data.id };
      },
    ],
    [chats.snooze, () => ({ until: null })],
  ],
  queries: [[chats.list, ({ agentId }) => ({ status: 'active', agent_id: agentId })]],
  lists: [
    {
      route: chats.list,
      fill: async (app, owner, names) => {
        const [introduce, start] = [await withToken(app, owner), await withToken(app, owner)];
        await inBatchesOfTen(names, async (name) => {
          const { data } = await introduce(contacts.create, { body: { name } });
          await start(chats.create, { body: { contact_id: data.id } });
        });
      },
    },
  ],
};
