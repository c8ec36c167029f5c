import { randomInt } from 'node:crypto';
import { api, site } from '@parley/contract';
import { type Fixtures, inBatchesOfTen } from '../../../../test/fixtures.ts';
import type { TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import type { Vendor } from '../drivers/index.ts';
import { seal, sealHookKey } from './secrets.ts';
import * as store from './store/connections.ts';

const { messengers } = api;

const newId = () => randomInt(1, 2 ** 40);

/** As if it had been connected: no vendor is called. */
function addConnection({ unitOfWork, clock }: TestApp, { widgetId }: Owner, provider: Vendor, isMany: boolean) {
  const id = newId();
  return unitOfWork.write({}, async (work) => {
    const at = clock.now.toString();
    const row = await store.ensure(work.sql, { widgetId, provider, slot: isMany ? String(id) : '', at });
    await store.replace({ ...work, widgetId }, row, {
      ...seal(work.vault, row, { token: `${provider}-${id}`, sid: provider === 'apple' ? `msp:${id}` : null }),
      ...sealHookKey(work.vault, row),
      account: { id: String(id), name: 'Shop', username: `shop${id}` },
      account_id: String(id),
      link: `https://vk.me/shop${id}`,
      status: 'disabled',
      connected_at: at,
    });
    return row;
  });
}

const addCommunity = (app: TestApp, owner: Owner) => addConnection(app, owner, 'vk', true);
const addCabinet = (app: TestApp, owner: Owner) => addConnection(app, owner, 'avito', true);

export const fixtures: Fixtures = {
  resources: {
    /** Its hook is registered by hand. */
    messenger: async (app, owner) => {
      await addConnection(app, owner, 'apple', false);
      return { provider: 'apple' };
    },
    vkCommunity: async (app, owner) => ({ id: (await addCommunity(app, owner)).id }),
    avitoCabinet: async (app, owner) => ({ id: (await addCabinet(app, owner)).id }),
  },
  bodies: [
    // The plan limits how many are enabled.
    [messengers.updateCabinet, () => ({ status: 'disabled' })],
    [messengers.connect, () => ({ url: 'https://1.1.1.1/gateway', token: 'a-secret-token', sid: `msp:${newId()}` })],
    [
      messengers.addCommunity,
      () => {
        const id = newId();
        return { token: `vk-${id}`, community: `club${id}` };
      },
    ],
  ],
  // The messenger that its body names first.
  needs: [[site.visitor.linkMessenger, (app, owner) => addConnection(app, owner, 'tg', false)]],
  lists: [
    {
      route: messengers.listCommunities,
      fill: (app, owner, names) => inBatchesOfTen(names, () => addCommunity(app, owner)),
    },
    {
      route: messengers.listCabinets,
      fill: (app, owner, names) => inBatchesOfTen(names, () => addCabinet(app, owner)),
    },
  ],
};
