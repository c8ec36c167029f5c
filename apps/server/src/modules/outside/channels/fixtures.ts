import { api } from '@parley/contract';
import { withToken } from '../../../../test/callers.ts';
import { type Fixtures, inBatchesOfTen, perOwner } from '../../../../test/fixtures.ts';
import type { TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';

const { channels, messages } = api;
const newChannel = { name: 'Shop app', outbound_url: 'https://1.1.1.1/replies' };

const logOf = perOwner(async (app, owner) => {
  const call = await withToken(app, owner);
  return { id: (await call(channels.create, { body: newChannel })).data.id };
});

const addDeliveries = (app: TestApp, { widgetId }: Owner, { id, count }: { id: number; count: number }) =>
  app.sql(`INSERT INTO deliveries (widget_id, kind, destination_id, type, chat_id, message_id, status, created_at)
    SELECT ${widgetId}, 'channel', ${id}, 'channel.outbound', 1, 1, 'skipped', now() FROM generate_series(1, ${count})`);

/** Names its delivery. */
async function addReply(app: TestApp, owner: Owner, { id }: { id?: unknown }) {
  const call = await withToken(app, owner);
  const params = { id: id as number };
  const from = { external_client_id: 'c1', external_channel_id: 'room' };
  const { chat_id } = (await call(channels.sendMessage, { params, body: { ...from, message: 'hello' } })).data;
  const reply = { type: 'text', body: 'hi', agent_id: owner.agentId };
  await call(messages.send, { params: { id: chat_id }, body: reply });
  return { delivery_id: (await call(channels.listReplies, { params })).data.data[0]?.id };
}

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
    [channels.redeliver, addReply],
    [channels.replay, () => ({ from: '2026-01-01', to: '2026-01-02' })],
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
