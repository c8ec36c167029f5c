import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Block } from '../../../infra/extraction/extractor.ts';
import { id, instant } from '../../../infra/postgres/columns.ts';
import { widgets } from '../../account/widgets/tables.ts';

/** What a widget's crawler is set to. */
export const kbCrawlers = pgTable(
  'kb_crawlers',
  {
    widget_id: id()
      .primaryKey()
      .references(() => widgets.id),
    url: text().notNull(),
    max_pages: integer().notNull(),
    max_depth: integer().notNull(),
    include: text().array().notNull(),
    exclude: text().array().notNull(),
    delay_ms: integer().notNull(),
    schedule: text({ enum: ['off', 'daily', 'weekly'] }).notNull(),
    /** When the schedule queues the next run; null if it is off. */
    next_at: instant(),
  },
  (table) => [index('kb_crawlers_next').on(table.next_at).where(sql`${table.next_at} IS NOT NULL`)],
);

const count = () => integer().notNull().default(0);

/** Crawls. At most one of a widget is queued or running. */
export const kbCrawlRuns = pgTable(
  'kb_crawl_runs',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id()
      .notNull()
      .references(() => widgets.id),
    status: text({ enum: ['queued', 'running', 'done', 'failed', 'cancelled'] }).notNull(),
    trigger: text({ enum: ['manual', 'schedule'] }).notNull(),
    /** Where it starts. A redirect of the first page may move it, to `www.` or to https for example. */
    start_url: text().notNull(),
    /** Scheme, host and port. */
    site: text().notNull(),
    is_moved: boolean().notNull().default(false),
    /** The site's robots.txt; null until it was fetched. */
    robots: text(),
    queued_at: instant().notNull(),
    started_at: instant(),
    finished_at: instant(),
    /** While it is queued or running: when it is due, or when its lease expires. */
    due_at: instant(),
    leases: count(),
    /** Leases in a row that ended with an error of ours. */
    crashes: count(),
    current_url: text(),
    pages_found: count(),
    pages_fetched: count(),
    pages_changed: count(),
    pages_unchanged: count(),
    pages_skipped: count(),
    pages_failed: count(),
    /** Pages in a row that could not be fetched. */
    failed_in_a_row: count(),
    rules_created: count(),
    rules_updated: count(),
    rules_removed: count(),
    error: text(),
    undone_at: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.id] }),
    uniqueIndex('kb_crawl_runs_active').on(table.widget_id).where(sql`${table.status} IN ('queued', 'running')`),
    index('kb_crawl_runs_due').on(table.due_at).where(sql`${table.due_at} IS NOT NULL`),
  ],
);

export const pageStates = ['queued', 'done', 'skipped', 'failed', 'redirected'] as const;

/** Pages of the last crawl: those that wait, and what is known of the others. */
export const kbPages = pgTable(
  'kb_pages',
  {
    id: id().notNull().generatedAlwaysAsIdentity(),
    widget_id: id().notNull(),
    url: text().notNull(),
    /** The last run that found it. */
    run_id: id().notNull(),
    /** Links from the first page. */
    depth: integer().notNull(),
    state: text({ enum: pageStates }).notNull(),
    /** Why it was left out. */
    reason: text(),
    /** Times that a node has begun it in this run: one that kills nodes is left out. */
    attempts: count(),
    checked_at: instant(),
    etag: text(),
    last_modified: text(),
    /** What was read of it last: written again without fetching it, after a 304 for example. */
    blocks: jsonb().$type<Block[]>(),
    /** Of the blocks, in order. */
    block_hashes: id().array(),
    /** Of all blocks together. */
    hash: id(),
    /** Hashes that were left out of its rules since most pages repeat them. */
    dropped_hashes: id().array(),
    /** Addresses on the site that it links to. */
    links: text().array(),
  },
  (table) => [
    primaryKey({ columns: [table.widget_id, table.id] }),
    foreignKey({
      columns: [table.widget_id, table.run_id],
      foreignColumns: [kbCrawlRuns.widget_id, kbCrawlRuns.id],
    }).onDelete('cascade'),
    unique('kb_pages_url').on(table.widget_id, table.url),
    index('kb_pages_queued')
      .on(table.widget_id, table.run_id, table.depth, table.id)
      .where(sql`${table.state} = 'queued'`),
    index('kb_pages_hash').on(table.widget_id, table.run_id, table.hash),
  ],
);
