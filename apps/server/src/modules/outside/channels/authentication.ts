import type { ChannelPrincipal } from '../../../kernel/auth/principal.ts';
import { createCache } from '../../../kernel/data/cache.ts';
import type { Services } from '../../../kernel/module.ts';
import { problem } from '../../../kernel/problems.ts';
import { findByHash, type KnownChannel } from './store.ts';

/** Resolves the channel secret in a migration-layer path to its channel and tenant. */
export function createChannelAuthentication({ unitOfWork, notices, vault }: Services) {
  const find = createCache<KnownChannel>({
    notices,
    topics: ['channel', 'widget'],
    subjects: ({ id, widget_id }) => [`channel:${id}`, `widget:${widget_id}`],
    load: (hash) => unitOfWork.read((work) => findByHash(work, Buffer.from(hash, 'base64'))),
  });
  return async (secret: string): Promise<ChannelPrincipal> => {
    const hash = vault().hash(secret, { table: 'channels', column: 'secret' });
    const found = await find(hash.toString('base64'));
    if (!found?.is_active) throw problem('not_found');
    if (!found.api_enabled) throw problem('api_disabled');
    if (!found.legacy_compat_enabled) throw problem('legacy_compat_disabled');
    const tenant = { widgetId: found.widget_id, accountId: found.account_id, buttonGuid: found.button_guid };
    return { kind: 'channel', id: found.id, tenant };
  };
}
