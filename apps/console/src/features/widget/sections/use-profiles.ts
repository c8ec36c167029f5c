import { useDraft } from '../model/draft.tsx';
import { effective, type SettingsShown } from '../model/queries.ts';

type Profiles = NonNullable<SettingsShown['device_profiles']>;

const NONE: Profiles = { version: 1, enabled: false, desktop: {}, mobile: {} };

/** Values that differ by screen, without defaults. */
export function useProfiles() {
  const { shown, edit } = useDraft();
  const profiles = shown.device_profiles ?? NONE;
  return [profiles, (changes: Partial<Profiles>) => edit({ device_profiles: { ...profiles, ...changes } })] as const;
}

/** Values that apply where a profile has none. The default has them all. */
export function useProfileDefaults(device: 'desktop' | 'mobile') {
  const { shown, schema } = useDraft();
  return effective({ ...shown, device_profiles: null }, schema, 'device_profiles')[device] as Required<
    Profiles['desktop']
  >;
}
