import type { SettingsRendered } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';

export const settingsQuery = queryOptions({
  queryKey: ['widget', 'settings'],
  queryFn: async () => {
    const [shown, { quick_phrases }] = await Promise.all([api.widget.readSettings(), api.widget.readQuickPhrases()]);
    return { shown, quick_phrases };
  },
});

/** Constraints and defaults of every setting; they change only with the server. */
export const schemaQuery = queryOptions({
  queryKey: ['widget', 'schema'],
  queryFn: async () => (await api.widget.readSettingsSchema()).fields,
  staleTime: Number.POSITIVE_INFINITY,
});

export const accessQuery = queryOptions({
  queryKey: ['widget', 'access'],
  queryFn: () => api.widgetAccess.read(),
});

/** Whether the server has its demo page, which is for installations that try Parley out. */
export const demoQuery = queryOptions({
  queryKey: ['widget', 'demo'],
  queryFn: async () => (await fetch('/demo', { method: 'HEAD' })).ok,
  staleTime: Number.POSITIVE_INFINITY,
});

const EVERY_MS = 15_000;

export const sitesQuery = queryOptions({
  queryKey: ['widget', 'sites'],
  queryFn: () => api.widgetSites.read(),
  refetchInterval: EVERY_MS,
});

type Settings = Awaited<ReturnType<typeof api.widget.readSettings>>;
type Schema = Awaited<ReturnType<typeof api.widget.readSettingsSchema>>['fields'];
export type SettingName = keyof SettingsRendered & keyof Settings;
export type SettingsShown = Pick<Settings, SettingName>;
export type QuickPhrases = Awaited<ReturnType<typeof api.widget.readQuickPhrases>>['quick_phrases'];

/** A value, or the default that applies while it is unset. */
export function effective<Name extends SettingName>(shown: SettingsShown, schema: Schema, name: Name) {
  return (shown[name] ?? schema[name]?.effective_default ?? null) as SettingsRendered[Name];
}

export function renderAll(shown: SettingsShown, schema: Schema) {
  const names = Object.keys(schema).filter((name) => !schema[name]?.readonly) as SettingName[];
  return Object.fromEntries(names.map((name) => [name, effective(shown, schema, name)])) as SettingsRendered;
}

export type { Schema };
