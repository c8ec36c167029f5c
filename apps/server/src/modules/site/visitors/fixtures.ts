import { randomUUID } from 'node:crypto';
import { api, site } from '@parley/contract';
import { addAnsweredVisitor, anonymousCaller } from '../../../../test/callers.ts';
import { type Fixtures, inBatchesOfTen } from '../../../../test/fixtures.ts';
import { signedIdentity } from '../../../../test/identities.ts';

const { visitor } = site;
const page = 'https://shop.example/';

export const fixtures: Fixtures = {
  resources: {
    visit: async (app, { buttonGuid }) => {
      await anonymousCaller(app)(visitor.visit, { params: { button_guid: buttonGuid }, body: { page } });
      return {};
    },
    /** A visitor with a chat, and so with an agent who can write without being named. */
    visitInChat: async (app, owner) => {
      const { call } = await addAnsweredVisitor(app, owner);
      const params = { button_guid: owner.buttonGuid };
      return { id: (await call(visitor.visit, { params, body: { page } })).data.visit_id };
    },
  },
  bodies: [
    [api.visitors.startChat, () => ({ body: 'May I help?' })],
    [visitor.send, () => ({ client_message_id: randomUUID(), type: 'text', body: 'hello' })],
    [visitor.identify, (app, owner) => signedIdentity(app, owner, randomUUID())],
    [visitor.setCustomData, () => ({ fields: [{ title: 'Plan', content: 'Pro' }] })],
  ],
  lists: [
    {
      route: api.visitors.list,
      fill: (app, { buttonGuid }, names) => {
        const params = { button_guid: buttonGuid };
        return inBatchesOfTen(names, (name) => anonymousCaller(app)(visitor.visit, { params, body: { page: name } }));
      },
    },
  ],
};
