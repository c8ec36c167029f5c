import type { SettingValues } from '@parley/contract';
import { eq } from 'drizzle-orm';
import { onlyRow } from '../../../../infra/postgres/rows.ts';
import type { Context, Read, Write } from '../../../../kernel/data/context.ts';
import { widgetSettings, widgets } from '../tables.ts';

const columns = {
  widget_id: widgets.id,
  button_guid: widgets.button_guid,
  api_enabled: widgets.api_enabled,
  created_at: widgets.created_at,
  values: widgetSettings.values,
  quick_phrases: widgetSettings.quick_phrases,
  policy_revision: widgetSettings.policy_revision,
  translation_revision: widgetSettings.translation_revision,
  updated_at: widgetSettings.updated_at,
};

/** A widget with its settings; empty until first set. */
export async function find({ db }: Read, widgetId: number) {
  const [found] = await db
    .select(columns)
    .from(widgets)
    .leftJoin(widgetSettings, eq(widgetSettings.widget_id, widgets.id))
    .where(eq(widgets.id, widgetId));
  if (!found) return undefined;
  const { values, quick_phrases, policy_revision, translation_revision, updated_at } = found;
  return {
    ...found,
    values: values ?? {},
    quick_phrases: quick_phrases ?? {},
    policy_revision: policy_revision ?? 1,
    translation_revision: translation_revision ?? 1,
    updated_at: updated_at ?? found.created_at,
  };
}

export type SettingsRow = NonNullable<Awaited<ReturnType<typeof find>>>;

/** Creates the row if needed and locks it, so that concurrent changes merge. */
export async function lock({ db, widgetId, now }: Context) {
  await db.insert(widgetSettings).values({ widget_id: widgetId, updated_at: now.toString() }).onConflictDoNothing();
  const rows = await db
    .select(columns)
    .from(widgets)
    .innerJoin(widgetSettings, eq(widgetSettings.widget_id, widgets.id))
    .where(eq(widgets.id, widgetId))
    .for('update', { of: widgetSettings });
  return onlyRow(rows);
}

export async function insert({ db, now }: Write, widgetId: number, settings: CopiedSettings) {
  await db.insert(widgetSettings).values({ widget_id: widgetId, ...settings, updated_at: now.toString() });
}

/** What one widget takes over from another. */
export interface CopiedSettings {
  values: SettingValues;
  quick_phrases?: Record<string, string[]>;
}

interface Changes {
  values?: SettingValues;
  quick_phrases?: Record<string, string[]>;
  policy_revision?: number;
  translation_revision?: number;
}

export async function update({ db, widgetId, now }: Context, changes: Changes) {
  const rows = await db
    .update(widgetSettings)
    .set({ ...changes, updated_at: now.toString() })
    .where(eq(widgetSettings.widget_id, widgetId))
    .returning();
  return onlyRow(rows);
}

/** A permanent image uploaded for the widget, kept from release until the write ends. */
export async function findIcon({ sql, widgetId }: Context, fileId: string) {
  const found = await sql({})`
    SELECT FROM files WHERE widget_id = ${widgetId} AND id = ${fileId} AND visitor_id IS NULL AND expires_at IS NULL
    AND type IN ('image/png', 'image/webp', 'image/gif') FOR SHARE`;
  return found[0];
}
