import { pick, type RowOf } from '../../../../infra/postgres/row-schema.ts';
import type { InWidget, Read } from '../../../../kernel/data/context.ts';
import { kbCrawlers } from '../tables.ts';

const columns = pick(kbCrawlers, 'url', 'max_pages', 'max_depth', 'include', 'exclude', 'delay_ms', 'schedule');

export type Config = RowOf<typeof columns>;

export async function find({ sql, widgetId }: InWidget<Read>) {
  const [found] = await sql(columns)`
    SELECT url, max_pages, max_depth, include, exclude, delay_ms, schedule FROM kb_crawlers WHERE widget_id = ${widgetId}`;
  return found;
}

/** Writes that replace it go one after the other. */
export async function replace({ sql, widgetId }: InWidget, config: Config, nextAt: Temporal.Instant | null) {
  await sql`
    INSERT INTO kb_crawlers (widget_id, url, max_pages, max_depth, include, exclude, delay_ms, schedule, next_at)
    VALUES (${widgetId}, ${config.url}, ${config.max_pages}, ${config.max_depth}, ${config.include}, ${config.exclude},
      ${config.delay_ms}, ${config.schedule}, ${nextAt?.toString() ?? null})
    ON CONFLICT (widget_id) DO UPDATE SET url = excluded.url, max_pages = excluded.max_pages, max_depth = excluded.max_depth,
      include = excluded.include, exclude = excluded.exclude, delay_ms = excluded.delay_ms, schedule = excluded.schedule,
      next_at = excluded.next_at`;
}

export function remove({ run, widgetId }: InWidget) {
  run`DELETE FROM kb_crawlers WHERE widget_id = ${widgetId}`;
}
