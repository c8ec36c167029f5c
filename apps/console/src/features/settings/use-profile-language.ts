import { useEffect, useEffectEvent } from 'react';
import { useSession } from '../../data/session.ts';
import { useLocale } from '../../locales/locale.tsx';

/** Applies the language of the profile after sign-in, or else of the account. Without both, that of the browser stays. */
export function useProfileLanguage() {
  const { locale, choose } = useLocale();
  const { user, account } = useSession();
  const chosen = user.locale ?? account.locale;
  const applyLanguage = useEffectEvent(() => {
    if (chosen && chosen !== locale) void choose(chosen);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for this value only
  useEffect(() => applyLanguage(), [chosen]);
}
