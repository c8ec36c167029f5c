import { api } from '@parley/contract';
import { withToken } from '../../../../test/callers.ts';
import { type Fixtures, inBatchesOfTen } from '../../../../test/fixtures.ts';

const { channels } = api;
const newChannel = { name: 'Shop app', outbound_url: 'https://1.1.1.1/replies' };

export const fixtures: Fixtures = {
  resources: {
    channel: async (app, owner) => {
      const call = await withToken(app, owner);
      return { id: (await call(channels.create, { body: { name: 'Shop app' } })).data.id };
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
      route: channels.list,
      fill: async (app, owner, names) => {
        const call = await withToken(app, owner);
        await inBatchesOfTen(names, (name) => call(channels.create, { body: { name } }));
      },
    },
  ],
};
