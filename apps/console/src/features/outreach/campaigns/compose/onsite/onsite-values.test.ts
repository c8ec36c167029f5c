import { expect, test } from 'vitest';
import { emptyOnsite, onsitePatchOf, onsiteSettingsOf, onsiteValuesOf } from './onsite-values.ts';

const full = { ...emptyOnsite, name: 'Sale', text: 'Free delivery', ends_at: '2026-12-01T09:30' };

test('a saved on-site campaign fills the form as it was', () => {
  expect(onsiteValuesOf({ name: 'Sale', settings: onsiteSettingsOf(full) })).toEqual(full);
});

test('the dates of the rule are those of the campaign', () => {
  const settings = onsiteSettingsOf(full);
  expect(settings).toMatchObject({ ends_at: expect.stringMatching(/^20/), rule: { starts_at: null, ends_at: null } });
  expect(settings).not.toHaveProperty('starts_at');
  expect(onsitePatchOf(settings)).toMatchObject({ starts_at: null });
});
