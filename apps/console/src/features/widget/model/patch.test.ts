import { expect, test } from 'vitest';
import { changedNames, toPatch } from './patch.ts';
import type { SettingsShown } from './queries.ts';

const shown = (values: object) => values as SettingsShown;

test('a patch has the changed settings only, and null for those that were unset', () => {
  const before = shown({ accent_color: null, widget_name: 'Tea', sound_enabled: true });
  const after = shown({ accent_color: '#112233', widget_name: 'Tea', sound_enabled: true });
  expect(changedNames(before, after)).toEqual(['accent_color']);
  expect(toPatch(before, after)).toEqual({ accent_color: '#112233' });
  expect(toPatch(after, before)).toEqual({ accent_color: null });
});

test('a value removed from a device profile is null in the patch, since profiles merge', () => {
  const profiles = (desktop: object) => shown({ device_profiles: { version: 1, enabled: true, desktop, mobile: {} } });
  expect(toPatch(profiles({ launcher_size_px: 64 }), profiles({ show_logo: false }))).toEqual({
    device_profiles: { enabled: true, desktop: { launcher_size_px: null, show_logo: false }, mobile: {} },
  });
  expect(toPatch(profiles({}), shown({ device_profiles: null }))).toEqual({ device_profiles: null });
});
