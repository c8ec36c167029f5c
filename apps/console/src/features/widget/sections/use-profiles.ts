import { useDraft } from '../model/draft.tsx';
import type { SettingsShown } from '../model/queries.ts';

type Profiles = NonNullable<SettingsShown['device_profiles']>;

const NONE: Profiles = { version: 1, enabled: false, desktop: {}, mobile: {} };

/** Values that differ by screen, without defaults. */
export function useProfiles() {
  const { shown, edit } = useDraft();
  const profiles = shown.device_profiles ?? NONE;
  return [profiles, (changes: Partial<Profiles>) => edit({ device_profiles: { ...profiles, ...changes } })] as const;
}
