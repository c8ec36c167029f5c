import type { SettingName, SettingsShown } from './queries.ts';

type Patch = Record<string, unknown>;

export function pickSettings<Shown extends Partial<SettingsShown>>(shown: Shown, names: string[]) {
  return Object.fromEntries(names.map((name) => [name, shown[name as SettingName]])) as Shown;
}

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export const changedNames = (before: SettingsShown, after: Partial<SettingsShown>) =>
  (Object.keys(after) as SettingName[]).filter((name) => !isSame(before[name], after[name]));

/** The request that makes one state into the other, in either direction. */
export function toPatch(before: SettingsShown, after: SettingsShown): Patch {
  return Object.fromEntries(
    changedNames(before, after).map((name) => [
      name,
      name === 'device_profiles' ? profilePatch(before[name], after[name]) : after[name],
    ]),
  );
}

type Profiles = SettingsShown['device_profiles'];

/** Profiles are merged by the server: what is left out has to be removed by name. */
function profilePatch(before: Profiles, after: Profiles) {
  if (!after) return null;
  const leavesOf = (device: 'desktop' | 'mobile') => ({
    ...Object.fromEntries(Object.keys(before?.[device] ?? {}).map((leaf) => [leaf, null])),
    ...after[device],
  });
  return { enabled: after.enabled, desktop: leavesOf('desktop'), mobile: leavesOf('mobile') };
}
