import { randomBytes } from 'node:crypto';
import { agentLive, type api } from '@parley/contract';
import type { Context, Read, SiteContext, WidgetContext, Write } from '../../../../kernel/data/context.ts';
import { paged } from '../../../../kernel/data/pages.ts';
import type { Query } from '../../../../kernel/http/inputs.ts';
import { watchersOf } from '../../../../kernel/live/rooms.ts';
import { problem } from '../../../../kernel/problems.ts';
import * as widgetSites from '../../widget-sites/index.ts';
import * as store from './store.ts';

/** Open pages send a heartbeat every 30 seconds; one may be lost. */
const VISIT_TIMEOUT = { seconds: 90 };

interface Visit {
  id?: string;
  visitorId?: number;
  page: string;
  title?: string;
  referrer?: string;
  country: string | null;
}

/** Records a heartbeat of a page and publishes it to watching agents. */
export async function record(ctx: SiteContext, { id = randomBytes(16).toString('base64url'), ...visit }: Visit) {
  const { invited_as: invitedAs, ...saved } = await store.save(ctx, { id, ...visit });
  ctx.publish(agentLive.events.visitors, watchersOf(ctx.widgetId), { here: [saved], gone: [] });
  return { id, invitedAs };
}

export async function publishVisit(ctx: WidgetContext, id: string) {
  const visit = await store.find(ctx, id);
  if (visit) ctx.publish(agentLive.events.visitors, watchersOf(ctx.widgetId), { here: [visit], gone: [] });
}

/** Undefined when the visit has ended. Locked before anything else of the visitor. */
export function lock(ctx: WidgetContext, id: string) {
  return store.lock(ctx, id, ctx.now.subtract(VISIT_TIMEOUT));
}

export async function getLocked(ctx: WidgetContext, id: string) {
  const visit = await lock(ctx, id);
  if (!visit) throw problem('not_found', 'The visitor has left the site.');
  return visit;
}

export function list(ctx: Context<Read>, query: Query<typeof api.visitors.list, 'cursor' | 'limit'>) {
  const after = ctx.now.subtract(VISIT_TIMEOUT);
  return paged(ctx, query, {
    position: ({ since, id }: { since: string; id: string }) => [since, id],
    read: ([since, id], limit) => store.list(ctx, { after, before: since ? { since, id } : undefined, limit }),
    item: (row) => row,
  });
}

export async function sweep(work: Write) {
  const ended = await store.removeBefore(work, work.now.subtract(VISIT_TIMEOUT));
  if (!ended.length) return;
  await widgetSites.recordSightings(work, ended);
  for (const [widgetId, rows] of Map.groupBy(ended, ({ widget_id }) => widget_id)) {
    work.publish(agentLive.events.visitors, watchersOf(widgetId), { here: [], gone: rows.map(({ id }) => id) });
  }
}
