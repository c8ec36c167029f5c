import { useEffect, useEffectEvent } from 'react';
import { useSession } from '../../data/session.ts';
import { useLocale } from '../../locales/locale.tsx';

/** Applies the language of the profile after sign-in. Without one, the language of the browser stays. */
export function useProfileLanguage() {
  const { locale, choose } = useLocale();
  const chosen = useSession().user.locale;
  const applyLanguage = useEffectEvent(() => {
    if (chosen && chosen !== locale) void choose(chosen);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for this value only
  useEffect(() => applyLanguage(), [chosen]);
}
