import { type api, skins } from '@parley/contract';
import type { Context, Read } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Query } from '../../../kernel/http/inputs.ts';
import * as store from './store.ts';

export function listSkins(ctx: Context<Read>, query: Query<typeof api.widget.listSkins, 'cursor' | 'limit'>) {
  return paged(ctx, query, {
    position: ([index]: [number, string]) => [index + 1],
    read: async ([start = 0], limit) => [...skins.entries()].slice(start, start + limit),
    item: ([, id]) => ({ id, premium: false, available: true }),
  });
}

export async function getEmbedTag({ principal, publicUrl }: Context<Read>) {
  const { buttonGuid: button_guid } = principal.tenant;
  const script_url = `${publicUrl}/w/${button_guid}.js`;
  return { button_guid, script_url, html: `<script async src="${script_url}"></script>` };
}

/** The route is declared to purge, which raises the revision after this. */
export async function purgeCache(ctx: Context) {
  return { purged: true, revision: (await store.lockRevision(ctx, ctx.widgetId)) + 1 };
}
