import { api } from '@parley/contract';
import { withToken } from '../../../../test/callers.ts';
import { type Fixtures, inBatchesOfTen, perOwner } from '../../../../test/fixtures.ts';
import type { TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';

const { channels } = api;
const newChannel = { name: 'Shop app', outbound_url: 'https://1.1.1.1/replies' };

const logOf = perOwner(async (app, owner) => {
  const call = await withToken(app, owner);
  return { id: (await call(channels.create, { body: newChannel })).data.id };
});

const addDeliveries = (app: TestApp, { widgetId }: Owner, { id, count }: { id: number; count: number }) =>
  app.sql(`INSERT INTO deliveries (widget_id, kind, destination_id, type, chat_id, message_id, status, created_at)
    SELECT ${widgetId}, 'channel', ${id}, 'channel.outbound', 1, 1, 'skipped', now() FROM generate_series(1, ${count})`);

export const fixtures: Fixtures = {
  resources: {
    channel: async (app, owner) => {
      const call = await withToken(app, owner);
      return { id: (await call(channels.create, { body: { name: 'Shop app' } })).data.id };
    },
    /** With a reply in its log. */
    usedChannel: async (app, owner) => {
      const call = await withToken(app, owner);
      const { id } = (await call(channels.create, { body: newChannel })).data;
      await addDeliveries(app, owner, { id, count: 1 });
      return { id };
    },
    /** Its path contains a channel secret. */
    legacyChannel: async (app, owner) => {
      const call = await withToken(app, owner);
      const body = { name: 'Old shop app', legacy_compat_enabled: true };
      return { secret: (await call(channels.create, { body })).data.secret };
    },
  },
  bodies: [
    [channels.create, () => newChannel],
    [channels.update, () => newChannel],
    [channels.sendMessage, () => ({ external_client_id: 'c1', external_channel_id: 'room', message: 'hello' })],
  ],
  lists: [
    {
      route: channels.listReplies,
      params: logOf,
      fill: async (app, owner, names) => {
        await addDeliveries(app, owner, { ...(await logOf(app, owner)), count: names.length });
      },
    },
    {
      route: channels.list,
      fill: async (app, owner, names) => {
        const call = await withToken(app, owner);
        await inBatchesOfTen(names, (name) => call(channels.create, { body: { name } }));
      },
    },
  ],
};
