import { expect, test } from 'vitest';
import { startSettings } from '../../../../../test/settings.ts';

async function startProfiles() {
  const { set, refused, read } = await startSettings();
  return {
    /** The profiles returned after a change. */
    put: async (device_profiles: unknown) => (await set({ device_profiles })).device_profiles,
    refused: (device_profiles: unknown) => refused({ device_profiles }),
    read: async () => (await read()).device_profiles,
  };
}

const EMPTY = { version: 1, enabled: false, desktop: {}, mobile: {} };
const CORNER = 'service-position-widget-in-page-top-left';

/** Valid and invalid values, at the limits. */
const LEAVES: Record<string, { right: unknown[]; wrong: unknown[] }> = {
  launcher_size_px: { right: [44, 100, 160], wrong: [43, 161, 0, -1] },
  launcher_offset_x_px: { right: [0, 9_999], wrong: [-1, 10_000] },
  launcher_offset_y_px: { right: [0, 9_999], wrong: [-1, 10_000] },
  chat_offset_x_px: { right: [0, 9_999], wrong: [-1, 10_000] },
  chat_offset_y_px: { right: [0, 9_999], wrong: [-1, 10_000] },
  launcher_reveal_delay_sec: { right: [0, 30, 60, 90, 180], wrong: [1, 15, 120, -30] },
  auto_open_delay_sec: { right: [0, 15, 30, 60, 90], wrong: [1, 180, -15] },
  show_signature: { right: [true, false], wrong: [0, 1, 'true'] },
  show_logo: { right: [true, false], wrong: [0, 1, 'false'] },
  position: { right: [CORNER, CORNER.replace('top-left', 'bottom-right')], wrong: ['top-left', 'left', `${CORNER} `] },
};

test('the first partial change starts at version 1, disabled, with empty profiles', async () => {
  const { put, read } = await startProfiles();
  expect(await read()).toBeNull();
  expect(await put({ mobile: { show_logo: false } })).toEqual({ ...EMPTY, mobile: { show_logo: false } });
  await put(null);
  expect(await put({ enabled: true })).toEqual({ ...EMPTY, enabled: true });
  await put(null);
  expect(await put({})).toEqual(EMPTY);
  expect(await read()).toEqual(EMPTY);
});

test('a change merges at every depth: omitted values stay, in the other profile too', async () => {
  const { put } = await startProfiles();
  await put({ enabled: true, desktop: { launcher_size_px: 60, show_logo: false }, mobile: { position: CORNER } });
  await put({ desktop: { launcher_size_px: 80 } });
  expect(await put({ mobile: { launcher_offset_x_px: 0 }, desktop: {} })).toEqual({
    version: 1,
    enabled: true,
    desktop: { launcher_size_px: 80, show_logo: false },
    mobile: { position: CORNER, launcher_offset_x_px: 0 },
  });
});

test('null removes one value, and null at the root all of them', async () => {
  const { put } = await startProfiles();
  const both = { launcher_size_px: 60, show_signature: false };
  await put({ desktop: both, mobile: both });
  expect(await put({ desktop: { launcher_size_px: null } })).toEqual({
    ...EMPTY,
    desktop: { show_signature: false },
    mobile: both,
  });
  expect(await put({ mobile: { launcher_size_px: null, show_signature: null, position: null } })).toMatchObject({
    mobile: {},
  });
  expect(await put(null)).toBeNull();
  expect(await put({ desktop: { show_logo: true } })).toEqual({ ...EMPTY, desktop: { show_logo: true } });
});

test('disabling profiles keeps their values', async () => {
  const { put } = await startProfiles();
  const kept = { desktop: { launcher_size_px: 60 }, mobile: {} };
  await put({ enabled: true, ...kept });
  expect(await put({ enabled: false })).toEqual({ version: 1, enabled: false, ...kept });
  expect(await put({ enabled: true })).toEqual({ version: 1, enabled: true, ...kept });
});

test.each(Object.entries(LEAVES))('%s takes its JSON type only', async (leaf, { right, wrong }) => {
  const { put, refused } = await startProfiles();
  for (const screen of ['desktop', 'mobile']) {
    for (const value of right) {
      expect(await put({ [screen]: { [leaf]: value } })).toMatchObject({ [screen]: { [leaf]: value } });
    }
    for (const odd of [...wrong, 20.5, '20', '30', '', [], {}]) {
      const path = `device_profiles.${screen}.${leaf}`;
      expect([odd, await refused({ [screen]: { [leaf]: odd } })]).toEqual([odd, [path]]);
    }
  }
  if (typeof right[0] === 'number') expect(await refused({ desktop: { [leaf]: true } })).toHaveLength(1);
});

test.each([
  ['widget_button_freeze', 'launcher_reveal_delay_sec', 60],
  ['widget_button_open', 'auto_open_delay_sec', 15],
])('%s is an alias of %s: returned under the latter, refused together with it', async (alias, name, value) => {
  const { put, refused, read } = await startProfiles();
  expect(await put({ desktop: { [alias]: value } })).toEqual({ ...EMPTY, desktop: { [name]: value } });
  expect(await put({ desktop: { [alias]: 0 } })).toEqual({ ...EMPTY, desktop: { [name]: 0 } });
  expect(await put({ desktop: { [alias]: null } })).toEqual(EMPTY);
  for (const [one, other] of [
    [value, value],
    [value, 0],
    [null, value],
    [value, null],
    [null, null],
  ]) {
    expect(await refused({ mobile: { [alias]: one, [name]: other } })).toEqual([`device_profiles.mobile.${alias}`]);
  }
  for (const odd of [1, '30', true, 20.5]) {
    expect(await refused({ mobile: { [alias]: odd } })).toEqual([`device_profiles.mobile.${alias}`]);
  }
  // In another profile it is a separate value.
  await put({ desktop: { [alias]: value }, mobile: { [name]: 30 } });
  expect(await read()).toEqual({ ...EMPTY, desktop: { [name]: value }, mobile: { [name]: 30 } });
});

test('wrong types and unknown members are refused by path', async () => {
  const { refused, read } = await startProfiles();
  for (const odd of [[], 'off', 1, true]) expect(await refused(odd)).toEqual(['device_profiles']);
  for (const screen of ['desktop', 'mobile']) {
    for (const odd of [null, [], 'x', 1, true]) {
      expect(await refused({ [screen]: odd })).toEqual([`device_profiles.${screen}`]);
    }
  }
  for (const version of [2, 0, '1', 1.5, true, null]) {
    expect(await refused({ version })).toEqual(['device_profiles.version']);
  }
  for (const enabled of [1, 'true', null]) expect(await refused({ enabled })).toEqual(['device_profiles.enabled']);
  for (const name of ['tablet', 'Desktop', 'constructor', 'widget_button_freeze']) {
    expect(await refused({ [name]: {} })).toEqual([`device_profiles.${name}`]);
  }
  for (const name of ['colour', 'launcher_size', 'widget_button_size', 'toString']) {
    expect(await refused({ mobile: { [name]: 1 } })).toEqual([`device_profiles.mobile.${name}`]);
  }
  expect(await read()).toBeNull();
});
