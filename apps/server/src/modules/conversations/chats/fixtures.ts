import { api } from '@parley/contract';
import { addAnsweredVisitor, withToken } from '../../../../test/callers.ts';
import { type Fixtures, inBatchesOfTen, perOwner } from '../../../../test/fixtures.ts';

const { chats, contacts } = api;

const visitorOf = perOwner(addAnsweredVisitor);

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
    {
      route: chats.listLog,
      params: async (app, owner) => ({ id: (await visitorOf(app, owner)).chatId }),
      fill: async (app, owner, names) => {
        const { chatId } = await visitorOf(app, owner);
        await app.sql(`
          INSERT INTO chat_log (widget_id, chat_id, type, by, details, created_at)
          SELECT ${owner.widgetId}, ${chatId}, 'tagged', 'api', jsonb_build_object('tag', name), now()
          FROM unnest('{${names.join()}}'::text[]) AS name`);
      },
    },
  ],
};
