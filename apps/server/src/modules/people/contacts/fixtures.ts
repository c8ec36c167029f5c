import { randomUUID } from 'node:crypto';
import { api } from '@parley/contract';
import { withToken } from '../../../../test/callers.ts';
import type { Fixtures } from '../../../../test/fixtures.ts';
import type { TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';

const { contacts, tags } = api;

async function addContact(app: TestApp, owner: Owner, name: string) {
  const call = await withToken(app, owner);
  return { call, id: (await call(contacts.create, { body: { name } })).data.id };
}

export const fixtures: Fixtures = {
  resources: {
    contact: async (app, owner) => ({ id: (await addContact(app, owner, 'Ira')).id }),
    taggedContact: async (app, owner) => {
      const { call, id } = await addContact(app, owner, 'Ira');
      await call(contacts.addTags, { params: { id }, body: { tags: ['vip'] } });
      return { id, tag: 'vip' };
    },
  },
  bodies: [
    [contacts.merge, async (app, owner) => ({ contact_id: (await addContact(app, owner, 'Irina')).id })],
    [contacts.upsert, () => ({ user_id: randomUUID(), name: 'Ira' })],
  ],
  lists: [
    {
      route: contacts.list,
      fill: async (app, owner, names) => {
        const call = await withToken(app, owner);
        await Promise.all(names.map((name) => call(contacts.create, { body: { name } })));
      },
    },
    {
      route: tags.list,
      fill: async (app, owner, names) => {
        // A contact has at most 100 tags.
        for (let at = 0; at < names.length; at += 100) {
          const { call, id } = await addContact(app, owner, 'Ira');
          await call(contacts.addTags, { params: { id }, body: { tags: names.slice(at, at + 100) } });
        }
      },
    },
  ],
};
