import { skins } from '@parley/contract';
import type { Context, Read } from '../../../kernel/data/context.ts';
import { toPage } from '../../../kernel/data/pages.ts';
import * as store from './store.ts';

export async function listSkins({ cursors }: Context<Read>, { cursor, limit }: { cursor?: string; limit: number }) {
  const [after = 0] = (cursors.read(cursor) ?? []) as [number?];
  const rows = [...skins.entries()].slice(after, after + limit + 1);
  return toPage(rows, {
    limit,
    cursors,
    position: ([at]) => [at + 1],
    item: ([, id]) => ({ id, premium: false, available: true }),
  });
}

export async function getTag({ principal, publicUrl }: Context<Read>) {
  const { buttonGuid: button_guid } = principal.tenant;
  const script_url = `${publicUrl}/w/${button_guid}.js`;
  return { button_guid, script_url, html: `<script async src="${script_url}"></script>` };
}

/** The route says that it purges, which is done as with every other write when this is through. */
export async function purgeCache(ctx: Context) {
  return { purged: true, revision: (await store.lockRevision(ctx, ctx.widgetId)) + 1 };
}
