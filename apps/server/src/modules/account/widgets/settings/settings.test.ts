import { api, dashboard } from '@parley/contract';
import { expect, test } from 'vitest';
import { signIn, type TestApp } from '../../../../../test/harness.ts';
import { startSettings } from '../../../../../test/settings.ts';

const NAMED_BY_SPECIFICATION = [
  ...['skin', 'widget_header_align', 'widget_show_operator_avatars', 'widget_show_tabs_bar'],
  ...['widget_show_lang_switcher', 'widget_show_copyright', 'chat_bg', 'capsule_title', 'capsule_subtitle'],
  ...['widget_position', 'widget_offset_x', 'widget_offset_y', 'widget_chat_offset_x', 'widget_chat_offset_y'],
  ...['widget_button_size', 'widget_button_freeze', 'widget_button_open', 'icon_preset', 'icon_custom_animated'],
  ...['operators_display_mode', 'widget_name', 'widget_signature', 'widget_greeting', 'device_profiles'],
];
const READ_ONLY = {
  widget_id: 1,
  api_enabled: false,
  widget_language_policy_revision: 2,
  widget_translation_revision: 2,
  widget_translation_status: {},
  updated_at: '2026-05-01T09:30:00+03:00',
};

async function revision(app: TestApp, { widgetId }: { widgetId: number }) {
  const [row] = await app.sql<{ at: number }>(`SELECT config_revision::int AS at FROM widgets WHERE id = ${widgetId}`);
  return row?.at ?? 0;
}

test('a widget without settings returns null for each, or the defaults of languages', async () => {
  const { app, ann, read } = await startSettings();
  const settings = await read();
  const { widget_id, api_enabled, updated_at } = settings;
  expect({ widget_id, api_enabled }).toEqual({ widget_id: ann.widgetId, api_enabled: true });
  expect(Temporal.Instant.from(updated_at).equals(app.clock.now)).toBe(true);
  for (const name of NAMED_BY_SPECIFICATION) expect(settings).toHaveProperty(name, null);
  expect(settings).toMatchObject({
    widget_default_language: 'ru',
    widget_fallback_language: 'en',
    widget_content_source_language: 'ru',
    widget_auto_translate_custom_texts: false,
    widget_text_translations: {},
    widget_language_policy_revision: 1,
    widget_translation_revision: 1,
  });
  expect(settings.widget_supported_languages).toHaveLength(25);
  const others = Object.entries(settings).filter(([name]) => !name.startsWith('widget_') && !(name in READ_ONLY));
  expect(others.filter(([, value]) => value !== null)).toEqual([]);
  expect(await app.sql(`SELECT FROM widget_settings WHERE widget_id = ${ann.widgetId}`)).toEqual([]);
});

test('an update writes only what is sent and returns the stored settings', async () => {
  const { read, set } = await startSettings();
  await set({ skin: 'capsule', capsule_title: 'Questions?', sound_enabled: false });
  const changed = await set({ capsule_subtitle: 'Ask away', skin: 'liquid' });
  expect(changed).toMatchObject({
    skin: 'liquid',
    capsule_title: 'Questions?',
    capsule_subtitle: 'Ask away',
    sound_enabled: false,
    widget_name: null,
  });
  expect(await read()).toEqual(changed);
});

test('null removes any setting but those of languages, and false is not null', async () => {
  const { app, ann, read, set } = await startSettings();
  const fresh = await read();
  await set({ widget_show_copyright: false, widget_name: 'Shop', widget_offset_x: 5, office_hours: {} });
  expect(await read()).toMatchObject({ widget_show_copyright: false, widget_name: 'Shop' });
  const nulls = Object.entries(fresh).filter(([, value]) => value === null);
  expect(nulls.length).toBeGreaterThan(35);
  const cleared = await set(Object.fromEntries(nulls));
  expect({ ...cleared, widget_translation_revision: 1, widget_translation_status: null }).toEqual({
    ...fresh,
    widget_translation_status: null,
  });
  const stored = await app.sql(`SELECT values FROM widget_settings WHERE widget_id = ${ann.widgetId}`);
  expect(stored).toEqual([{ values: {} }]);
});

test('read-only settings are refused by name, and nothing changes', async () => {
  const { read, refused } = await startSettings();
  for (const [name, value] of Object.entries(READ_ONLY)) {
    expect(await refused({ skin: 'minimal', [name]: value })).toEqual([name]);
    expect(await refused({ [name]: null })).toEqual([name]);
  }
  expect((await refused(READ_ONLY)).toString().split(',').sort()).toEqual(Object.keys(READ_ONLY).sort());
  expect(await read()).toMatchObject({ skin: null, api_enabled: true });
});

test('unknown settings and an empty body are refused', async () => {
  const { refused } = await startSettings();
  for (const name of ['quick_phrases', 'logo', 'map', 'price_list', 'tg_token', 'Skin', 'widget-name']) {
    expect(await refused({ [name]: 'x' })).toEqual([name]);
  }
  expect(await refused({})).toEqual(['body']);
  expect(await refused([])).toEqual(['body']);
});

test('every error is returned at once, by its path', async () => {
  const { refused, read } = await startSettings();
  const body = {
    skin: 'glass',
    widget_name: 5,
    widget_button_size: 60,
    device_profiles: { desktop: { launcher_size_px: 20.5, colour: 'red' } },
    surprise: 1,
  };
  expect(((await refused(body)) as string[]).sort()).toEqual([
    'device_profiles.desktop.colour',
    'device_profiles.desktop.launcher_size_px',
    'skin',
    'surprise',
    'widget_button_size',
    'widget_name',
  ]);
  expect(await read()).toMatchObject({ device_profiles: null });
});

test('every write makes the served widget stale, even a no-op; a refused one does not', async () => {
  const { app, ann, set, refused } = await startSettings();
  const other = await app.owner();
  const [before, others] = [await revision(app, ann), await revision(app, other)];
  await set({ skin: 'minimal' });
  await set({ skin: 'minimal' });
  expect(await revision(app, ann)).toBe(before + 2);
  await refused({ skin: 'glass' });
  await refused({ widget_default_language: 'de', widget_supported_languages: ['en'] });
  expect(await revision(app, ann)).toBe(before + 2);
  expect(await revision(app, other)).toBe(others);
});

test('updated_at is the time of the last write, and settings belong to one widget', async () => {
  const { app, set, read } = await startSettings();
  const bob = await app.owner();
  app.clock.now = app.clock.now.add({ hours: 1 });
  const { updated_at } = await set({ skin: 'minimal' });
  expect(Temporal.Instant.from(updated_at).equals(app.clock.now)).toBe(true);
  app.clock.now = app.clock.now.add({ hours: 1 });
  expect((await read()).updated_at).toBe(updated_at);
  expect((await bob.call(api.widget.readSettings)).data).toMatchObject({ skin: null, widget_id: bob.widgetId });
});

test('concurrent changes are all kept, also first ones and within profiles', async () => {
  const { patch, read } = await startSettings();
  const leaves = ['launcher_offset_x_px', 'launcher_offset_y_px', 'chat_offset_x_px', 'chat_offset_y_px'];
  const bodies = [
    { skin: 'minimal' },
    { widget_name: 'Shop' },
    { sound_enabled: false },
    { widget_greeting: 'Hello' },
    ...leaves.map((leaf) => ({ device_profiles: { desktop: { [leaf]: 7 } } })),
  ];
  const answers = await Promise.all(bodies.map(patch));
  expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200));
  expect(await read()).toMatchObject({
    skin: 'minimal',
    widget_name: 'Shop',
    sound_enabled: false,
    widget_greeting: 'Hello',
    device_profiles: { desktop: Object.fromEntries(leaves.map((leaf) => [leaf, 7])) },
    widget_translation_revision: 3,
  });
});

test('api_enabled is shown here and changed only in the dashboard', async () => {
  const { app, ann, refused } = await startSettings();
  const { call } = await signIn(app, ann);
  expect(await refused({ api_enabled: true })).toEqual(['api_enabled']);
  await call(dashboard.widgetAccess.update, { body: { api_enabled: false } });
  expect((await call(api.widget.readSettings)).data.api_enabled).toBe(false);
});
