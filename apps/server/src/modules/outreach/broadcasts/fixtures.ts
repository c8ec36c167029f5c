import { api } from '@parley/contract';
import { addAnsweredVisitor, withToken } from '../../../../test/callers.ts';
import { type Fixtures, inBatchesOfTen, perOwner } from '../../../../test/fixtures.ts';
import type { TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';

const { broadcasts } = api;
const draft = { channel: 'service', name: 'News', settings: { message: { type: 'text' as const, body: 'Hello' } } };

const addRecipients = (app: TestApp, { widgetId }: Owner, { id, count }: { id: number; count: number }) =>
  app.sql(`
    WITH people AS (
      INSERT INTO contacts (widget_id, guid, created_at, updated_at)
      SELECT ${widgetId}, replace(gen_random_uuid()::text, '-', ''), now(), now() FROM generate_series(1, ${count}) RETURNING id
    )
    INSERT INTO send_recipients (widget_id, send_id, contact_id, state, reason)
    SELECT ${widgetId}, ${id}, id, 'skipped', 'spam' FROM people`);

const createDraft = async (app: TestApp, owner: Owner, name = draft.name) => {
  const call = await withToken(app, owner);
  return { id: (await call(broadcasts.create, { body: { ...draft, name } })).data.id };
};
const listed = perOwner(createDraft);
/** One an owner, so that equal broadcasts have equal recipients. */
const addRecipient = perOwner(addAnsweredVisitor);

export const fixtures: Fixtures = {
  resources: {
    broadcast: async (app, owner) => createDraft(app, owner),
    /** With somebody who would get it. */
    startableBroadcast: async (app, owner) => {
      await addRecipient(app, owner);
      return createDraft(app, owner);
    },
    /** It waits for a time that is far ahead. */
    activeBroadcast: async (app, owner) => {
      await addRecipient(app, owner);
      const call = await withToken(app, owner);
      const settings = { ...draft.settings, send_at: '2100-01-01T00:00:00Z' };
      const { id } = (await call(broadcasts.create, { body: { ...draft, settings } })).data;
      await call(broadcasts.start, { params: { id }, body: { consent: true } });
      return { id };
    },
  },
  bodies: [
    [broadcasts.create, () => draft],
    [broadcasts.update, () => ({ name: 'Other news' })],
    [broadcasts.preview, () => ({ channel: 'service', settings: draft.settings })],
    [
      broadcasts.test,
      async (app, owner) => {
        const { contactId } = await addRecipient(app, owner);
        return { channel: 'service', settings: draft.settings, contact_id: contactId };
      },
    ],
  ],
  queries: [[broadcasts.list, () => ({ status: 'draft', channel: 'service' })]],
  lists: [
    {
      route: broadcasts.list,
      fill: (app, owner, names) => inBatchesOfTen(names, (name) => createDraft(app, owner, name)),
    },
    {
      route: broadcasts.listRecipients,
      params: listed,
      fill: async (app, owner, names) =>
        addRecipients(app, owner, { ...(await listed(app, owner)), count: names.length }),
    },
  ],
};
