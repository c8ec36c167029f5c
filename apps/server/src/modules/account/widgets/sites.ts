import type { SitePrincipal } from '../../../kernel/auth/principal.ts';
import { createCache } from '../../../kernel/data/cache.ts';
import type { Services } from '../../../kernel/module.ts';
import { problem } from '../../../kernel/problems.ts';
import { findByGuid } from './store.ts';

/** Authenticates sites: finds widgets by `button_guid`. */
export function createSites({ unitOfWork, notices }: Services) {
  const find = createCache<SitePrincipal>({
    notices,
    topics: ['widget', 'account'],
    subjects: ({ tenant }) => [`widget:${tenant.widgetId}`, `account:${tenant.accountId}`],
    load: async (guid) => {
      const widget = await unitOfWork.read((work) => findByGuid(work, guid));
      if (!widget) return undefined;
      const tenant = { widgetId: widget.id, accountId: widget.account_id, buttonGuid: widget.button_guid };
      const { domains, config_revision: revision, api_enabled: isApiEnabled } = widget;
      return { kind: 'site', tenant, domains, revision, isApiEnabled };
    },
  });
  return async (guid: string): Promise<SitePrincipal> => {
    const site = /^[0-9a-f]{32}$/.test(guid) ? await find(guid) : undefined;
    if (!site) throw problem('not_found');
    return site;
  };
}
